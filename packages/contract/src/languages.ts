import { z } from "zod";

/** The languages of the interface and of most messages. */
export const languages = ["en", "vi", "ja"] as const;
export const languageSchema = z.enum(languages).meta({ id: "Language" });
export type Language = z.infer<typeof languageSchema>;

/** A text in every language of the interface. */
export type TextsByLanguage = Readonly<Record<Language, string>>;

/** The name of the cookie that stores the interface language (docs/rules.md). */
export const languageCookieName = "session_lang";
export const defaultLanguage: Language = "en";

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/**
 * Chooses the interface language: the remembered one, else the supported language that the browser prefers, else
 * English. `acceptLanguageHeader` is the raw HTTP header.
 */
export function chooseLanguage(
  rememberedLanguage: string | undefined,
  acceptLanguageHeader: string | undefined,
): Language {
  if (isLanguage(rememberedLanguage)) return rememberedLanguage;
  const acceptedLanguageTags = (acceptLanguageHeader ?? "")
    .split(",")
    .map((headerPart, index) => {
      const [tag = "", ...tagParameters] = headerPart.trim().split(";");
      const preferenceQuality = tagParameters
        .map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1])
        .find(Boolean);
      return { language: tag.slice(0, 2).toLowerCase(), weight: Number(preferenceQuality ?? 1), index };
    })
    .sort((a, b) => b.weight - a.weight || a.index - b.index);
  for (const { language, weight } of acceptedLanguageTags)
    if (weight > 0 && isLanguage(language)) return language;
  return defaultLanguage;
}
