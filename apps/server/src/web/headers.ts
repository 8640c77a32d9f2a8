import type { FastifyRequest } from "fastify";

/** Returns the host of the request if it is valid. An invalid host could inject text into a header or a URL. */
export function wellFormedHostOf(request: FastifyRequest): string {
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(request.host) ? request.host : "localhost";
}

/**
 * The Content-Security-Policy of a page. With a nonce, only scripts with this nonce may run, and scripts that they
 * load. Without a nonce (a page that is cached for all visitors), script files of this site may run, but no inline
 * scripts. Inline styles are always allowed, because the component library positions elements by the `style` attribute.
 */
function buildContentSecurityPolicy(host: string, nonce: string | null): string {
  return [
    "default-src 'self'",
    nonce === null ? "script-src 'self'" : `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self' ws://${host} wss://${host}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    // Allow workers, because a worker sends the heart-beats of the live channel. Browsers slow down the timers of
    // hidden pages, but not those of workers.
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");
}

/**
 * The Content-Security-Policy of built files. It matters for the scripts of workers, because a worker uses the policy
 * of its own file. Such scripts may load other files of this site.
 */
export const builtFileContentSecurityPolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The headers of a page, in addition to the headers of every response, or instead of them. `nonce` is null for a page
 * that is the same for everybody.
 */
export function createPageHeaders(request: FastifyRequest, nonce: string | null): Record<string, string> {
  return {
    "content-security-policy": buildContentSecurityPolicy(wellFormedHostOf(request), nonce),
    "referrer-policy": "strict-origin-when-cross-origin",
    "cache-control": nonce === null ? "no-cache" : "private, no-cache",
    vary: "cookie, accept-language, accept-encoding",
  };
}
