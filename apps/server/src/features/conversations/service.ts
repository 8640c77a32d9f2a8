import { maximumChangesPerResponse } from "@kakehashi/contract/conversation-sync";
import type { Conversation, ConversationTypeFilter, RoomRole } from "@kakehashi/contract/conversations";
import type { PageMeta } from "@kakehashi/contract/kit/page";
import { maximumSystemLinesPerResponse, type SystemLine } from "@kakehashi/contract/lines";
import type { LiveEvent } from "@kakehashi/contract/live";
import type { Message } from "@kakehashi/contract/messages";
import type { RoomNoticeChoice } from "@kakehashi/contract/notices";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { firstFittingItems } from "../../kit/http/list-bytes.ts";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import type { Messages } from "../messages/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { startPublishingRoomEvents } from "./live.ts";
import { createReadTracking } from "./reads.ts";
import * as store from "./store.ts";

export { partnerJson } from "./store.ts";
export { unreadCountSql } from "./unread.ts";

/**
 * Milliseconds to subtract from `changed_since`. A row's time of change is the beginning of its transaction, so a row
 * that was committed after the client's last request may look older than that request. A client may get a conversation
 * twice, but must not miss one.
 */
const changedSinceMarginMs = 60_000;

export interface ConversationDependencies {
  db: Kysely<DB>;
  events: Events;
  live: Live;
  rooms: Rooms;
  messages: Pick<Messages, "listChanged" | "requireParent">;
}

export type Conversations = ReturnType<typeof createConversations>;

/**
 * Reads rooms as one of their members sees them: a single room, the list of rooms, unread counts, and changes since a
 * time. Also starts and changes rooms for a member, and returns the changed room.
 */
