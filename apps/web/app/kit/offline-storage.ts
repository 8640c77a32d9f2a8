import { offlineDatabase } from "./database.ts";

interface StoredEntry {
  readonly key: string;
  readonly user_id: string;
  readonly value: unknown;
  /** When the value was stored, in milliseconds since 1970. */
  readonly at: number;
}

let storageOwnerId: string | null = null;
const ignoreError = () => undefined;

/** Sets the owner of the stored data and deletes the data of other people. */
export function setStorageOwner(userId: string): void {
  if (storageOwnerId === userId) return;
  storageOwnerId = userId;
  void (async () => {
    for (const { key, user_id } of await offlineDatabase.all<StoredEntry>("kept"))
      if (user_id !== userId) await offlineDatabase.remove("kept", key);
  })().catch(ignoreError);
}

/** Stores a value for offline reading. Does nothing if the storage is full. */
export function storeOffline(key: string, value: unknown): void {
  if (storageOwnerId === null) return;
  const entry: StoredEntry = { key, user_id: storageOwnerId, value, at: Date.now() };
  void offlineDatabase.put("kept", entry).catch(ignoreError);
}

/**
 * Reads a value that was stored for the signed-in person. Before that person is known, reads the last owner's value.
 * Null if there is none.
 */
export async function readOfflineValue<T>(key: string): Promise<T | null> {
  const row = await offlineDatabase.get<StoredEntry>("kept", key).catch(ignoreError);
  // The cast is safe, because `storeOffline` has written the value and the key determines its type.
  return row && (storageOwnerId === null || row.user_id === storageOwnerId) ? (row.value as T) : null;
}

/** Deletes all but the newest `count` entries whose key begins with `prefix`. */
export async function deleteAllButNewestEntries(prefix: string, count: number): Promise<void> {
  const hasPrefix = (key: unknown) => typeof key === "string" && key.startsWith(prefix);
  // Count the keys first. Reading all values would take many frames on a slow phone.
  if ((await offlineDatabase.keys("kept")).filter(hasPrefix).length <= count) return;
  const rows = (await offlineDatabase.all<StoredEntry>("kept")).filter(({ key }) => hasPrefix(key));
  rows.sort((a, b) => b.at - a.at);
  for (const { key } of rows.slice(count)) await offlineDatabase.remove("kept", key);
}

/** Deletes all data that was stored for offline use. Called after signing out. */
export async function clearOfflineStorage(): Promise<void> {
  storageOwnerId = null;
  await offlineDatabase.clear("kept").catch(ignoreError);
}
