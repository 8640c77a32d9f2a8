import { z } from "zod";

/** Characters that show nothing but change how others look; all but those that choose a kanji's or an emoji's form. */
const invisible =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2800]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|(?<![\p{Script=Han}\p{Extended_Pictographic}])\p{Variation_Selector}/gu;

/**
 * A name as shown to others: NFC, one line, no invisible or direction-changing characters, no towers of marks, something
 * to see; 1 to 200 characters (spec §5). Two people may share one: a name proves nothing about who somebody is.
 */
export const nameSchema = z
  .string()
  .max(2000)
  .transform((name) =>
    name
      .normalize("NFC")
      .replace(/\s+/gu, " ")
      .replace(invisible, "")
      .replace(/(\p{M}{4})\p{M}+/gu, "$1")
      .replace(/ +/g, " ")
      .trim(),
  )
  .pipe(
    z
      .string()
      .min(1, { error: "required" })
      .max(200)
      .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, { error: "required" }),
  );