export function createConversations({ db, events, live, rooms, messages }: ConversationDependencies) {
  /** Reads a conversation for a person. Throws "not found" if the person is not in the room. */
  async function readConversation(userId: string, id: string): Promise<Conversation> {
    const conversation = await store.findConversation(db, id, userId);
    if (!conversation) throw createNotFoundError();
    return conversation;
  }

  startPublishingRoomEvents(events, live);
  live.setRoomSource({
    roomIdsOf: rooms.idsOf,
    async createRoomStateEvents(id, userIds) {
      const conversationsByUser = await store.findConversationForEachMember(db, id, userIds);
      const events = new Map<string, LiveEvent>();
      for (const [userId, conversation] of conversationsByUser) {
        const { seq } = conversation;
        events.set(userId, { type: "CONVERSATION_ADDED", conversation_id: id, seq, conversation });
      }
      return events;
    },
  });

  /** Sends a member's own settings of a room to all their devices, and returns the room. */
  async function publishToOwnDevices(userId: string, id: string): Promise<Conversation> {
    const conversation = await readConversation(userId, id);
    const { seq, role, pinned: isPinned, muted: isMuted, notify_about } = conversation;
    live.toUser(userId, {
      type: "CONVERSATION_SET",
      conversation_id: id,
      seq,
      role,
      pinned: isPinned,
      muted: isMuted,
      notify_about,
    });
    return conversation;
  }

  return {
    view: readConversation,

    /**
     * Opens the conversation of two people. With `countsToLimit`, a new room counts towards the maximum number of rooms
     * that a person may start per hour.
     */
    startDirect: async (userId: string, otherId: string, countsToLimit = true) =>
      readConversation(userId, await rooms.startDirect(userId, otherId, countsToLimit)),
    startGroup: async (userId: string, memberIds: readonly string[], name: string) =>
      readConversation(userId, await rooms.startGroup(userId, memberIds, name)),
    openMyChat: async (userId: string) => readConversation(userId, await rooms.openMyChat(userId)),

    async rename(userId: string, id: string, name: string): Promise<Conversation> {
      await rooms.rename(userId, id, name);
      return readConversation(userId, id);
    },

    async addMembers(userId: string, id: string, userIds: readonly string[]): Promise<Conversation> {
      await rooms.addMembers(userId, id, userIds);
      return readConversation(userId, id);
    },

    async changeRole(userId: string, id: string, memberId: string, role: RoomRole): Promise<Conversation> {
      await rooms.changeRole(userId, id, memberId, role);
      return readConversation(userId, id);
    },

    async list(
      userId: string,
      query: {
        page: number;
        paging: number;
        type: ConversationTypeFilter;
        changed_since?: string | undefined;
      },
    ): Promise<{ data: Conversation[]; meta: PageMeta & { left?: string[] } }> {
      const { page, paging, type } = query;
      const changedSince =
        query.changed_since === undefined
          ? undefined
          : new Date(new Date(query.changed_since).getTime() - changedSinceMarginMs);
      const offset = (page - 1) * paging;
      const [data, totalCount, leftRoomIds] = await Promise.all([
        store.listConversationsOfMember(db, userId, {
          offset,
          limit: paging,
          type,
          changedSinceTime: changedSince,
        }),
        store.countConversationsOfMember(db, userId, { type, changedSinceTime: changedSince }),
        changedSince ? rooms.listLeft(userId, changedSince) : undefined,
      ]);
      const meta = { page, paging, total: totalCount, has_more: offset + data.length < totalCount };
      return { data, meta: leftRoomIds ? { ...meta, left: leftRoomIds } : meta };
    },

    countUnread: (userId: string) => store.countUnreadConversations(db, userId),

    async listMembers(
      userId: string,
      id: string,
      { page, paging, search }: { page: number; paging: number; search: string },
    ) {
      const { member_count } = await readConversation(userId, id);
      const total = search === "" ? member_count : await store.countMembers(db, id, search);
      const offset = (page - 1) * paging;
      const data = await store.listMembers(db, id, search, { offset, limit: paging });
      return { data, meta: { page, paging, total, has_more: offset + data.length < total } };
    },

    /**
     * Lists a conversation's changes since a change number (`seq`). Reads the conversation before its messages. So a
     * change that commits in between has a higher number, and the client gets it in the next response or as a live
     * event.
     */
    async listChanges(
      userId: string,
      id: string,
      sinceSeq: number,
    ): Promise<{
      data: { seq: number; conversation: Conversation; messages: Message[]; lines: SystemLine[] };
      meta: { has_more: boolean };
    }> {
      const conversation = await readConversation(userId, id);
      const range = { since: sinceSeq, until: conversation.seq };
      const [changedMessages, foundSystemLines] = await Promise.all([
        messages.listChanged(id, range, maximumChangesPerResponse + 1),
        rooms.linesSince(id, range),
      ]);
      const { data: fittingMessages, wasCut } = firstFittingItems(
        changedMessages.slice(0, maximumChangesPerResponse),
      );
      const lines = foundSystemLines.slice(0, maximumSystemLinesPerResponse);
      // If the list of messages or the list of system lines was cut, later changes are missing. The response is then
      // complete only up to the change number (`seq`) of the cut list's last item. If both lists were cut, the smaller
      // number counts.
      const seqsOfCutLists = [
        wasCut || changedMessages.length > maximumChangesPerResponse
          ? fittingMessages.at(-1)?.changed_seq
          : undefined,
        foundSystemLines.length > maximumSystemLinesPerResponse ? lines.at(-1)?.seq : undefined,
      ].filter((lastSeq) => lastSeq !== undefined);
      const seq = Math.min(conversation.seq, ...seqsOfCutLists);
      return {
        data: { seq, conversation, messages: fittingMessages, lines },
        meta: { has_more: seqsOfCutLists.length > 0 },
      };
    },

    async setPinnedOrMuted(
      userId: string,
      id: string,
      timeColumn: "pinned_at" | "muted_at",
      isEnabled: boolean | undefined,
    ): Promise<Conversation> {
      await rooms.setMark(userId, id, timeColumn, isEnabled);
      return publishToOwnDevices(userId, id);
    },

    async setNotices(
      userId: string,
      id: string,
      noticeChoice: RoomNoticeChoice | null,
    ): Promise<Conversation> {
      await rooms.setNotices(userId, id, noticeChoice);
      return publishToOwnDevices(userId, id);
    },

    async publishTyping(userId: string, id: string, parentId: string | undefined): Promise<void> {
      const seq = await rooms.seqOf(userId, id);
      if (parentId !== undefined) await messages.requireParent(id, parentId);
      const event: LiveEvent = {
        type: "TYPING",
        conversation_id: id,
        seq,
        user_id: userId,
        parent_id: parentId ?? null,
      };
      live.toRoom(id, event);
    },

    ...createReadTracking({ db, events, live, rooms, view: readConversation }),
  };
}
