import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a request comes from one of our own pages, or not from a page at all. Browsers send `Origin` with every
 * WebSocket request and with every request that can change something. Our origin is the public URL, or the host that
 * the request names.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin } = headers;
  if (origin === undefined) return headers["sec-fetch-site"] !== "cross-site";
  if (origin === new URL(publicUrl).origin) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === headers.host;
}
