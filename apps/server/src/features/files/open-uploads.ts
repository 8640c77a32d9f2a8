import { maximumOpenUploads } from "@kakehashi/contract/files";
import { idSchema } from "@kakehashi/contract/kit/ids";
import type { createQuota } from "./quota.ts";
import type { UploadFolder } from "./staging.ts";

/**
 * An upload that received nothing for this long may be deleted if the same person begins another upload. The server
 * closes a stalled request long before, and a client retries every half minute.
 */
const idleUploadMs = 5 * 60_000;

/** Resumable uploads in progress. The announced length of each upload counts towards the person's quota. */
export function createOpenUploads(quota: ReturnType<typeof createQuota>, staging: UploadFolder) {
  async function deleteOpenUpload(id: string): Promise<void> {
    await staging.removeResumableUpload(id);
    await quota.release([id]);
  }

  return {
    /**
     * Throws FILE.TOO_MANY_UPLOADS if the person has too many active uploads. Uploads that have received nothing for a
     * while are deleted first, because their page may be closed.
     */
    async reserveUpload(userId: string, id: string, size: number): Promise<void> {
      const openUploadIds = await quota.listReserved(userId);
      if (openUploadIds.length >= maximumOpenUploads)
        for (const idleUploadId of await staging.listIdleUploadIds(openUploadIds, idleUploadMs))
          await deleteOpenUpload(idleUploadId);
      await quota.reserve(userId, id, size, maximumOpenUploads);
    },

    deleteOpenUpload,

    /**
     * Releases the reserved quota of deleted uploads. `fileNames` are the deleted temporary files: the file of a
     * resumable upload has the upload's id as its name. Reservations older than `hours` are released in any case,
     * because their uploads were deleted long before.
     */
    async releaseDeleted(fileNames: readonly string[], hours: number): Promise<void> {
      await quota.release(fileNames.filter((name) => idSchema.safeParse(name).success));
      await quota.releaseOlderThan(hours);
    },
  };
}
