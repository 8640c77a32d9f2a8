import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Executor } from "../../kit/db/database.ts";

const cachedRooms = 20_000;

/** Tells whether conversations are those with visitors. A conversation never becomes one, so the answer is kept. */
export function createKindCache(db: Executor): (conversationId: string) => Promise<boolean> {
  const known = new LRUCache<string, boolean>({ max: cachedRooms });
  return async (conversationId) => {
    const kept = known.get(conversationId);
    if (kept !== undefined) return kept;
    const { rows } = await sql<{ is_outside: boolean }>`
      select kind = 'OUTSIDE' as is_outside from conversations where id = ${conversationId}`.execute(db);
    const isOutside = rows[0]?.is_outside ?? false;
    known.set(conversationId, isOutside);
    return isOutside;
  };
}
