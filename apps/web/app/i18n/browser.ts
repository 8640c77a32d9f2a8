import type { Language } from "@kakehashi/contract/languages";
import type { i18n } from "i18next";
import { createTexts } from "./instance.ts";
import type { BrowserTexts } from "./texts.ts";

const loaders: Readonly<Record<Language, () => Promise<{ default: BrowserTexts }>>> = {
  en: () => import("./en/browser.ts"),
  vi: () => import("./vi/browser.ts"),
  ja: () => import("./ja/browser.ts"),
};

/** The texts for a hydrated page; loads `language` alone. */
export async function browserTexts(language: Language): Promise<i18n> {
  const { default: texts } = await loaders[language]();
  return createTexts(language, texts);
}

/** Loads `language` where it is not yet and switches to it. */
export async function switchTexts(instance: i18n, language: Language): Promise<void> {
  const { default: texts } = await loaders[language]();
  for (const [feature, entries] of Object.entries(texts)) {
    instance.addResourceBundle(language, feature, entries);
  }
  await instance.changeLanguage(language);
}
