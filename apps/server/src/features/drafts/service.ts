import type { ChatDraft } from "@kakehashi/contract/drafts";
import type { LiveEvent } from "@kakehashi/contract/live";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { cutPage, offsetOf } from "../../kit/http/list-bytes.ts";
import type { Live } from "../live/service.ts";
import type { Messages } from "../messages/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { type DeletedNamesRemover, withoutDeletedNames } from "../users/service.ts";
import * as store from "./store.ts";

export type Drafts = ReturnType<typeof createDrafts>;

export interface DraftDependencies {
  db: Kysely<DB>;
  live: Live;
  rooms: Rooms;
  messages: Messages;
}

export function createDrafts({ db, live, rooms, messages }: DraftDependencies) {
  return {
    async list(userId: string, query: { page: number; paging: number; skip?: number | undefined }) {
      const { page, paging } = query;
      const offset = offsetOf(query);
      const { drafts, hasMore } = await store.listDrafts(db, userId, { offset, limit: paging });
      const { data, ...pageMeta } = cutPage(drafts, offset, hasMore);
      return { data, meta: { page, paging, ...pageMeta } };
    },

    async save(
      userId: string,
      roomId: string,
      { parent_id, ...draftToSave }: store.DraftToSave & { parent_id?: string | undefined },
    ): Promise<ChatDraft> {
      const seq = await rooms.seqOf(userId, roomId);
      // `parent_id` is the root of a thread, or the room's own id for the draft of an internal note. A note has its own
      // draft, so that nobody sends a note to the customer by mistake.
      if (parent_id !== undefined) await messages.requireParent(roomId, parent_id);
      const draftWithoutDeletedNames = {
        ...draftToSave,
        content: await withoutDeletedNames(db, draftToSave.content),
      };
      const saveResult = await store.saveDraftIfNewer(
        db,
        userId,
        roomId,
        parent_id ?? null,
        draftWithoutDeletedNames,
      );
      if (!saveResult) throw new AppError("DRAFT.TOO_MANY");
      const { draft, changed } = saveResult;
      if (!changed) return draft;
      const event: LiveEvent = { type: "DRAFT_CHANGED", conversation_id: roomId, seq, draft };
      live.toUser(userId, event);
      return draft;
    },

    /** Removes names of deleted people from all drafts. */
    removeNamesOfDeletedPeople: (names: DeletedNamesRemover) => store.removeNamesOfDeletedPeople(db, names),
  };
}
