import { maximumUnfinishedUploads } from "@kakehashi/contract/files";
import { idSchema } from "@kakehashi/contract/kit/ids";
import type { createQuota } from "./quota.ts";
import type { UnfinishedUploadFolder } from "./staging.ts";

/**
 * Milliseconds without new bytes after which an upload may be deleted, if the same person begins another upload. An
 * active upload never pauses for so long: the server closes stalled requests much earlier, and clients retry every half
 * minute.
 */
const idleUploadMs = 5 * 60_000;

/**
 * Manages resumable uploads that are not complete. The announced size of each upload counts towards the person's quota.
 */
export function createOpenUploads(
  quota: ReturnType<typeof createQuota>,
  uploadFolder: UnfinishedUploadFolder,
) {
  async function deleteOpenUpload(id: string): Promise<void> {
    await uploadFolder.removeResumableUpload(id);
    await quota.release([id]);
  }

  return {
    /**
     * Reserves quota for a new upload. If the person already has the maximum number of unfinished uploads, first
     * deletes those that have received no bytes for `idleUploadMs`, because the browser tab that sent them may be
     * closed. Throws FILE.TOO_MANY_UPLOADS if there are still too many.
     */
    async reserveUpload(userId: string, id: string, size: number): Promise<void> {
      const openUploadIds = await quota.listReserved(userId);
      if (openUploadIds.length >= maximumUnfinishedUploads)
        for (const idleUploadId of await uploadFolder.listIdleUploadIds(openUploadIds, idleUploadMs))
          await deleteOpenUpload(idleUploadId);
      await quota.reserve(userId, id, size, maximumUnfinishedUploads);
    },

    deleteOpenUpload,

    /**
     * Releases the reserved quota of deleted uploads. `fileNames` are the names of the deleted temporary files; the
     * name of a resumable upload's file is the upload's id. Also releases all reservations older than `hours`, because
     * their uploads were deleted long before.
     */
    async releaseDeleted(fileNames: readonly string[], hours: number): Promise<void> {
      await quota.release(fileNames.filter((name) => idSchema.safeParse(name).success));
      await quota.releaseOlderThan(hours);
    },
  };
}
