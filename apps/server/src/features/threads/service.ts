import type { CutListPageMeta } from "@kakehashi/contract/kit/page";
import type { LiveEvent } from "@kakehashi/contract/live";
import type { Message, MessageWindowMeta } from "@kakehashi/contract/messages";
import type { Thread } from "@kakehashi/contract/threads";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { cutPage, offsetOf } from "../../kit/http/list-bytes.ts";
import type { Conversations } from "../conversations/service.ts";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import type { Messages } from "../messages/service.ts";
import * as store from "./store.ts";

export type Threads = ReturnType<typeof createThreads>;

export interface ThreadDependencies {
  db: Kysely<DB>;
  events: Events;
  live: Live;
  messages: Messages;
  conversations: Conversations;
}

export function createThreads({ db, events, live, messages, conversations }: ThreadDependencies) {
  events.on("ThreadReadMoved", ({ userId, roomId, parentId, seq, mark }) => {
    const event: LiveEvent = {
      type: "THREAD_READ_CHANGED",
      conversation_id: roomId,
      seq,
      parent_id: parentId,
      ...mark,
    };
    live.toUser(userId, event);
  });

  async function requireThread(userId: string, id: string): Promise<Thread> {
    const thread = await store.findThread(db, userId, id);
    if (!thread) throw createNotFoundError();
    return thread;
  }

  /** Throws "not found" if the reply does not belong to this thread. */
  async function requireReply(
    userId: string,
    roomId: string,
    parentId: string,
    replyId: string,
  ): Promise<void> {
    const reply = await messages.findOne(userId, roomId, replyId);
    if (reply.parent_id !== parentId) throw createNotFoundError();
  }

  async function moveThreadMark(
    userId: string,
    reply: Message,
    number: number,
    isForwardOnly: boolean,
  ): Promise<store.ThreadReadMark> {
    const readMark = await store.moveThreadReadMark(db, userId, reply, number, isForwardOnly);
    // A person who has never followed the thread has no read mark in it. So everything in it counts as read.
    if (!readMark) return { read_number: reply.number, unread_count: 0 };
    const { conversation_id: roomId, changed_seq: seq, parent_id } = reply;
    events.publish("ThreadReadMoved", { userId, roomId, parentId: parent_id ?? "", seq, mark: readMark });
    return readMark;
  }

  return {
    one: requireThread,
    requireReply,

    async list(
      userId: string,
      query: { page: number; paging: number; skip?: number | undefined; unread?: boolean | undefined },
    ): Promise<{ data: Thread[]; meta: CutListPageMeta }> {
      const { page, paging, unread = false } = query;
      const offset = offsetOf(query);
      const [threads, totalCount] = await Promise.all([
        store.listFollowed(db, userId, { offset, limit: paging, unread }),
        unread ? store.countUnread(db, userId) : store.countFollowed(db, userId),
      ]);
      const { data, ...pageMeta } = cutPage(
        threads,
        offset,
        threads.length > 0 && offset + threads.length < totalCount,
      );
      return { data, meta: { page, paging, total: totalCount, ...pageMeta } };
    },

    countUnread: (userId: string) => store.countUnread(db, userId),

    async setFollowing(userId: string, id: string, isFollowing: boolean): Promise<{ following: boolean }> {
      const rootMessage = await store.setFollowing(db, userId, id, isFollowing);
      if (!rootMessage) throw createNotFoundError();
      const event: LiveEvent = {
        type: "THREAD_FOLLOW_CHANGED",
        conversation_id: rootMessage.conversation_id,
        seq: rootMessage.changed_seq,
        parent_id: id,
        following: isFollowing,
      };
      live.toUser(userId, event);
      return { following: isFollowing };
    },

    /** The list of threads already shows the newest replies. Returns the `count` replies before those. */
    async repliesAfterMissing(
      userId: string,
      id: string,
      count: number,
    ): Promise<{ data: Message[]; meta: MessageWindowMeta }> {
      const { message, replies } = await requireThread(userId, id);
      const [oldest] = replies;
      if (!oldest) return messages.newestReplies(userId, message.conversation_id, id, count);
      return messages.above(userId, message.conversation_id, oldest.id, count);
    },

    async markRead(userId: string, roomId: string, messageId: string): Promise<store.ThreadReadMark> {
      const message = await messages.findOne(userId, roomId, messageId);
      if (message.parent_id !== null) return moveThreadMark(userId, message, message.number, true);
      const { read_number, unread_count } = await conversations.markRead(userId, roomId, message.number);
      return { read_number, unread_count };
    },

    async markUnread(userId: string, roomId: string, messageId: string): Promise<store.ThreadReadMark> {
      const message = await messages.findOne(userId, roomId, messageId);
      if (message.parent_id !== null) return moveThreadMark(userId, message, message.number - 1, false);
      const { read_number, unread_count } = await conversations.markUnread(userId, roomId, message.number);
      return { read_number, unread_count };
    },

    async listSeenBy(userId: string, roomId: string, messageId: string) {
      const message = await messages.findOne(userId, roomId, messageId);
      if (message.parent_id !== null) throw createNotFoundError();
      return store.findReadersOfMessage(db, userId, message);
    },
  };
}
