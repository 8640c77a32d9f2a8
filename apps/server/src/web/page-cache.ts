import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type ContentCoding, compressBody, createCachedEncoder } from "./compression.ts";

/** A rendered page. */
export interface RenderedPage {
  status: number;
  /** The HTTP headers, with names in lower case. */
  headers: readonly (readonly [string, string])[];
  body: Buffer;
  /**
   * For this many seconds, all visitors who are not signed in get the same page. 0: the page is for one visitor only.
   */
  publicCacheSeconds: number;
}

/** A cached page with its compressed forms. */
export interface EncodablePage extends RenderedPage {
  encoded(encoding: ContentCoding): Promise<Buffer>;
}

/**
 * A page in the server's cache. Browsers may cache it too, but must ask the server before each use whether it has
 * changed.
 */
export interface CachedPage extends EncodablePage {
  etag: string;
}

/**
 * The maximum size of all cached bodies together, in bytes before compression. All public pages in both languages need
 * far less.
 */
const capacityBytes = 64 * 1024 * 1024;
/**
 * Brotli's quality for the first request of a URL with a query. It is low, so that a flood of invented URLs takes
 * little processor time.
 */
const firstRequestBrotliQuality = 1;

function toCachedPage(page: RenderedPage, key: string): CachedPage {
  const encodeOnce = createCachedEncoder(page.body);
  // There are few URLs without a query, and they are requested often. So their pages are compressed with high quality
  // at once.
  let wasRequested = !key.includes("?");
  return {
    ...page,
    etag: `"${createHash("sha256").update(page.body).digest("base64url").slice(0, 22)}"`,
    encoded(encoding) {
      if (wasRequested) return encodeOnce(encoding);
      wasRequested = true;
      return compressBody(page.body, encoding, firstRequestBrotliQuality);
    },
  };
}

/**
 * Returns the cache key of a public page. The key of a social card (preview picture) contains neither theme nor query,
 * because the card does not depend on them.
 */
export function pageKey(url: string, theme: string): string {
  return url.startsWith("/cards/") ? (url.split("?")[0] ?? url) : `${theme} ${url}`;
}

export interface PageCache {
  /**
   * Returns the cached page, or a new page from `render`. If several visitors request the same page at once, it is
   * rendered only once.
   */
  read(key: string, render: () => Promise<RenderedPage>): Promise<RenderedPage | CachedPage>;
  clear(): void;
}

export function createPageCache(now: () => number = Date.now): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: capacityBytes,
    // The cache library needs a size above 0, even if the body is empty.
    sizeCalculation: ({ body }) => Math.max(1, body.length),
    ttlResolution: 0,
    perf: { now },
  });
  const ongoingRenderings = new Map<string, Promise<RenderedPage | CachedPage>>();
  // How often the cache was cleared. If this happens while a page is rendered, the page is not cached, because it may
  // show old content.
  let cacheClearings = 0;

  async function renderAndCache(key: string, renderPage: () => Promise<RenderedPage>) {
    const clearCountAtStart = cacheClearings;
    const renderedPage = await renderPage();
    if (renderedPage.publicCacheSeconds === 0) return renderedPage;
    const page = toCachedPage(renderedPage, key);
    if (clearCountAtStart === cacheClearings)
      pages.set(key, page, { ttl: renderedPage.publicCacheSeconds * 1000 });
    return page;
  }

  return {
    read(key, renderPage) {
      const cachedPage = pages.get(key);
      if (cachedPage) return Promise.resolve(cachedPage);
      const ongoingRendering = ongoingRenderings.get(key);
      // Another visitor's request is already rendering this page, so wait for its result. If the result turns out to be
      // for that visitor only, render the page again.
      if (ongoingRendering)
        return ongoingRendering.then((page) => (page.publicCacheSeconds === 0 ? renderPage() : page));
      const startedRendering = renderAndCache(key, renderPage).finally(() => {
        if (ongoingRenderings.get(key) === startedRendering) ongoingRenderings.delete(key);
      });
      ongoingRenderings.set(key, startedRendering);
      return startedRendering;
    },
    clear() {
      cacheClearings++;
      pages.clear();
      ongoingRenderings.clear();
    },
  };
}
