import { database } from "./database.ts";

interface Kept {
  readonly key: string;
  readonly user_id: string;
  readonly value: unknown;
  /** Milliseconds since 1970. */
  readonly at: number;
}

let owner: string | null = null;
const ignore = () => undefined;

/** Whoever is signed in: what is kept from now on is theirs, and nobody else's stays. */
export function keepFor(userId: string): void {
  if (owner === userId) return;
  owner = userId;
  void (async () => {
    for (const { key, user_id } of await database.all<Kept>("kept"))
      if (user_id !== userId) await database.remove("kept", key);
  })().catch(ignore);
}

/** Keeps a value in this browser, to be read without a connection. One that is full keeps nothing new. */
export function keep(key: string, value: unknown): void {
  if (owner === null) return;
  const row: Kept = { key, user_id: owner, value, at: Date.now() };
  void database.put("kept", row).catch(ignore);
}

/** What was kept under this name for whoever is signed in, or, before that is known, whoever was; null for nothing. */
export async function kept<T>(key: string): Promise<T | null> {
  const row = await database.get<Kept>("kept", key).catch(ignore);
  // Written by `keep` under this name, which says what it is.
  return row && (owner === null || row.user_id === owner) ? (row.value as T) : null;
}

/** Forgets all but the newest `count` whose names begin with `prefix`. */
export async function keepAtMost(prefix: string, count: number): Promise<void> {
  const isOne = (key: unknown) => typeof key === "string" && key.startsWith(prefix);
  // To read them all, only to leave them as they are, would take a slow telephone many frames.
  if ((await database.keys("kept")).filter(isOne).length <= count) return;
  const rows = (await database.all<Kept>("kept")).filter(({ key }) => isOne(key));
  rows.sort((a, b) => b.at - a.at);
  for (const { key } of rows.slice(count)) await database.remove("kept", key);
}

/** Nobody is signed in any more: nothing of theirs stays to be read. */
export async function forgetKept(): Promise<void> {
  owner = null;
  await database.clear("kept").catch(ignore);
}
