import type { FastifyRequest } from "fastify";

/** The host that was asked, if it is one; never a way to write into a header or an address. */
export function safeHost(request: FastifyRequest): string {
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(request.host) ? request.host : "localhost";
}

/**
 * A page that hydrates runs its scripts by nonce, and what those load. A page for everybody is sent from memory, so
 * no nonce can stand in it: it runs files of this site and nothing inline. Inline styles are allowed because the
 * component library sets positions by the style attribute.
 */
function contentPolicy(host: string, nonce: string | null): string {
  return [
    "default-src 'self'",
    nonce === null ? "script-src 'self'" : `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self' ws://${host} wss://${host}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    // The live channel's heart-beats tick in a worker: browsers slow down the timers of hidden pages.
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");
}

/** Built files run and load what lies beside them: a worker's script is held to the policy of its own answer. */
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
 * What pages are sent with instead of what every answer is sent with, or beside it. `nonce` is null for a page that is
 * the same for everybody.
 */
export function pageHeaders(request: FastifyRequest, nonce: string | null): Record<string, string> {
  return {
    "content-security-policy": contentPolicy(safeHost(request), nonce),
    "referrer-policy": "strict-origin-when-cross-origin",
    "cache-control": nonce === null ? "no-cache" : "private, no-cache",
    vary: "cookie, accept-language, accept-encoding",
  };
}
