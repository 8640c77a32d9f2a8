import type { Language } from "./languages.ts";

/** The locales for formatting days, times and numbers. English is British, so the day is written before the month. */
export const localeByLanguage: Readonly<Record<Language, string>> = { en: "en-GB", vi: "vi-VN", ja: "ja-JP" };
