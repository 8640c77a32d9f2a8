import type { Language } from "@kakehashi/contract/languages";
import type { i18n } from "i18next";
import en from "./en/browser.ts";
import { createTexts } from "./instance.ts";
import ja from "./ja/browser.ts";
import vi from "./vi/browser.ts";

const instances: Readonly<Record<Language, i18n>> = {
  en: createTexts("en", en),
  vi: createTexts("vi", vi),
  ja: createTexts("ja", ja),
};

/** The texts for a page rendered on the server. One instance a language: it is never switched. */
export function serverTexts(language: Language): i18n {
  return instances[language];
}
