import { z } from "zod";
import { withoutOverrides } from "../direction.ts";
import { type Language, languages } from "../languages.ts";
import { textLimits } from "./limits.ts";

/** Replaces what the database cannot hold (NUL, half characters) and removes direction overrides, as for messages. */
export const plainText = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .transform((text) => withoutOverrides(text.toWellFormed().replaceAll("\u0000", "\uFFFD")));

/** One text in some of the languages. A draft may miss any; publishing asks for those of the bot. */
export const textsSchema = (maximum: number) => {
  const text = plainText(maximum).optional();
  return z.strictObject({ en: text, vi: text, ja: text });
};
export type FlowTexts = z.infer<ReturnType<typeof textsSchema>>;

/** The part of a block, group, edge, item or variable that edges name. Made by the editor. */
export const partId = z
  .string()
  .max(40)
  .regex(/^[\w-]{1,40}$/);

/** Letters, digits and `_`, at most 50. It stands in texts as `{{name}}`. Two `_` in front are the language's own. */
export const variableName = z
  .string()
  .max(50)
  .regex(/^(?!__)[\p{L}_][\p{L}\p{M}\p{N}_]*$/u);

const placeholder = /\{\{ {0,3}([\p{L}_][\p{L}\p{M}\p{N}_]{0,49}) {0,3}\}\}/gu;

/** The names of the variables that a text asks for, each once. */
export function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = ""]) => name))];
}

/**
 * Puts each variable's value into a text, once: what a value holds is never read again, so a visitor who answers
 * `{{phone}}` sees just that. A variable without a value leaves nothing. `encode` is for values in an address or in JSON.
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

/** At most `maximum` UTF-16 code units, never half a character. */
export const cut = (text: string, maximum: number): string =>
  text.length <= maximum ? text : text.slice(0, maximum).replace(/[\ud800-\udbff]$/, "");

/** A text's characters (code points), without its variables, whose values nobody knows yet. */
export const lengthOf = (text: string): number => [...text.replace(placeholder, "")].length;

/** The text in the reader's language, else in the first language of the bot that has it, else in any. */
export function textIn(texts: FlowTexts, language: Language, others: readonly Language[]): string {
  for (const one of [language, ...others, ...languages]) {
    const text = texts[one];
    if (text !== undefined && text.trim() !== "") return text;
  }
  return "";
}

/** The part of an address before its first variable must name the host, so no answer can choose another one. */
const mediaStart = /^https:\/\/[^\s/?#{}@\\]+(?:[/?#]|$)/i;
const requestStart = /^https?:\/\/[^\s/?#{}@\\]+(?:[/?#]|$)/i;
const isAddress = (start: RegExp) => (text: string) =>
  text === "" || (start.test(text) && URL.canParse(text.replace(placeholder, "x")));

const address = (start: RegExp) =>
  plainText(textLimits.address).refine(isAddress(start), { error: "web_address" });

/** An address of a picture, a file or a page: https, or empty while it is not known. */
export const mediaAddress = address(mediaStart);
/** An address that the server calls; http too, and it is checked again when it is called. */
export const requestAddress = address(requestStart);
