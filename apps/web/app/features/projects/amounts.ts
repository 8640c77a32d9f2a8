import type { Language } from "@kakehashi/contract/languages";

/** How each language writes numbers: `1,200.50` in English, `1.200,50` in Vietnamese. */
const numberSeparators = {
  en: { group: ",", decimal: "." },
  vi: { group: ".", decimal: "," },
  ja: { group: ",", decimal: "." },
} as const satisfies Record<Language, { group: string; decimal: string }>;

const englishPattern = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:\.\d{1,2})?$/;
const vietnamesePattern = /^(?:\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?: \d{3})+)(?:,\d{1,2})?$/;
const patternByLanguage = {
  en: englishPattern,
  vi: vietnamesePattern,
  ja: englishPattern,
} as const satisfies Record<Language, RegExp>;

/**
 * Parses an amount of money as people type it in this language: `1,200,000`, `1 200 000` or `1200.50`, in Vietnamese
 * `1.200.000` or `1200,50`. Accepts full-width characters. Returns NaN for other texts. In English, `300.000` also
 * gives NaN, because a Vietnamese writer may mean three hundred thousand.
 */
export function parseAmount(text: string, language: Language): number {
  const normalizedText = text.normalize("NFKC").trim().replace(/\s/g, " ");
  if (!patternByLanguage[language].test(normalizedText)) return Number.NaN;
  const { group, decimal } = numberSeparators[language];
  return Number(normalizedText.replaceAll(group, "").replaceAll(" ", "").replace(decimal, "."));
}

/** Returns an amount of money as text, without a separator between thousands. */
export const formatAmount = (amount: number | string, language: Language): string =>
  String(amount).replace(".", numberSeparators[language].decimal);
