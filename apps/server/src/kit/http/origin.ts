import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a request may come from where it says. A browser always sends `Origin` on what can change something and on
 * WebSockets; a request without one comes from no page. Our own origin is the public one, or the very host asked.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin } = headers;
  if (origin === undefined) return headers["sec-fetch-site"] !== "cross-site";
  if (origin === new URL(publicUrl).origin) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === headers.host;
}
