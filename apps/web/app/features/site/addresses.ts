import { trimCharactersFromEnd } from "@kakehashi/contract/kit/trim";
import type { Language } from "@kakehashi/contract/languages";
import { type SiteLanguage, siteLanguages } from "@kakehashi/contract/site";

export { type SiteLanguage, siteLanguages };

/** The public pages by their English address. Vietnamese addresses begin with `/vi`. */
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

/** Pages that every user must be able to read. They exist in Japanese too, below `/ja`. */
const japanesePages: readonly string[] = ["/privacy"];

/** The languages of a public page. */
export function languagesOf(page: string): readonly Language[] {
  return japanesePages.includes(page) ? [...siteLanguages, "ja"] : siteLanguages;
}

/** The address of a page in `language`, or the English one if it is not translated. */
export function siteAddress(page: string, language: Language): string {
  if (language === "en" || !languagesOf(page).includes(language)) return page;
  return page === "/" ? `/${language}` : `/${language}${page}`;
}

/** The English address of a public page in any language. */
export function englishAddressOf(pathname: string): string {
  const path = trimCharactersFromEnd(pathname.toLowerCase(), "/") || "/";
  const pathWithoutJa = path.replace(/^\/ja\//, "/");
  if (japanesePages.includes(pathWithoutJa)) return pathWithoutJa;
  return path === "/vi" ? "/" : path.replace(/^\/vi\//, "/");
}

/** The English address of the page to switch languages on: the start page if this one has no translation. */
export function sharedPageOf(pathname: string): string {
  const page = englishAddressOf(pathname);
  return sitePages.some((sitePage) => sitePage === page) || page.startsWith("/blog/") ? page : "/";
}

/** The language of a public page's address. Undefined for other addresses. */
export function siteLanguage(pathname: string): Language | undefined {
  if (/^\/vi(?:\/|$)/i.test(pathname)) return "vi";
  const page = englishAddressOf(pathname);
  if (/^\/ja\//i.test(pathname)) return japanesePages.includes(page) ? "ja" : undefined;
  const isPublic =
    sitePages.some((sitePage) => sitePage === page) || /^\/blog\/(?!select(?:\/|$))/.test(page);
  return isPublic ? "en" : undefined;
}
