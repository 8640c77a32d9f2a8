import type { FastifyReply, FastifyRequest } from "fastify";
import { compressBody, encodingFor } from "./compression.ts";
import { createPageHeaders } from "./headers.ts";
import type { CachedPage, EncodablePage, RenderedPage } from "./page-cache.ts";
import type { RenderContext } from "./visit.ts";

/** Brotli's quality (0 to 11) for a page that is sent once. */
const singleUseBrotliQuality = 4;

/** Sends a page with its headers, in an encoding that the browser accepts. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: RenderContext,
  renderedPage: RenderedPage | EncodablePage | CachedPage,
): Promise<FastifyReply> {
  const headerOf = (headerName: string) =>
    renderedPage.headers.find(([name]) => name === headerName)?.[1] ?? "";
  const type = headerOf("content-type");
  reply.code(renderedPage.status);
  for (const [name, value] of renderedPage.headers) reply.header(name, value);
  const isPublicPage = renderedPage.publicCacheSeconds > 0 || "encoded" in renderedPage;
  const nonce = isPublicPage || !type.startsWith("text/html") ? null : visit.nonce;
  const headers = createPageHeaders(request, nonce);
  // Set the cache time only for HTML pages, because pictures and feeds set their own cache times.
  const hasOwnCacheTime = !type.startsWith("text/html") && renderedPage.publicCacheSeconds > 0;
  if (hasOwnCacheTime || headerOf("cache-control") === "no-store") delete headers["cache-control"];
  reply.headers(headers);
  // Let other sites show the social cards (preview pictures) of the public pages. Social networks do so.
  if (type.startsWith("image/")) reply.header("cross-origin-resource-policy", "cross-origin");
  if ("etag" in renderedPage) {
    reply.header("etag", renderedPage.etag);
    if (request.headers["if-none-match"]?.includes(renderedPage.etag)) return reply.code(304).send(null);
  }
  if (renderedPage.body.length === 0) return reply.send("");
  const encoding = encodingFor(request.headers["accept-encoding"], type, renderedPage.body.length);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  const body =
    "encoded" in renderedPage
      ? await renderedPage.encoded(encoding)
      : await compressBody(renderedPage.body, encoding, singleUseBrotliQuality);
  return reply.send(body);
}
