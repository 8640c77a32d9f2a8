import { z } from "zod";

/** Characters that show nothing but change how others look; all but those that choose a kanji's or an emoji's form. */
const invisible =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2800]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|(?<![\p{Script=Han}\p{Extended_Pictographic}])\p{Variation_Selector}/gu;

/** One line, without invisible characters and towers of marks. */
const tidied = (name: string, form: "NFC" | "NFKC") =>
  name
    .normalize(form)
    .replace(/\s+/gu, " ")
    .replace(invisible, "")
    .replace(/(\p{M}{4})\p{M}+/gu, "$1")
    .replace(/ +/g, " ")
    .trim();

/**
 * A name as shown to others: NFC, one line, no invisible or direction-changing characters, no towers of marks, something
 * to see; 1 to 200 characters (docs/rules.md). Two people may share one: a name proves nothing about who somebody is.
 */
export const nameSchema = z
  .string()
  .max(2000)
  .transform((name) => tidied(name, "NFC"))
  .pipe(
    z
      .string()
      .min(1, { error: "required" })
      .max(200)
      .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, { error: "required" }),
  );

/** Half-width kana become full width and full-width letters half width. */
const written = z
  .string()
  .max(2000)
  .transform((name) => tidied(name, "NFKC"));

/** How a name is read: hiragana or katakana of any width, kept in full width; empty for none, 200 characters at most. */
export const readingSchema = written.pipe(
  z
    .string()
    .max(200)
    .regex(/^(?:[ぁ-ゖァ-ヺ][ぁ-ゖァ-ヺーゝゞヽヾ・ ]*)?$/u, { error: "kana" }),
);

/** A name in Latin letters, with accents, digits and the marks of company names; empty for none, 200 characters at most. */
export const latinNameSchema = written.pipe(
  z
    .string()
    .max(200)
    .regex(/^[\p{Script=Latin}\p{M}\d .,'’&()/+-]*$/u, { error: "latin" })
    .refine((name) => name === "" || /\p{Script=Latin}/u.test(name), { error: "latin" }),
);

/** A person's name as others are shown it. */
export const shownNames = {
  name: z.string().max(200),
  /** How the name is read, in kana; empty where the person has not said. */
  reading: z.string().max(200),
  /** The name in Latin letters; empty where the person has not said. */
  latin_name: z.string().max(200),
};
