import type { Bookmark } from "@kakehashi/contract/bookmarks";
import type { CutPageMeta } from "@kakehashi/contract/kit/page";
import type { LiveEvent } from "@kakehashi/contract/live";
import type { Message } from "@kakehashi/contract/messages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { notFound } from "../../kit/errors.ts";
import { cutPage, offsetOf } from "../../kit/http/list-bytes.ts";
import type { Router } from "../../kit/http/route.ts";
import type { Live } from "../live/service.ts";
import type { Messages } from "../messages/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { bookmarkRoutes } from "./routes.ts";
import * as store from "./store.ts";

export type Bookmarks = ReturnType<typeof createBookmarks>;

/** The messages that people marked for translation. */
export interface BookmarkParts {
  db: Kysely<DB>;
  live: Live;
  rooms: Rooms;
  messages: Messages;
}

export function createBookmarks({ db, live, rooms, messages }: BookmarkParts) {
  function tell(userId: string, roomId: string, messageId: string, seq: number): void {
    const event: LiveEvent = {
      type: "BOOKMARK_CHANGED",
      conversation_id: roomId,
      seq,
      message_id: messageId,
    };
    live.toUser(userId, event);
  }

  return {
    async mark(
      userId: string,
      roomId: string,
      messageId: string,
      given: boolean | undefined,
    ): Promise<{ marked: boolean; message: Message }> {
      let marked = false;
      const message = await messages.bookmark(userId, roomId, messageId, async (tx, found) => {
        const set = await store.setMark(tx, userId, found, given);
        marked = set.marked;
        return set;
      });
      tell(userId, roomId, messageId, message.changed_seq);
      return { marked, message };
    },

    async markRead(userId: string, roomId: string, messageId: string): Promise<Bookmark> {
      await store.markRead(db, userId, roomId, messageId);
      const found = await store.find(db, userId, roomId, messageId);
      if (!found) throw notFound();
      tell(userId, roomId, messageId, found.message.changed_seq);
      return found;
    },

    async list(
      userId: string,
      asked: { page: number; paging: number; skip?: number | undefined; done?: boolean | undefined },
    ): Promise<{ data: Bookmark[]; meta: CutPageMeta }> {
      const { page, paging, done } = asked;
      const offset = offsetOf(asked);
      const [found, { count_done, count_untranslated }] = await Promise.all([
        store.list(db, userId, { offset, limit: paging, done }),
        store.count(db, userId),
      ]);
      const total =
        done === undefined ? count_done + count_untranslated : done ? count_done : count_untranslated;
      const { data, ...rest } = cutPage(found, offset, found.length > 0 && offset + found.length < total);
      return { data, meta: { page, paging, total, ...rest } };
    },

    count: (userId: string) => store.count(db, userId),

    routes({ route }: Router): void {
      bookmarkRoutes(route, this, rooms);
    },
  };
}
