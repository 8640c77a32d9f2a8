import { database } from "./database.ts";

interface StoredEntry {
  readonly key: string;
  readonly user_id: string;
  readonly value: unknown;
  /** When the value was stored, in milliseconds since 1970. */
  readonly at: number;
}

let owner: string | null = null;
const ignoreError = () => undefined;

/** Sets the owner of the stored data and deletes the data of other people. */
export function setStorageOwner(userId: string): void {
  if (owner === userId) return;
  owner = userId;
  void (async () => {
    for (const { key, user_id } of await database.all<StoredEntry>("kept"))
      if (user_id !== userId) await database.remove("kept", key);
  })().catch(ignoreError);
}

/** Stores a value for offline reading. Does nothing if the storage is full. */
export function storeOffline(key: string, value: unknown): void {
  if (owner === null) return;
  const entry: StoredEntry = { key, user_id: owner, value, at: Date.now() };
  void database.put("kept", entry).catch(ignoreError);
}

/**
 * Reads a value that was stored for the signed-in person. Before that person is known, reads the last owner's value.
 * Null if there is none.
 */
export async function readStored<T>(key: string): Promise<T | null> {
  const row = await database.get<StoredEntry>("kept", key).catch(ignoreError);
  // The cast is safe, because `storeOffline` has written the value and the key determines its type.
  return row && (owner === null || row.user_id === owner) ? (row.value as T) : null;
}

/** Deletes all but the newest `count` entries whose key begins with `prefix`. */
export async function deleteOldestStored(prefix: string, count: number): Promise<void> {
  const hasPrefix = (key: unknown) => typeof key === "string" && key.startsWith(prefix);
  // Count the keys first. Reading all values would take many frames on a slow phone.
  if ((await database.keys("kept")).filter(hasPrefix).length <= count) return;
  const rows = (await database.all<StoredEntry>("kept")).filter(({ key }) => hasPrefix(key));
  rows.sort((a, b) => b.at - a.at);
  for (const { key } of rows.slice(count)) await database.remove("kept", key);
}

/** Deletes all data that was stored for offline use. Called after signing out. */
export async function clearOfflineStorage(): Promise<void> {
  owner = null;
  await database.clear("kept").catch(ignoreError);
}
