import type { Draft } from "@kakehashi/contract/drafts";
import type { LiveEvent } from "@kakehashi/contract/live";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { notFound } from "../../kit/errors.ts";
import type { Conversations } from "../conversations/service.ts";
import type { Live } from "../live/service.ts";
import type { Messages } from "../messages/service.ts";
import * as store from "./store.ts";

export type Drafts = ReturnType<typeof createDrafts>;

export function createDrafts(db: Kysely<DB>, live: Live, conversations: Conversations, messages: Messages) {
  return {
    list: (userId: string) => store.list(db, userId),

    async save(
      userId: string,
      roomId: string,
      { parent_id, ...words }: store.Words & { parent_id?: string | undefined },
    ): Promise<Draft> {
      const seq = await conversations.seqOf(userId, roomId);
      if (parent_id !== undefined) {
        const parent = await messages.one(userId, roomId, parent_id);
        if (parent.parent_id !== null) throw notFound();
      }
      const { draft, changed } = await store.save(db, userId, roomId, parent_id ?? null, words);
      if (!changed) return draft;
      const event: LiveEvent = { type: "DRAFT_CHANGED", conversation_id: roomId, seq, draft };
      live.toUser(userId, event);
      return draft;
    },
  };
}
