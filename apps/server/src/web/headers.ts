import type { FastifyRequest } from "fastify";

/** Returns the requested host if it is valid, so that it cannot inject anything into a header or a URL. */
export function validHostOf(request: FastifyRequest): string {
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(request.host) ? request.host : "localhost";
}

/**
 * The Content-Security-Policy of pages. A page that hydrates runs its scripts by nonce, and the scripts that
 * those load. A page for everybody is sent from a cache, so it cannot contain a nonce: it runs files of this
 * site and nothing inline. Inline styles are allowed because the component library sets positions by the
 * style attribute.
 */
function contentSecurityPolicy(host: string, nonce: string | null): string {
  return [
    "default-src 'self'",
    nonce === null ? "script-src 'self'" : `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self' ws://${host} wss://${host}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    // The policy allows workers, because a worker sends the heart-beats of the live channel. Browsers slow down the
    // timers of hidden pages, but not those of workers.
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");
}

/**
 * The Content-Security-Policy of built files: they may run and load other files of this site. A worker obeys
 * the policy of its own script's answer.
 */
export const filePolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The headers of pages, which replace or extend the headers of every answer. `nonce` is null for a page that
 * is the same for everybody.
 */
export function pageHeaders(request: FastifyRequest, nonce: string | null): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(validHostOf(request), nonce),
    "referrer-policy": "strict-origin-when-cross-origin",
    "cache-control": nonce === null ? "no-cache" : "private, no-cache",
    vary: "cookie, accept-language, accept-encoding",
  };
}
