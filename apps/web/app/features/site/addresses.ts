import { trimEndOf } from "@kakehashi/contract/kit/trim";
import type { Language } from "@kakehashi/contract/languages";
import { type SiteLanguage, siteLanguages } from "@kakehashi/contract/site";

export { type SiteLanguage, siteLanguages };

/** The public pages, by their English address; Vietnamese stands below `/vi`. */
export const sitePages = [
  "/",
  "/service",
  "/price",
  "/blog",
  "/contact",
  "/policy",
  "/privacy",
  "/cookies",
] as const;

/** What every person of the workspace has to be able to read stands in Japanese, too, below `/ja`. */
const inJapanese: readonly string[] = ["/privacy"];

/** The languages that a public page is written in. */
export function languagesOf(page: string): readonly Language[] {
  return inJapanese.includes(page) ? [...siteLanguages, "ja"] : siteLanguages;
}

/** The address in `language` of the page that has this address in English; in English where it has none of its own. */
export function siteAddress(page: string, language: Language): string {
  if (language === "en" || !languagesOf(page).includes(language)) return page;
  return page === "/" ? `/${language}` : `/${language}${page}`;
}

/** The English address of a public page, whichever language it was asked for in. */
export function pageOf(pathname: string): string {
  const path = trimEndOf(pathname.toLowerCase(), "/") || "/";
  const japanese = path.replace(/^\/ja\//, "/");
  if (inJapanese.includes(japanese)) return japanese;
  return path === "/vi" ? "/" : path.replace(/^\/vi\//, "/");
}

/** The English address of the page whose other languages are offered at this one: the start page's where there is none. */
export function sharedPageOf(pathname: string): string {
  const page = pageOf(pathname);
  return sitePages.some((known) => known === page) || page.startsWith("/blog/") ? page : "/";
}

/** The language that a public page's address fixes; undefined elsewhere. */
export function siteLanguage(pathname: string): Language | undefined {
  if (/^\/vi(?:\/|$)/i.test(pathname)) return "vi";
  const page = pageOf(pathname);
  if (/^\/ja\//i.test(pathname)) return inJapanese.includes(page) ? "ja" : undefined;
  const isPublic = sitePages.some((known) => known === page) || /^\/blog\/(?!select(?:\/|$))/.test(page);
  return isPublic ? "en" : undefined;
}
