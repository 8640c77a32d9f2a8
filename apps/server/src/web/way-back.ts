import type { FastifyRequest } from "fastify";

/** Matches the URL to which Facebook and Zalo redirect a person who is connecting a page of theirs. */
const callbackPagePattern = /^\/bots\/callback(?:\?|$)/;

/**
 * Whether Facebook or Zalo is redirecting a person back to this site. Browsers do not send the session cookie during a
 * navigation that began on another site, so the page would ask a signed-in person to sign in. Redirecting to the same
 * URL from a page of this site begins a new navigation with the cookie (docs/decisions, number 17).
 */
export const isPlatformRedirect = ({
  method,
  url,
  headers,
}: Pick<FastifyRequest, "method" | "url" | "headers">): boolean =>
  method === "GET" && callbackPagePattern.test(url) && headers["sec-fetch-site"] === "cross-site";
