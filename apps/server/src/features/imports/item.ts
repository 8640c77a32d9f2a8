import type { SkipReason } from "@kakehashi/contract/imports";
import { type Language, languages } from "@kakehashi/contract/languages";
import { storable } from "@kakehashi/contract/storable";

export type { FileTerm } from "../glossary/service.ts";
export type { FilePair } from "../memory/service.ts";

/** One item of a file: a unit to import, or a unit to skip. Lines count from 1. */
export type Item<T> =
  | { kind: "unit"; line: number; unit: T }
  | { kind: "skip"; line: number; reason: SkipReason; detail: string; text: string };

/** The list of skipped texts shows this many UTF-16 code units of each. */
const shownLength = 100;

/** A skipped text as the list shows it. */
export const shownText = (text: string): string => text.slice(0, shownLength).toWellFormed();

export const skip = (line: number, reason: SkipReason, text: string, detail = ""): Item<never> => ({
  kind: "skip",
  line,
  reason,
  detail: detail.slice(0, 100),
  text: shownText(text),
});

/** The language of a tag such as `en-US` or `JA_jp`. Null if the product does not have it. */
export function languageOfTag(tag: string): Language | null {
  const [primary = ""] = tag.trim().toLowerCase().split(/[-_]/);
  return languages.find((language) => language === primary) ?? null;
}

/** Returns the text as it is stored, in the form NFC. */
export const cleanText = (text: string): string => storable(text).normalize("NFC");
