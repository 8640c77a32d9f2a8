import { trimCharactersFromEnd } from "@kakehashi/contract/kit/trim";
import type { Language } from "@kakehashi/contract/languages";
import { type SiteLanguage, siteLanguages } from "@kakehashi/contract/site";

export { type SiteLanguage, siteLanguages };

/** The addresses of the public pages in English. Vietnamese addresses begin with `/vi`. */
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

/**
 * Public pages that also exist in Japanese, because every user must be able to read them. Their Japanese addresses
 * begin with `/ja`.
 */
const japanesePages: readonly string[] = ["/privacy"];

export function pageLanguagesOf(page: string): readonly Language[] {
  return japanesePages.includes(page) ? [...siteLanguages, "ja"] : siteLanguages;
}

/** Returns the address of a public page in `language`. If the page is not translated, returns its English address. */
export function buildSitePath(page: string, language: Language): string {
  if (language === "en" || !pageLanguagesOf(page).includes(language)) return page;
  return page === "/" ? `/${language}` : `/${language}${page}`;
}

/** Returns the English address of a public page, from its address in any language. */
export function englishPathOf(pathname: string): string {
  const path = trimCharactersFromEnd(pathname.toLowerCase(), "/") || "/";
  const pathWithoutJa = path.replace(/^\/ja\//, "/");
  if (japanesePages.includes(pathWithoutJa)) return pathWithoutJa;
  return path === "/vi" ? "/" : path.replace(/^\/vi\//, "/");
}

/**
 * Returns the English address of the page to show after a language change. It is the present page if that is a page of
 * the site or of its blog, otherwise the start page.
 */
export function languageSwitchPageOf(pathname: string): string {
  const page = englishPathOf(pathname);
  return sitePages.some((sitePage) => sitePage === page) || page.startsWith("/blog/") ? page : "/";
}

/** Returns the language that the address of a public page determines. Undefined for other addresses. */
export function siteLanguageOfPath(pathname: string): Language | undefined {
  if (/^\/vi(?:\/|$)/i.test(pathname)) return "vi";
  const page = englishPathOf(pathname);
  if (/^\/ja\//i.test(pathname)) return japanesePages.includes(page) ? "ja" : undefined;
  const isPublicPage =
    sitePages.some((sitePage) => sitePage === page) || /^\/blog\/(?!select(?:\/|$))/.test(page);
  return isPublicPage ? "en" : undefined;
}
