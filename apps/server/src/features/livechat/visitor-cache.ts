import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Executor } from "../../kit/db/database.ts";

const maximumCachedRooms = 20_000;

/**
 * Returns the visitor of a conversation, or null if it has none. The result is cached, because a conversation's visitor
 * never changes and is never added later.
 */
export function createVisitorCache(db: Executor): (conversationId: string) => Promise<string | null> {
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
