import { z } from "zod";
import { deletedMark } from "../deletion.ts";
import { withoutOverrides } from "../direction.ts";
import { type Language, languages } from "../languages.ts";
import { cleanName } from "../names.ts";
import { textLimits } from "./limits.ts";
import { placeholder } from "./placeholder.ts";

/**
 * A text of at most `maximum` UTF-16 code units. Replaces NUL and lone surrogates, which the database cannot store, and
 * removes direction overrides, as for messages, and the mark of a deleted person's name.
 */
export const plainText = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .transform((text) =>
      withoutOverrides(text.toWellFormed().replaceAll("\u0000", "\uFFFD").replaceAll(deletedMark, "")),
    );

/** The name of a file or another thing: one line of at most `maximum` UTF-16 code units, cleaned like a person's name. */
export const nameText = (maximum: number) => z.string().max(maximum).transform(cleanName);

/**
 * One text in some of the languages. A draft may lack any language; publishing needs all languages of the
 * bot.
 */
export const textsSchema = (maximum: number) => {
  const text = plainText(maximum).optional();
  return z.strictObject({ en: text, vi: text, ja: text });
};
export type FlowTexts = z.infer<ReturnType<typeof textsSchema>>;

/** The id of a block, group, edge, item or variable. The editor makes it. */
export const partId = z
  .string()
  .max(40)
  .regex(/^[\w-]{1,40}$/);

/**
 * The name of a variable, written in texts as `{{name}}`: letters, digits and `_`, at most 50. It may not begin with
 * `__`, like JavaScript's `__proto__`.
 */
export const variableName = z
  .string()
  .max(50)
  .regex(/^(?!__)[\p{L}_][\p{L}\p{M}\p{N}_]*$/u);

/** Returns the names of the variables in a text, each once. */
export function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = ""]) => name))];
}

/**
 * Replaces each `{{name}}` in a text by the variable's value, or by an empty text if it has none.
 * Placeholders inside a value are not replaced, so a visitor who answers `{{phone}}` sees exactly this.
 * `encode` escapes values for an address or JSON.
 */
export function expand(
  text: string,
  lookUp: (name: string) => string | undefined,
  maximum: number,
  encode: (value: string) => string = (value) => value,
): string {
  const whole = text.replace(placeholder, (_, name: string) => encode(lookUp(name) ?? ""));
  return cut(whole, maximum);
}

/** Cuts a text to `maximum` UTF-16 code units, and never inside a surrogate pair. */
export const cut = (text: string, maximum: number): string =>
  text.length <= maximum ? text : text.slice(0, maximum).replace(/[\ud800-\udbff]$/, "");

/** Counts the characters (code points) of a text without its placeholders, because the values are not known yet. */
export const lengthOf = (text: string): number => [...text.replace(placeholder, "")].length;

/**
 * Returns the text in the reader's language, otherwise in the first language of the bot that has it, otherwise in any.
 * Empty if it has none.
 */
export function textIn(texts: FlowTexts, language: Language, others: readonly Language[]): string {
  for (const one of [language, ...others, ...languages]) {
    const text = texts[one];
    if (text !== undefined && text.trim() !== "") return text;
  }
  return "";
}

/** The host must come before the first variable, so that a visitor's answer cannot choose another host. */
const mediaStart = /^https:\/\/[^\s/?#{}@\\]+(?:[/?#]|$)/i;
const requestStart = /^https?:\/\/[^\s/?#{}@\\]+(?:[/?#]|$)/i;
const isAddress = (start: RegExp, text: string) =>
  text === "" || (start.test(text) && URL.canParse(text.replace(placeholder, "x")));
/** Whether `mediaAddress` or `requestAddress` below accepts a text. Forms ask this while somebody types. */
export const isMediaAddress = (text: string): boolean => isAddress(mediaStart, text);
export const isRequestAddress = (text: string): boolean => isAddress(requestStart, text);

const address = (isValid: (text: string) => boolean) =>
  plainText(textLimits.address).refine(isValid, { error: "web_address" });

/** The https address of a picture, a file or a page. Empty in a draft while it is unknown. */
export const mediaAddress = address(isMediaAddress);
/** The http or https address of another server. The server checks again when it calls it that the address is public. */
export const requestAddress = address(isRequestAddress);
