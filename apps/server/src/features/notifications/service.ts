import type { WindowMeta } from "@kakehashi/contract/kit/page";
import type { Notification, PersonalEvent } from "@kakehashi/contract/notifications";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { notFound } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import type { Log } from "../../kit/log.ts";
import type { Live } from "../live/service.ts";
import { createDigest, type DigestDependencies, type DigestSource } from "./digest.ts";
import { isMailed } from "./digest-sentences.ts";
import * as store from "./store.ts";
import * as waiting from "./waiting-store.ts";

export type { MailedNotice } from "./digest-sentences.ts";
export type Notifications = ReturnType<typeof createNotifications>;

export interface NotificationDependencies extends DigestDependencies {
  live: Live;
  log: Log;
}

export function createNotifications(dependencies: NotificationDependencies) {
  const { db, live } = dependencies;
  const digest = createDigest(dependencies);
  const log = dependencies.log.child({ feature: "notifications" });
  const logFailure = (error: unknown) => log.error({ err: error }, "Telling of a notification failed.");

  async function listPage(
    userId: string,
    window: Omit<store.NotificationWindow, "limit"> & { paging: number },
  ): Promise<{ data: Notification[]; meta: WindowMeta }> {
    const { paging, ...rest } = window;
    const notifications = await store.listNotifications(db, userId, { ...rest, limit: paging + 1 });
    return {
      data: notifications.slice(0, paging),
      meta: { above: notifications.length > paging, below: window.before !== undefined },
    };
  }

  /** Sends the unread count to the person's other tabs and devices. */
  async function countAndPublish(userId: string): Promise<{ count_unread: number }> {
    const count_unread = await store.countUnread(db, userId);
    const event: PersonalEvent = { type: "NOTIFICATIONS_READ", count_unread };
    live.toUser(userId, event);
    return { count_unread };
  }

  async function announceNotification(id: string): Promise<void> {
    const notificationRow = await store.findNotification(db, id);
    // The notification was read in the meantime, or its cause was removed: nothing is announced.
    if (!notificationRow || notificationRow.notification.read) return;
    const count_unread = await store.countUnread(db, notificationRow.userId);
    const { notification } = notificationRow;
    const event: PersonalEvent = { type: notification.type, notification, count_unread };
    live.toUser(notificationRow.userId, event);
  }

  return {
    /**
     * Writes a notification in the transaction of its cause. Call `announce` with the result after the
     * commit.
     */
    async write(tx: Kysely<DB>, notification: store.NewNotification): Promise<string> {
      const id = newId();
      await store.insertNotification(tx, id, notification);
      if (isMailed(notification.type))
        await digest.plan(tx, { userId: notification.userId, notificationId: id });
      return id;
    },

    /**
     * Writes notifications that a visitor is waiting in a chat with a bot. Leaves out people with an unread
     * notification of this visitor, and people with too many for this bot. Call `announce` with the result after the
     * commit.
     */
    writeWaiting: (
      tx: Kysely<DB>,
      userIds: readonly string[],
      data: waiting.WaitingData,
    ): Promise<string[]> =>
      waiting.insertWaitingNotices(
        tx,
        userIds.map((userId) => ({ id: newId(), userId })),
        data,
      ),

    /**
     * Marks the notifications of a waiting visitor as read. Returns the people who had unread ones; call
     * `publishUnreadCount` for these people afterwards.
     */
    readWaiting: waiting.markWaitingNoticesRead,

    /**
     * Deletes the notifications about one chat with a visitor, or one person's notifications of a bot. Returns the
     * people who had unread ones.
     */
    removeWaiting: waiting.deleteWaitingNotices,

    /**
     * Registers a feature's events that have no notification. The digest mails them together with unread notifications.
     */
    addDigestSource: (source: DigestSource) => digest.addDigestSource(source),

    /** Plans the mail about an event of another feature. Call this in the transaction that writes the event. */
    planMail: (tx: Kysely<DB>, event: { userId: string; id: string }): Promise<void> =>
      digest.plan(tx, { userId: event.userId, notificationId: event.id }),

    /**
     * Sends stored notifications to connected people; others find theirs in the list when they come back. Never
     * rejects, because after an error the caller would repeat a change that is already committed.
     */
    async announce(ids: readonly string[]): Promise<void> {
      for (const id of ids) await announceNotification(id).catch(logFailure);
    },

    list: (userId: string, query: Parameters<typeof listPage>[1]) => listPage(userId, query),

    async above(userId: string, id: string, paging: number) {
      if (!(await store.isOwnNotification(db, userId, id))) throw notFound();
      return listPage(userId, { before: id, paging });
    },

    /**
     * Sends the unread count after another feature's statement marked notifications as read or deleted some.
     * Never rejects.
     */
    publishUnreadCount: (userId: string): Promise<unknown> => countAndPublish(userId).catch(logFailure),

    countUnread: async (userId: string) => ({ count_unread: await store.countUnread(db, userId) }),

    async markRead(userId: string, id: string) {
      if (!(await store.markRead(db, userId, id))) throw notFound();
      return countAndPublish(userId);
    },

    /** Marks a person's notifications about a project as read. */
    async markProjectRead(userId: string, projectId: string) {
      const isChanged = await store.markProjectRead(db, userId, projectId);
      return isChanged ? countAndPublish(userId) : { count_unread: await store.countUnread(db, userId) };
    },

    async markAllRead(userId: string) {
      await store.markAllRead(db, userId);
      return countAndPublish(userId);
    },
  };
}
