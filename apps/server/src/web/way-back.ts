import type { FastifyRequest } from "fastify";

/** The page to which Facebook and Zalo send a person back who connects a page of theirs. */
const callbackPage = /^\/bots\/callback(?:\?|$)/;

/**
 * Whether a platform is sending a person back to us. Browsers hold back the session's cookie during a navigation that began
 * on another site, so the page would ask a signed-in person to sign in. A page that leads on to the same address begins a
 * new navigation, from this site (decision 17).
 */
export const isWayBack = ({
  method,
  url,
  headers,
}: Pick<FastifyRequest, "method" | "url" | "headers">): boolean =>
  method === "GET" && callbackPage.test(url) && headers["sec-fetch-site"] === "cross-site";
