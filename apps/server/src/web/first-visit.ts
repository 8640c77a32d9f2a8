import { chooseLanguage, isLanguage, languageCookie } from "@kakehashi/contract/languages";
import type { FastifyRequest } from "fastify";
import { cookieValue } from "./visit.ts";

/**
 * Where a reader who comes to `/` from another site is sent: the start page in their browser's language, or
 * null to stay. A reader who comes from this site, or whose language is remembered, stays. The public pages
 * are in English and Vietnamese, and set no cookie.
 */
export function firstPageFor(request: Pick<FastifyRequest, "method" | "url" | "headers">): string | null {
  const { method, url, headers } = request;
  if (method !== "GET" && method !== "HEAD") return null;
  // Split as text: the parser refuses some addresses that a client may send.
  const [path, query] = url.split("?", 2);
  if (path !== "/" || new URLSearchParams(query).has("lang")) return null;
  if (isLanguage(cookieValue(headers.cookie, languageCookie))) return null;
  if (headers["sec-fetch-site"] === "same-origin") return null;
  return chooseLanguage(undefined, headers["accept-language"]) === "vi" ? `/vi${url.slice(1)}` : null;
}
