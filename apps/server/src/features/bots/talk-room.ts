import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import * as store from "./talk-room-store.ts";

/** Milliseconds for which the total size of a person's talks is cached. */
const talkBytesCacheMs = 60_000;
const maximumCachedPeople = 1_000;
/**
 * If the visitors' sessions have used up a person's storage, sessions are deleted until this share of the limit is
 * free.
 */
const fractionOfLimitToFree = 0.1;
/** Sessions that were used within this many hours are never deleted to free storage. */
const minimumUnusedHours = 24;
const retryAfterSeconds = 3_600;

/**
 * Limits the bytes of all talks between visitors and the bots of one person. These bytes do not count towards the
 * person's quota, because strangers could then fill that quota.
 */
export function createSessionStorageLimit(db: Kysely<DB>, maximumTalkBytes: number) {
  const talkBytesByPerson = new LRUCache<string, number>({ max: maximumCachedPeople, ttl: talkBytesCacheMs });

  async function readUsedBytes(creatorId: string): Promise<number> {
    const bytes = await store.readSessionBytes(db, creatorId);
    talkBytesByPerson.set(creatorId, bytes);
    return bytes;
  }

  return {
    /**
     * Makes sure that there is storage space for a new session. Call this before the session begins. If there is no
     * space, deletes the oldest sessions that were not used lately. Throws ERR.TOO_MANY if this does not free enough
     * space.
     */
    async require(creatorId: string): Promise<void> {
      const bytes = talkBytesByPerson.get(creatorId) ?? (await readUsedBytes(creatorId));
      if (bytes < maximumTalkBytes) return;
      await store.deleteOldestSessions(db, creatorId, {
        bytes: bytes - (1 - fractionOfLimitToFree) * maximumTalkBytes,
        hours: minimumUnusedHours,
      });
      if ((await readUsedBytes(creatorId)) >= maximumTalkBytes)
        throw new AppError("ERR.TOO_MANY", { retryAfter: retryAfterSeconds });
    },

    /**
     * Returns how many bytes are left for talks. Call it before a broadcast. A broadcast never deletes sessions to free
     * storage space.
     */
    bytesLeft: async (creatorId: string): Promise<number> =>
      maximumTalkBytes - (await readUsedBytes(creatorId)),
  };
}
