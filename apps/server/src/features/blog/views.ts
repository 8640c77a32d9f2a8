import { createHmac, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isbot } from "isbot";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { networkOf } from "../../kit/http/network.ts";
import * as store from "./store.ts";

/** An HTTP request for a public page, by a human reader or by a program. */
export interface PageViewRequest {
  url: string;
  method: string;
  ip: string;
  headers: IncomingHttpHeaders;
}

const formatCurrentDay = () => new Date().toISOString().slice(0, 10);

/** Returns the slug of the post that a person opened. Null for other pages, for programs and for prefetches. */
export function findPostSlugOfView({ url, method, headers }: PageViewRequest): string | null {
  const slug = /^\/(?:vi\/)?blog\/([a-z0-9-]+)\/?(?:\?|$)/.exec(url)?.[1];
  if (slug === undefined || method !== "GET") return null;
  const userAgent = headers["user-agent"];
  if (!userAgent || isbot(userAgent)) return null;
  if (/prefetch|preview/.test(`${headers.purpose} ${headers["sec-purpose"]} ${headers["x-moz"]}`))
    return null;
  const fetchDestination = headers["sec-fetch-dest"];
  return fetchDestination === undefined || fetchDestination === "document" ? slug : null;
}

/**
 * Counts a post's readers without using cookies. Stores only a hash of the reader's network address. The key for the
 * hash is used for one day.
 */
export function createPostViewCounter(db: Kysely<DB>) {
  let cachedReaderKey: { day: string; key: Promise<Buffer> } | undefined;

  function findReaderKeyOfDay(day: string): Promise<Buffer> {
    if (cachedReaderKey?.day !== day) {
      const key = store.findOrCreateReaderKey(db, day, randomBytes(32));
      key.catch(() => {
        cachedReaderKey = undefined;
      });
      cachedReaderKey = { day, key };
    }
    return cachedReaderKey.key;
  }

  return {
    async count(postView: PageViewRequest): Promise<void> {
      const slug = findPostSlugOfView(postView);
      if (slug === null) return;
      const day = formatCurrentDay();
      const readerHash = createHmac("sha256", await findReaderKeyOfDay(day))
        .update(networkOf(postView.ip))
        .digest();
      await store.countPostView(db, day, slug, readerHash);
    },
  };
}
