import { z } from "zod";
import { createRawTextSchema } from "./kit/raw-text.ts";

/** Maximum characters of a name (docs/rules.md). */
const maximumNameLength = 200;
const maximumRawNameLength = 10 * maximumNameLength;

/**
 * Matches an emoji, or an invisible character that changes how other characters look. Characters that select the form
 * of a kanji or an emoji do not match, and joiners inside an emoji do not match either.
 */
const emojiOrInvisiblePattern =
  /(\p{RGI_Emoji})|[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2800]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|(?<![\p{Script=Han}\p{Extended_Pictographic}])\p{Variation_Selector}/gv;

/** Converts a name to one line. Removes invisible characters and stacked combining marks. */
const normalizeName = (name: string, form: "NFC" | "NFKC") =>
  name
    .normalize(form)
    .replace(/\s+/gu, " ")
    .replace(emojiOrInvisiblePattern, (_, emoji: string | undefined) => emoji ?? "")
    .replace(/(\p{M}{4})\p{M}+/gu, "$1")
    .replace(/ +/g, " ")
    .trim();

/** Cleans a name of any length. `nameSchema` does the same before it counts the characters. */
export const cleanName = (name: string): string => normalizeName(name.toWellFormed(), "NFC");

/**
 * The schema of a name that others see: NFC, one line, 1 to 200 characters (docs/rules.md), without invisible
 * characters, direction overrides and stacked marks. Two people may have the same name, so a name does not prove who
 * somebody is.
 */
export const nameSchema = createRawTextSchema(maximumRawNameLength, maximumNameLength)
  .transform(cleanName)
  .pipe(
    z
      .string()
      .min(1, { error: "required" })
      .max(maximumNameLength)
      .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, { error: "required" }),
  );

/** Converts half-width kana to full width, and full-width letters to half width. */
const nameFormSchema = createRawTextSchema(maximumRawNameLength, maximumNameLength).transform((name) =>
  normalizeName(name, "NFKC"),
);

/**
 * The reading of a name (its pronunciation), in hiragana or katakana. It is stored in full width and has at most 200
 * characters; empty for none.
 */
export const kanaNameSchema = nameFormSchema.pipe(
  z
    .string()
    .max(200)
    .regex(/^(?:[ぁ-ゖァ-ヺ][ぁ-ゖァ-ヺーゝゞヽヾ・ ]*)?$/u, { error: "kana" }),
);

/**
 * A name in Latin letters. It may contain accents, digits and characters of company names such as `&`. At most 200
 * characters; empty for none.
 */
export const latinNameSchema = nameFormSchema.pipe(
  z
    .string()
    .max(200)
    .regex(/^[\p{Script=Latin}\p{M}\d .,'’&()/+-]*$/u, { error: "latin" })
    .refine((name) => name === "" || /\p{Script=Latin}/u.test(name), { error: "latin" }),
);

/** The forms of a person's name that others see. */
export const personNameFields = {
  name: z.string().max(200),
  /** The reading of the person's name (its pronunciation), in kana. Empty: not given. */
  reading: z.string().max(200),
  /** The person's name in Latin letters. Empty: not given. */
  latin_name: z.string().max(200),
};
