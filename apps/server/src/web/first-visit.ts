import { chooseLanguage, isLanguage, languageCookieName } from "@kakehashi/contract/languages";
import type { FastifyRequest } from "fastify";
import { cookieValue } from "./visit.ts";

/**
 * Chooses the language of the start page for a reader who comes to `/` from outside this site. Returns the URL of the
 * Vietnamese start page if the browser asks for Vietnamese. Otherwise returns null, and the reader stays on `/`, which
 * is in English. Also returns null if a cookie or the query parameter `lang` says which language the reader has chosen.
 */
export function findStartPageLanguageRedirect(
  request: Pick<FastifyRequest, "method" | "url" | "headers">,
): string | null {
  const { method, url, headers } = request;
  if (method !== "GET" && method !== "HEAD") return null;
  // Split the URL without the URL parser, because the parser throws for some URLs that clients send.
  const [path, query] = url.split("?", 2);
  if (path !== "/" || new URLSearchParams(query).has("lang")) return null;
  if (isLanguage(cookieValue(headers.cookie, languageCookieName))) return null;
  if (headers["sec-fetch-site"] === "same-origin") return null;
  return chooseLanguage(undefined, headers["accept-language"]) === "vi" ? `/vi${url.slice(1)}` : null;
}
