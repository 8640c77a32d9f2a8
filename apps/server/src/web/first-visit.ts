import { chooseLanguage, isLanguage, languageCookie } from "@kakehashi/contract/languages";
import type { FastifyRequest } from "fastify";
import { cookieValue } from "./visit.ts";

/**
 * Returns the URL to which a reader is redirected who comes to `/` from another site: the start page in the browser's
 * language. Null: no redirect, because the reader comes from this site, or the browser remembers a language. The public
 * pages are in English and Vietnamese, and set no cookie.
 */
export function findStartPageRedirect(
  request: Pick<FastifyRequest, "method" | "url" | "headers">,
): string | null {
  const { method, url, headers } = request;
  if (method !== "GET" && method !== "HEAD") return null;
  // Splits the URL without the URL parser, because the parser throws for some URLs that clients send.
  const [path, query] = url.split("?", 2);
  if (path !== "/" || new URLSearchParams(query).has("lang")) return null;
  if (isLanguage(cookieValue(headers.cookie, languageCookie))) return null;
  if (headers["sec-fetch-site"] === "same-origin") return null;
  return chooseLanguage(undefined, headers["accept-language"]) === "vi" ? `/vi${url.slice(1)}` : null;
}
