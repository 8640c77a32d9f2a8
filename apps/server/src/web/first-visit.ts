import { chooseLanguage, isLanguage, languageCookie } from "@kakehashi/contract/languages";
import type { FastifyRequest } from "fastify";
import { cookieValue } from "./visit.ts";

/**
 * Returns where to redirect a reader who comes to `/` from another site: the start page in their browser's
 * language, or null for no redirect. A reader who comes from this site, or whose language is remembered, is
 * not redirected. The public pages are in English and Vietnamese, and set no cookie.
 */
export function findStartPageRedirect(
  request: Pick<FastifyRequest, "method" | "url" | "headers">,
): string | null {
  const { method, url, headers } = request;
  if (method !== "GET" && method !== "HEAD") return null;
  // Splits the URL by hand, because a client may send a URL that the URL parser refuses.
  const [path, query] = url.split("?", 2);
  if (path !== "/" || new URLSearchParams(query).has("lang")) return null;
  if (isLanguage(cookieValue(headers.cookie, languageCookie))) return null;
  if (headers["sec-fetch-site"] === "same-origin") return null;
  return chooseLanguage(undefined, headers["accept-language"]) === "vi" ? `/vi${url.slice(1)}` : null;
}
