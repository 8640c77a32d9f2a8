import { offlineDatabase } from "../../kit/database.ts";

/** An upload that can continue after a reload, because the browser's database stores its file. */
export interface ResumableUploadRecord {
  readonly key: string;
  readonly userId: string;
  readonly folderId: string | null;
  readonly file: File;
  /** The URL of the upload on the server. Null before the server's first response. */
  readonly address: string | null;
  readonly isPaused: boolean;
}

/**
 * Ignores a failure of the browser's storage, for example because it is full. An upload that is not stored still runs,
 * but closing the page ends it.
 */
const ignoreError = () => undefined;

export const storeUpload = (upload: ResumableUploadRecord): Promise<unknown> =>
  offlineDatabase.put("uploads", upload).catch(ignoreError);
export const forgetUpload = (key: string): Promise<unknown> =>
  offlineDatabase.remove("uploads", key).catch(ignoreError);

export async function readStoredUploads(userId: string): Promise<ResumableUploadRecord[]> {
  const allUploads = await offlineDatabase.all<ResumableUploadRecord>("uploads").catch(() => []);
  return allUploads.filter((upload) => upload.userId === userId);
}

const releaseLockByKey = new Map<string, () => void>();

/**
 * Locks an upload for this tab, so that no other tab continues it. Returns false if another tab has the lock. Always
 * returns true in a browser without the Web Locks API.
 */
export function lockUpload(key: string): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks || releaseLockByKey.has(key)) return Promise.resolve(true);
  return new Promise((resolveIsLocked) => {
    const request = locks.request(`drive-upload ${key}`, { ifAvailable: true }, (lock) => {
      resolveIsLocked(lock !== null);
      return lock && new Promise<void>((release) => releaseLockByKey.set(key, release));
    });
    request.catch(() => resolveIsLocked(true));
  });
}

export function unlockUpload(key: string): void {
  releaseLockByKey.get(key)?.();
  releaseLockByKey.delete(key);
}
