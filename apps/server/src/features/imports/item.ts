import type { ImportSkipReason } from "@kakehashi/contract/imports";
import { type Language, languages } from "@kakehashi/contract/languages";
import { toStorableText } from "@kakehashi/contract/storable";

export interface UnitChange {
  id: string;
  before: object | null;
}

export type { ImportedGlossaryEntry as FileTerm } from "../glossary/service.ts";
export type { FileTranslationPair } from "../memory/service.ts";

/**
 * One item of an imported file: either a unit to import or a unit to skip. `line` is the line in the file, counted from
 * 1.
 */
export type ImportItem<T> =
  | { kind: "unit"; line: number; unit: T }
  | { kind: "skip"; line: number; reason: ImportSkipReason; detail: string; text: string };

/** Maximum length of a text in the list of skipped units, in UTF-16 code units. */
const maximumSkippedTextLength = 100;

/** Shortens the text of a skipped unit for the list of skipped units. */
export const shortenSkippedText = (text: string): string =>
  text.slice(0, maximumSkippedTextLength).toWellFormed();

export const createSkippedItem = (
  line: number,
  reason: ImportSkipReason,
  text: string,
  detail = "",
): ImportItem<never> => ({
  kind: "skip",
  line,
  reason,
  detail: shortenSkippedText(detail),
  text: shortenSkippedText(text),
});

/**
 * Returns the language of a tag such as `en-US` or `JA_jp`. Null if Kakehashi does not support the language.
 */
export function findTagLanguage(tag: string): Language | null {
  const [primaryTag = ""] = tag.trim().toLowerCase().split(/[-_]/);
  return languages.find((language) => language === primaryTag) ?? null;
}

/** Replaces characters that the database cannot store, and normalizes the text to Unicode's NFC form. */
export const toStorableNfcText = (text: string): string => toStorableText(text).normalize("NFC");
