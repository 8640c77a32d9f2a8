import type { Language } from "@kakehashi/contract/languages";
import type english from "./en/browser.ts";
import type desk from "./en/desk.ts";
import type leaving from "./en/leaving.ts";
import type push from "./en/push.ts";
import type twoStep from "./en/two-step.ts";

/**
 * The texts of one feature in another language: every key of the English one. Vietnamese and Japanese have one
 * plural form, so that `_one` falls away there.
 */
export type Translation<T> = {
  readonly [K in keyof T as K extends `${string}_one` ? never : K]: string;
};

/** All texts by feature, as English defines them. */
export type English = typeof english & LateEnglish;
/** Those that are loaded with their pages. */
export interface LateEnglish {
  desk: typeof desk;
  leaving: typeof leaving;
  twoStep: typeof twoStep;
  push: typeof push;
}
export type Late = keyof LateEnglish;
/** What a hydrated page needs. The public site keeps its own texts, which never leave the server. */
export type BrowserTexts = { readonly [F in keyof typeof english]: Translation<English[F]> };

/** A language's own name, as its readers look for it. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: "English",
  vi: "Tiếng Việt",
  ja: "日本語",
};
