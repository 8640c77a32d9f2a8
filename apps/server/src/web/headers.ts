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

/** What every page is sent with. `nonce` is null for a page that is the same for everybody. */
export function pageHeaders(request: FastifyRequest, nonce: string | null): Record<string, string> {
  return {
    "content-security-policy": contentPolicy(safeHost(request), nonce),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "cache-control": nonce === null ? "no-cache" : "private, no-cache",
    vary: "cookie, accept-language, accept-encoding",
    ...(request.protocol === "https" ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}
