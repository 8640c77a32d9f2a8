import type { SiteLanguage } from "../addresses.ts";
import en from "./en/all.ts";
import type { TranslationOf } from "./shape.ts";
import vi from "./vi/all.ts";

/** The texts of the table of cookies. */
export type CookieTableTexts = Pick<
  TranslationOf<typeof en>["cookies"],
  "name" | "purpose" | "when" | "life" | "rows"
>;

export type SiteTexts = TranslationOf<typeof en>;

const textsByLanguage: Readonly<Record<SiteLanguage, SiteTexts>> = { en, vi };

export function siteTextsIn(language: SiteLanguage): SiteTexts {
  return textsByLanguage[language];
}
