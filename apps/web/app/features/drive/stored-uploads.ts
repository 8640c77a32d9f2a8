import { database } from "../../kit/database.ts";

/** An upload that continues after a reload. The browser's database stores the file as well. */
export interface StoredUpload {
  readonly key: string;
  readonly userId: string;
  readonly folderId: string | null;
  readonly file: File;
  /** The address of the upload on the server. Null before the server's first answer. */
  readonly address: string | null;
  readonly isPaused: boolean;
}

/**
 * Storing can fail, for example if the browser's storage is full. The upload then continues, but not after the page is
 * closed.
 */
const ignoreError = () => undefined;

export const storeUpload = (upload: StoredUpload): Promise<unknown> =>
  database.put("uploads", upload).catch(ignoreError);
export const forgetUpload = (key: string): Promise<unknown> =>
  database.remove("uploads", key).catch(ignoreError);

export async function readStoredUploads(userId: string): Promise<StoredUpload[]> {
  const allUploads = await database.all<StoredUpload>("uploads").catch(() => []);
  return allUploads.filter((upload) => upload.userId === userId);
}

const releaseLockByKey = new Map<string, () => void>();

/**
 * Locks an upload for this tab, so that two tabs do not continue the same upload. Returns false if another tab holds
 * the lock. Always returns true in a browser without the Web Locks API.
 */
export function lockUpload(key: string): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks || releaseLockByKey.has(key)) return Promise.resolve(true);
  return new Promise((answer) => {
    const request = locks.request(`drive-upload ${key}`, { ifAvailable: true }, (lock) => {
      answer(lock !== null);
      return lock && new Promise<void>((release) => releaseLockByKey.set(key, release));
    });
    request.catch(() => answer(true));
  });
}

export function releaseUpload(key: string): void {
  releaseLockByKey.get(key)?.();
  releaseLockByKey.delete(key);
}
