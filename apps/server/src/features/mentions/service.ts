import { findMentionedPeople, maximumMembersForMentionAllNotices } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { newId } from "../../kit/ids.ts";
import type { Log } from "../../kit/log.ts";
import type { Events } from "../events/service.ts";
import type { Messages } from "../messages/service.ts";
import type { Notifications } from "../notifications/service.ts";
import * as store from "./store.ts";

/**
 * Milliseconds between writing a notification and sending it. A person who has the conversation open reads the message
 * in this time, and then nothing is sent.
 */
const noticeDelayMs = 1_500;
/** Milliseconds during which read marks are collected. One SQL statement then stores all of them. */
const collectReadMarksMs = 250;

export interface MentionDependencies {
  db: Kysely<DB>;
  events: Events;
  log: Log;
  notifications: Pick<Notifications, "announce" | "publishUnreadCount">;
  messages: Pick<Messages, "defineWork" | "markWorkDone">;
}

/**
 * Writes notifications about mentions and about replies in followed threads. A notification becomes read when its
 * receiver reads the message.
 */
export function createMentions(dependencies: MentionDependencies) {
  const { db, events, notifications, messages } = dependencies;
  const log = dependencies.log.child({ feature: "mentions" });
  const runningTasks = new Set<Promise<void>>();
  const lastTaskByRoom = new Map<string, Promise<void>>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let readMarks = new Map<string, store.ReadMark>();

  function runAfterDelay(milliseconds: number, runTask: () => Promise<void>): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void trackWork(runTask);
    }, milliseconds);
    timer.unref();
    timers.add(timer);
  }

  function trackWork(runTask: () => Promise<void>): Promise<void> {
    const runningTask = runTask()
      .catch((error: unknown) => log.error({ err: error }, "Telling of mentions failed."))
      .finally(() => runningTasks.delete(runningTask));
    runningTasks.add(runningTask);
    return runningTask;
  }

  /**
   * Runs tasks about the messages of a room in the order of the changes. So a task that deletes a notification runs
   * only after the task that writes it.
   */
  function runInOrder(roomId: string, runTask: () => Promise<void>): void {
    const previousTaskOfRoom = lastTaskByRoom.get(roomId) ?? Promise.resolve();
    const lastTaskOfRoom = trackWork(() => previousTaskOfRoom.then(runTask)).then(() => {
      if (lastTaskByRoom.get(roomId) === lastTaskOfRoom) lastTaskByRoom.delete(roomId);
    });
    lastTaskByRoom.set(roomId, lastTaskOfRoom);
  }

  /**
   * Writes the notifications about a message. `isRepeated` is true if an earlier attempt may have written some of them.
   */
  async function writeNotices(executor: Kysely<DB>, message: Message, isRepeated: boolean): Promise<void> {
    const { conversation_id, id, parent_id, number, user_id, content } = message;
    const { userIds, mentionsEverybody: all } = findMentionedPeople(content);
    const room = await store.findRoomForNotification(
      executor,
      conversation_id,
      parent_id,
      maximumMembersForMentionAllNotices,
    );
    if (!room) return;
    const receivers = new Map<string, store.MessageNotificationReceiver>();
    const addReceiver = (userId: string, type: "MENTION" | "REPLY", isMentionedByName: boolean) => {
      if (userId !== user_id && !receivers.has(userId))
        receivers.set(userId, { notificationId: newId(), userId, type, isMentionedByName });
    };
    for (const userId of userIds) addReceiver(userId, "MENTION", true);
    if (all && room.member_count <= maximumMembersForMentionAllNotices)
      for (const userId of await store.listMemberIds(executor, conversation_id))
        addReceiver(userId, "MENTION", false);
    for (const userId of room.follower_ids) addReceiver(userId, "REPLY", false);
    if (receivers.size === 0) return;
    const insertedNotices = await store.insertMessageNotifications(executor, [...receivers.values()], {
      authorId: user_id,
      isEdited: message.edited || isRepeated,
      data: {
        conversation_id,
        message_id: id,
        number,
        ...(parent_id && { parent_id }),
        ...(room.name && { place: room.name }),
      },
    });
    if (insertedNotices.length > 0)
      runAfterDelay(noticeDelayMs, () => notifications.announce(insertedNotices));
  }

  async function notifyOfMessage(message: Message): Promise<void> {
    await writeNotices(db, message, false);
    messages.markWorkDone("mentions", message);
  }
  messages.defineWork("mentions", (tx, message) => writeNotices(tx, message, true));

  /** Deletes notifications about a message. Returns the people who had one. */
  async function deleteNotices(executor: Kysely<DB>, message: Message): Promise<string[]> {
    const { conversation_id, id, user_id } = message;
    const memberIds = await store.listMemberIds(executor, conversation_id);
    // The author of the message is included even if they have left the room, because they may have notifications about
    // reactions.
    return store.deleteUnreadMessageNotifications(executor, [...memberIds, user_id], id);
  }

  async function publishUnreadCounts(userIds: readonly string[]): Promise<void> {
    for (const userId of userIds) await notifications.publishUnreadCount(userId);
  }

  async function deleteNoticesOf(message: Message): Promise<void> {
    const userIds = await deleteNotices(db, message);
    messages.markWorkDone("notice_removal", message);
    await publishUnreadCounts(userIds);
  }
  messages.defineWork("notice_removal", async (tx, message) => {
    const userIds = await deleteNotices(tx, message);
    // The caller commits the transaction later. The deleted notifications are gone only then, so the unread ones are
    // counted after a delay.
    if (userIds.length > 0) runAfterDelay(noticeDelayMs, () => publishUnreadCounts(userIds));
  });

  async function markNoticesRead(): Promise<void> {
    const waitingReadMarks = [...readMarks.values()];
    readMarks = new Map();
    for (const userId of await store.markMessageNotificationsRead(db, waitingReadMarks))
      await notifications.publishUnreadCount(userId);
  }

  function queueReadMark(readMark: store.ReadMark): void {
    const key = `${readMark.userId} ${readMark.conversationId} ${readMark.parentId}`;
    const waitingReadMark = readMarks.get(key);
    if (readMarks.size === 0) runAfterDelay(collectReadMarksMs, markNoticesRead);
    readMarks.set(
      key,
      waitingReadMark && waitingReadMark.number > readMark.number ? waitingReadMark : readMark,
    );
  }

  events.on("MessageSent", ({ message }) => {
    const { conversation_id: conversationId, parent_id: parentId, number, user_id: userId } = message;
    // When a person sends a message, all messages before it count as read by this person.
    queueReadMark({ userId, conversationId, parentId, number });
    if (message.content.includes("@") || parentId !== null)
      runInOrder(conversationId, () => notifyOfMessage(message));
  });
  events.on("MessageEdited", ({ after }) => {
    if (after.content.includes("@")) runInOrder(after.conversation_id, () => notifyOfMessage(after));
  });
  events.on("MessageDeleted", ({ message }) =>
    runInOrder(message.conversation_id, () => deleteNoticesOf(message)),
  );
  events.on("ReadMoved", ({ userId, roomId, mark }) =>
    queueReadMark({ userId, conversationId: roomId, parentId: null, number: mark.read_number }),
  );
  events.on("ThreadReadMoved", ({ userId, roomId, parentId, mark }) =>
    queueReadMark({ userId, conversationId: roomId, parentId, number: mark.read_number }),
  );

  return {
    /**
     * Waits for running tasks. Notifications that were not sent to clients yet are not lost: they are in the people's
     * lists.
     */
    async close(): Promise<void> {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(runningTasks);
    },
  };
}
