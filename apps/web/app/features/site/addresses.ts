import { type SiteLanguage, siteLanguages } from "@kakehashi/contract/site";

export { type SiteLanguage, siteLanguages };

/** The public pages, by their English address; Vietnamese stands below `/vi`. */
export const sitePages = ["/", "/service", "/price", "/blog", "/contact", "/policy", "/cookies"] as const;

/** The address in `language` of the page that has this address in English. */
export function siteAddress(page: string, language: SiteLanguage): string {
  if (language === "en") return page;
  return page === "/" ? "/vi" : `/vi${page}`;
}

/** The English address of a public page, whichever language it was asked for in. */
export function pageOf(pathname: string): string {
  const path = pathname.toLowerCase().replace(/\/+$/, "") || "/";
  return path === "/vi" ? "/" : path.replace(/^\/vi\//, "/");
}

/** The language that a public page's address fixes; undefined elsewhere. */
export function siteLanguage(pathname: string): SiteLanguage | undefined {
  if (/^\/vi(?:\/|$)/i.test(pathname)) return "vi";
  const page = pageOf(pathname);
  const isPublic = sitePages.some((known) => known === page) || /^\/blog\/(?!select(?:\/|$))/.test(page);
  return isPublic ? "en" : undefined;
}
