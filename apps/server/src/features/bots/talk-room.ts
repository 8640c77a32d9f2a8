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
const shareOfLimitToFree = 0.1;
/** Sessions that were used within this many hours are never deleted to free storage. */
const minimumUnusedHours = 24;
const retryAfterSeconds = 3_600;

/**
 * Limits the bytes of all talks between visitors and the bots of one person. These bytes do not count towards the
 * person's quota, because strangers could then fill that quota.
 */
export function createTalkStorage(db: Kysely<DB>, maximumBytes: number) {
  const talkBytesByPerson = new LRUCache<string, number>({ max: maximumCachedPeople, ttl: talkBytesCacheMs });

  async function readUsedBytes(makerId: string): Promise<number> {
    const bytes = await store.readTalkBytes(db, makerId);
    talkBytesByPerson.set(makerId, bytes);
    return bytes;
  }

  return {
    /**
     * Makes sure that there is storage space for a new session. Call it before the session begins. If there is no
     * space, it deletes the oldest unused sessions. Throws ERR.TOO_MANY if all sessions are in use.
     */
    async require(makerId: string): Promise<void> {
      const bytes = talkBytesByPerson.get(makerId) ?? (await readUsedBytes(makerId));
      if (bytes < maximumBytes) return;
      await store.deleteOldestTalks(db, makerId, {
        bytes: bytes - (1 - shareOfLimitToFree) * maximumBytes,
        hours: minimumUnusedHours,
      });
      if ((await readUsedBytes(makerId)) >= maximumBytes)
        throw new AppError("ERR.TOO_MANY", { retryAfter: retryAfterSeconds });
    },

    /**
     * Returns how many bytes are left for talks. Call it before a broadcast. A broadcast never deletes sessions to free
     * storage space.
     */
    bytesLeft: async (makerId: string): Promise<number> => maximumBytes - (await readUsedBytes(makerId)),
  };
}
