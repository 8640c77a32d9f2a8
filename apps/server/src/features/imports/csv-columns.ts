import type { Language } from "@kakehashi/contract/languages";
import { findTagLanguage } from "./item.ts";

/** The language names that a column heading may contain, each with its language. */
const languageNames = new Map<string, Language>([
  ["english", "en"],
  ["tiếng anh", "en"],
  ["英語", "en"],
  ["vietnamese", "vi"],
  ["tiếng việt", "vi"],
  ["ベトナム語", "vi"],
  ["japanese", "ja"],
  ["tiếng nhật", "ja"],
  ["日本語", "ja"],
]);

export interface LanguageColumn {
  index: number;
  /** The language's name or code as written in the column heading. */
  tag: string;
  language: Language | null;
}

export const normalizeHeading = (name: string) => name.normalize("NFKC").trim().toLowerCase();

/** Column headings of two letters that look like a language code but are none. */
const nonLanguageHeadings = new Set(["id", "no"]);

/**
 * Returns the columns whose heading names a language: with a name in `languageNames`, or with a two-letter code. The
 * code may be followed by a country.
 */
export function findLanguageColumns(heading: readonly string[]): LanguageColumn[] {
  return heading.flatMap((name, index) => {
    const language = languageNames.get(normalizeHeading(name));
    if (language) return [{ index, tag: name, language }];
    return /^[a-z]{2}(?:[-_][a-z]{2,4})?$/.test(normalizeHeading(name)) &&
      !nonLanguageHeadings.has(normalizeHeading(name))
      ? [{ index, tag: name.trim(), language: findTagLanguage(name) }]
      : [];
  });
}

export const isTrueCell = (cellText: string | undefined) =>
  /^(?:true|yes|1|x)$/i.test(cellText?.trim() ?? "");
