import type { FastifyReply, FastifyRequest } from "fastify";
import { compressBody, encodingFor } from "./compression.ts";
import { createPageHeaders } from "./headers.ts";
import type { CachedPage, EncodedPage, RenderedPage } from "./page-cache.ts";
import type { RenderContext } from "./visit.ts";

/** Brotli's quality (0 to 11) for a page that is sent once. */
const singleUseBrotliQuality = 4;

/** Sends a page with its headers, in an encoding that the browser accepts. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: RenderContext,
  page: RenderedPage | EncodedPage | CachedPage,
): Promise<FastifyReply> {
  const headerOf = (headerName: string) => page.headers.find(([name]) => name === headerName)?.[1] ?? "";
  const type = headerOf("content-type");
  reply.code(page.status);
  for (const [name, value] of page.headers) reply.header(name, value);
  const isPublicPage = page.publicCacheSeconds > 0 || "encoded" in page;
  const nonce = isPublicPage || !type.startsWith("text/html") ? null : visit.nonce;
  const headers = createPageHeaders(request, nonce);
  // Set the cache time only for HTML pages, because pictures and feeds set their own cache times.
  const hasOwnCacheTime = !type.startsWith("text/html") && page.publicCacheSeconds > 0;
  if (hasOwnCacheTime || headerOf("cache-control") === "no-store") delete headers["cache-control"];
  reply.headers(headers);
  // Let other sites show the social cards (preview pictures) of the public pages. Social networks do so.
  if (type.startsWith("image/")) reply.header("cross-origin-resource-policy", "cross-origin");
  if ("etag" in page) {
    reply.header("etag", page.etag);
    if (request.headers["if-none-match"]?.includes(page.etag)) return reply.code(304).send(null);
  }
  if (page.body.length === 0) return reply.send("");
  const encoding = encodingFor(request.headers["accept-encoding"], type, page.body.length);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  const body =
    "encoded" in page
      ? await page.encoded(encoding)
      : await compressBody(page.body, encoding, singleUseBrotliQuality);
  return reply.send(body);
}
