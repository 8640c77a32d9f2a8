import type { FastifyInstance, FastifyRequest } from "fastify";

const httpsOnlyHeader = { "strict-transport-security": "max-age=31536000" };

/**
 * The strictest security headers, sent with every response. Pages and files replace some of them. With these headers,
 * browsers do not guess media types, run no scripts, and let no other site embed or open the response.
 */
const strictSecurityHeaders: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "content-security-policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
};

/** Returns the security headers of every response. `isSecure`: the site uses https, and browsers must stay on https. */
export function createSecurityHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  return isSecure ? { ...strictSecurityHeaders, ...httpsOnlyHeader } : strictSecurityHeaders;
}

const usesHttps = (publicUrl: string) => publicUrl.startsWith("https:");

/**
 * Returns the security headers as lines, for responses that are written to a socket directly. `publicUrl` tells whether
 * the site uses https.
 */
export function createSecurityHeaderLines(publicUrl: string): string[] {
  return Object.entries(createSecurityHeaders(usesHttps(publicUrl))).map(
    ([name, value]) => `${name}: ${value}`,
  );
}

/**
 * Returns the security headers of the response to this request. A trusted proxy may state that the request came over
 * https.
 */
export function createResponseSecurityHeaders(request: FastifyRequest, publicUrl: string) {
  return createSecurityHeaders(usesHttps(publicUrl) || request.protocol === "https");
}

/** Adds the security headers to every response. Call this before adding any hook that may refuse a request. */
export function addSecurityHeaders(httpServer: FastifyInstance, publicUrl: string): void {
  httpServer.addHook("onRequest", (request, reply, continueRequest) => {
    reply.headers(createResponseSecurityHeaders(request, publicUrl));
    continueRequest();
  });
}
