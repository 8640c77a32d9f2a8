import type { SiteLanguage } from "../addresses.ts";
import en from "./en/all.ts";
import vi from "./vi/all.ts";

/** The type of a translation of the site's texts: the same keys as in English, and lists of the same length. */
export type Shape<T> = T extends string ? string : { readonly [K in keyof T]: Shape<T[K]> };

/** The texts of the table of cookies. */
export type CookieTexts = Pick<Shape<typeof en>["cookies"], "name" | "purpose" | "when" | "life" | "rows">;

export type SiteTexts = Shape<typeof en>;

const texts: Readonly<Record<SiteLanguage, SiteTexts>> = { en, vi };

export function siteTexts(language: SiteLanguage): SiteTexts {
  return texts[language];
}
