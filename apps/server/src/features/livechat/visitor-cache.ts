import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Executor } from "../../kit/db/database.ts";

const maximumCachedRooms = 20_000;

/**
 * Creates the function that returns the id of a conversation's visitor, or null if the conversation has none. The
 * function caches its results, because a conversation's visitor never changes and is never added later.
 */
export function createConversationVisitorLookup(
  db: Executor,
): (conversationId: string) => Promise<string | null> {
  const visitorsByConversation = new LRUCache<string, { readonly visitorId: string | null }>({
    max: maximumCachedRooms,
  });
  return async (conversationId) => {
    const cachedVisitor = visitorsByConversation.get(conversationId);
    if (cachedVisitor) return cachedVisitor.visitorId;
    const { rows } = await sql<{ visitor_id: string }>`
      select visitor_id from livechats where conversation_id = ${conversationId}`.execute(db);
    const visitorId = rows[0]?.visitor_id ?? null;
    visitorsByConversation.set(conversationId, { visitorId });
    return visitorId;
  };
}
