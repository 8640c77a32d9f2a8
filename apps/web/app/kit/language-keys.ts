import type { Language } from "@kakehashi/contract/languages";

/** The text key of a language's name, as a sentence says it. */
export const languageKeys = {
  en: "languageEn",
  vi: "languageVi",
  ja: "languageJa",
} as const satisfies Record<Language, string>;
