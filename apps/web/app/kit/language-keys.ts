import type { Language } from "@kakehashi/contract/languages";

/** The text key of each language's name, for use in a sentence. */
export const languageTextKeys = {
  en: "languageEn",
  vi: "languageVi",
  ja: "languageJa",
} as const satisfies Record<Language, string>;
