import type { FastifyRequest } from "fastify";

/** Matches the URL to which Facebook and Zalo redirect a person who is connecting a page of theirs. */
const callbackPagePattern = /^\/bots\/callback(?:\?|$)/;

/**
 * Whether Facebook or Zalo is redirecting a person back to this site. Browsers omit the session cookie when a
 * navigation begins on another site, so the person would seem to be signed out. To get the cookie, the server sends the
 * browser to the same URL again, from a page of this site (docs/decisions, number 17).
 */
export const isPlatformRedirect = ({
  method,
  url,
  headers,
}: Pick<FastifyRequest, "method" | "url" | "headers">): boolean =>
  method === "GET" && callbackPagePattern.test(url) && headers["sec-fetch-site"] === "cross-site";
