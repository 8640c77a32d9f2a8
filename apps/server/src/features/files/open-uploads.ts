import { maximumOpenUploads } from "@kakehashi/contract/files";
import { idSchema } from "@kakehashi/contract/kit/ids";
import type { createQuota } from "./quota.ts";
import type { Staging } from "./staging.ts";

/**
 * Milliseconds after its last bytes at which an upload may be given up for a new one of the same person. A body that
 * stands still is cut long before, and a client tries again every half minute.
 */
const idleMs = 5 * 60_000;

/** Uploads in pieces that are under way. Each counts for its person with the length that it announced. */
export function createOpenUploads(quota: ReturnType<typeof createQuota>, staging: Staging) {
  async function abandon(id: string): Promise<void> {
    await staging.removePieces(id);
    await quota.release([id]);
  }

  return {
    /** FILE.TOO_MANY_UPLOADS where so many of this person's go on. Those that stand still make room: a page may be gone. */
    async begin(userId: string, id: string, size: number): Promise<void> {
      const open = await quota.listReserved(userId);
      if (open.length >= maximumOpenUploads)
        for (const idle of await staging.listIdle(open, idleMs)) await abandon(idle);
      await quota.reserve(userId, id, size, maximumOpenUploads);
    },

    abandon,

    /** Of uploads whose bytes were swept, by the names of those, and of such that began so long ago, wherever. */
    async releaseSwept(names: readonly string[], hours: number): Promise<void> {
      await quota.release(names.filter((name) => idSchema.safeParse(name).success));
      await quota.releaseOld(hours);
    },
  };
}
