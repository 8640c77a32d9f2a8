import type { Language } from "@kakehashi/contract/languages";
import type { i18n } from "i18next";
import enAccount from "./en/account.ts";
import enAuth from "./en/auth.ts";
import en from "./en/browser.ts";
import { createI18nInstance } from "./instance.ts";
import jaAccount from "./ja/account.ts";
import jaAuth from "./ja/auth.ts";
import ja from "./ja/browser.ts";
import viAccount from "./vi/account.ts";
import viAuth from "./vi/auth.ts";
import vi from "./vi/browser.ts";

const instanceByLanguage: Readonly<Record<Language, i18n>> = {
  en: createI18nInstance("en", { ...en, account: enAccount, auth: enAuth }),
  vi: createI18nInstance("vi", { ...vi, account: viAccount, auth: viAuth }),
  ja: createI18nInstance("ja", { ...ja, account: jaAccount, auth: jaAuth }),
};

/** The texts for rendering on the server. One instance per language. */
export function getServerI18n(language: Language): i18n {
  return instanceByLanguage[language];
}
