import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Encoding, encode, encodedOnce } from "./compression.ts";

/** A page as it was rendered. */
export interface RenderedPage {
  status: number;
  /** Lower-case names. */
  headers: readonly (readonly [string, string])[];
  body: Buffer;
  /** Seconds for which it is the same for every stranger; 0 for a page that is one visitor's own. */
  shared: number;
}

/** A page in memory, with its forms on the wire. */
export interface EncodedPage extends RenderedPage {
  encoded(encoding: Encoding): Promise<Buffer>;
}

/** One that a browser may keep as well, and ask whether it is still the same. */
export interface CachedPage extends EncodedPage {
  etag: string;
}

/** Bytes of bodies, before compression: all pages in both languages are far below it. */
const capacityBytes = 64 * 1024 * 1024;
/** Brotli's quality for a made-up address's first reader: a flood of those that nobody asks for twice costs little. */
const firstQuality = 1;

function addToCache(page: RenderedPage, key: string): CachedPage {
  const cached = encodedOnce(page.body);
  // Of addresses without a query there are as many as pages: they will be asked for again.
  let asked = !key.includes("?");
  return {
    ...page,
    etag: `"${createHash("sha256").update(page.body).digest("base64url").slice(0, 22)}"`,
    encoded(encoding) {
      if (asked) return cached(encoding);
      asked = true;
      return encode(page.body, encoding, firstQuality);
    },
  };
}

/** Under which a stranger's page is kept. A social card looks the same in every theme, and no query changes it. */
export function pageKey(url: string, theme: string): string {
  return url.startsWith("/cards/") ? (url.split("?")[0] ?? url) : `${theme} ${url}`;
}

export interface PageCache {
  /** The kept page, or what `render` makes. Of many who ask at once for the same page, one renders. */
  read(key: string, render: () => Promise<RenderedPage>): Promise<RenderedPage | CachedPage>;
  clear(): void;
}

export function createPageCache(now: () => number = Date.now): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: capacityBytes,
    // An empty body counts, too: a size has to be above 0.
    sizeCalculation: ({ body }) => Math.max(1, body.length),
    ttlResolution: 0,
    perf: { now },
  });
  const rendering = new Map<string, Promise<RenderedPage | CachedPage>>();
  // A page that was being rendered when something was published may show what stood before: it is not kept.
  let edition = 0;

  async function renderAndKeep(key: string, render: () => Promise<RenderedPage>) {
    const begun = edition;
    const rendered = await render();
    if (rendered.shared === 0) return rendered;
    const page = addToCache(rendered, key);
    if (begun === edition) pages.set(key, page, { ttl: rendered.shared * 1000 });
    return page;
  }

  return {
    read(key, render) {
      const cached = pages.get(key);
      if (cached) return Promise.resolve(cached);
      const waiting = rendering.get(key);
      // What turns out to be one visitor's own is never handed to another.
      if (waiting) return waiting.then((page) => (page.shared === 0 ? render() : page));
      const started = renderAndKeep(key, render).finally(() => {
        if (rendering.get(key) === started) rendering.delete(key);
      });
      rendering.set(key, started);
      return started;
    },
    clear() {
      edition++;
      pages.clear();
      rendering.clear();
    },
  };
}
