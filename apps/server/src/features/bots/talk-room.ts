import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import * as store from "./talk-room-store.ts";

/** Milliseconds for which a sum is used before it is read again. */
const sumLastsMs = 60_000;
const cachedSums = 1_000;
/** What is freed where there is no more room: this share (0 to 1) of the limit. */
const freedShare = 0.1;
/** Whoever wrote within these hours may still write. */
const unusedHours = 24;
const retryAfterSeconds = 3_600;

/**
 * The room for what visitors and the bots of one person say to each other. Visitors are strangers, so it is not counted
 * towards the person's quota: nobody could fill that from outside.
 */
export function createTalkRoom(db: Kysely<DB>, maximumBytes: number) {
  const sums = new LRUCache<string, number>({ max: cachedSums, ttl: sumLastsMs });

  async function read(makerId: string): Promise<number> {
    const bytes = await store.bytesOfTalks(db, makerId);
    sums.set(makerId, bytes);
    return bytes;
  }

  return {
    /**
     * Call it before a new session. Where the room is full, the oldest sessions make place. Throws ERR.TOO_MANY where
     * all of them are in use.
     */
    async require(makerId: string): Promise<void> {
      const bytes = sums.get(makerId) ?? (await read(makerId));
      if (bytes < maximumBytes) return;
      await store.deleteOldestTalks(db, makerId, {
        bytes: bytes - (1 - freedShare) * maximumBytes,
        hours: unusedHours,
      });
      if ((await read(makerId)) >= maximumBytes)
        throw new AppError("ERR.TOO_MANY", { retryAfter: retryAfterSeconds });
    },

    /** Returns how many bytes are left. Call it before a broadcast, for which no session makes place. */
    left: async (makerId: string): Promise<number> => maximumBytes - (await read(makerId)),
  };
}
