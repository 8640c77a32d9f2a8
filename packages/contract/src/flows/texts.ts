import { z } from "zod";
import { deletedNameMark } from "../deleted-names.ts";
import { type Language, languages, type TextsByLanguage } from "../languages.ts";
import { cleanName } from "../names.ts";
import { toStorableText } from "../storable.ts";
import { flowTextLimits } from "./limits.ts";
import { isBotFileAddress } from "./own-files.ts";
import { placeholderPattern } from "./placeholder.ts";

/**
 * A text of at most `maximum` UTF-16 code units. The schema removes `deletedNameMark`, the character that replaces a
 * deleted person's name.
 */
export const createPlainTextSchema = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .transform((text) => toStorableText(text.replaceAll(deletedNameMark, "")));

/** A name on one line with at most `maximum` UTF-16 code units. The schema cleans it like a person's name. */
export const createNameTextSchema = (maximum: number) => z.string().max(maximum).transform(cleanName);

/**
 * A text in one or more languages. A draft of a story may lack any language. Publishing requires all languages of the
 * bot.
 */
export const createPartialTextsSchema = (maximum: number) => {
  const text = createPlainTextSchema(maximum).optional();
  return z.strictObject({ en: text, vi: text, ja: text });
};
export type PartialTextsByLanguage = z.infer<ReturnType<typeof createPartialTextsSchema>>;

/**
 * The name of a variable, which texts use as `{{name}}`. It has at most 50 letters, digits and `_`. It must not begin
 * with `__`, because names such as `__proto__` are special in JavaScript.
 */
export const variableNameSchema = z
  .string()
  .max(50)
  .regex(/^(?!__)[\p{L}_][\p{L}\p{M}\p{N}_]*$/u, {
    error: ({ input }) => (input === "" ? "required" : "variable_name"),
  });

/** Returns the names of the variables in a text, without duplicates. */
export function findVariableNames(text: string): string[] {
  return [...new Set([...text.matchAll(placeholderPattern)].map(([, name = ""]) => name))];
}

/** Whether a text has `{{` or `}}` outside of a placeholder `{{name}}`. Visitors would see such braces. */
export const hasLooseBraces = (text: string): boolean =>
  /\{\{|\}\}/.test(text.replace(placeholderPattern, ""));

/** The error for a text with `{{` or `}}` outside of a placeholder. */
export const looseBracesError: TextsByLanguage = {
  en: "Visitors would read these braces. Write {{name}} with the name of a variable.",
  vi: "Khách sẽ thấy nguyên dấu ngoặc nhọn. Hãy viết {{name}} với tên của một biến.",
  ja: "波かっこがそのまま訪問者に表示されます。変数名を入れて{{name}}のように書いてください。",
};

/**
 * Replaces each `{{name}}` by the variable's value, or by nothing if the variable has no value. Placeholders inside a
 * value are not replaced, so a visitor who answers `{{phone}}` sees exactly that. `encode` prepares a value for its
 * place: it escapes the value for a URL or JSON, or formats it for visitors.
 */
export function fillPlaceholders(
  text: string,
  lookUp: (name: string) => string | undefined,
  maximum: number,
  encode: (value: string) => string = (value) => value,
): string {
  let filledText = "";
  let end = 0;
  for (const { 0: placeholderMatch, 1: name = "", index } of text.matchAll(placeholderPattern)) {
    // Stops as soon as the text is longer than `maximum`. Otherwise a text with a thousand long values could take
    // hundreds of megabytes of memory.
    if (filledText.length > maximum) return keepStartOfText(filledText, maximum);
    filledText += text.slice(end, index) + encode(lookUp(name) ?? "");
    end = index + placeholderMatch.length;
  }
  return keepStartOfText(filledText + text.slice(end), maximum);
}

/**
 * Whether a text is a number, or may become one when its variables are filled in. A block that adds to a variable needs
 * a number.
 */
export const canBecomeNumber = (text: string): boolean =>
  text.trim() !== "" && Number.isFinite(Number(fillPlaceholders(text, () => "1", text.length)));

/** Cuts a text to at most `maximum` UTF-16 code units, but not inside a surrogate pair. */
export const keepStartOfText = (text: string, maximum: number): string =>
  text.length <= maximum ? text : text.slice(0, maximum).replace(/[\ud800-\udbff]$/, "");

/** Cleans a tag's name like a person's name. The result is stored. */
export const cleanTag = (tag: string): string => keepStartOfText(cleanName(tag), flowTextLimits.tag).trim();

/** The schema of a tag's name in a request. The name must not be empty. */
export const tagSchema = z
  .string()
  .max(flowTextLimits.tag)
  .transform(cleanTag)
  .refine((tag) => tag !== "", { error: "required" });

/** Counts the characters (code points) of a text without its placeholders, because their values are not known yet. */
export const countCharactersWithoutPlaceholders = (text: string): number =>
  [...text.replace(placeholderPattern, "")].length;

/**
 * Returns the text in the reader's language. If there is none, tries the bot's languages in their order, then all other
 * languages. Returns an empty text if there is no text at all.
 */
export function chooseTextInLanguage(
  texts: PartialTextsByLanguage,
  language: Language,
  fallbackLanguages: readonly Language[],
): string {
  for (const candidateLanguage of [language, ...fallbackLanguages, ...languages]) {
    const text = texts[candidateLanguage];
    if (text !== undefined && text.trim() !== "") return text;
  }
  return "";
}

/** The host must come before the first variable in the URL. Otherwise a visitor's answer could choose the host. */
const mediaAddressPattern = /^https:\/\/[^\s/?#{}@\\]+(?:[/?#]|$)/i;
const requestAddressPattern = /^https?:\/\/[^\s/?#{}@\\]+(?:[/?#]|$)/i;
const isUrl = (start: RegExp, text: string) =>
  text === "" || (start.test(text) && URL.canParse(text.replace(placeholderPattern, "x")));
/** Whether the schema `mediaAddressSchema` accepts this text. Forms use this check while somebody types. */
export const isMediaAddress = (text: string): boolean =>
  isBotFileAddress(text) || isUrl(mediaAddressPattern, text);
export const isRequestAddress = (text: string): boolean => isUrl(requestAddressPattern, text);

const createAddressSchema = (isValid: (text: string) => boolean, error: "web_address" | "request_address") =>
  createPlainTextSchema(flowTextLimits.address).refine(isValid, { error });

/**
 * The https URL of a picture, a file or a page, or the URL of an uploaded file. Empty in a draft until the URL is
 * known.
 */
export const mediaAddressSchema = createAddressSchema(isMediaAddress, "web_address");
/** The http or https URL of another server. Before each request the server checks that its address is public. */
export const requestAddressSchema = createAddressSchema(isRequestAddress, "request_address");
