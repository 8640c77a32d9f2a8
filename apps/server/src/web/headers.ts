import type { FastifyRequest } from "fastify";

/** Returns the requested host if it is valid. An invalid host could inject something into a header or a URL. */
export function validHostOf(request: FastifyRequest): string {
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(request.host) ? request.host : "localhost";
}

/**
 * The Content-Security-Policy of pages. A page that hydrates allows its scripts by nonce, and the scripts that these
 * load. A page for all visitors is cached, so it cannot contain a nonce; it allows script files of this site and no
 * inline scripts. Inline styles are allowed, because the component library sets positions by the style attribute.
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
    // The policy allows workers, because the heart-beats of the live channel are sent by a worker. Browsers slow down
    // timers of hidden pages, but not of workers.
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");
}

/**
 * The Content-Security-Policy of built files: they may run and load other files of this site. It matters for worker
 * scripts, because a worker uses the policy of its own response.
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
 * The headers of pages. They replace or extend the headers of every response. `nonce` is null for a page that is the
 * same for everybody.
 */
export function pageHeaders(request: FastifyRequest, nonce: string | null): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(validHostOf(request), nonce),
    "referrer-policy": "strict-origin-when-cross-origin",
    "cache-control": nonce === null ? "no-cache" : "private, no-cache",
    vary: "cookie, accept-language, accept-encoding",
  };
}
