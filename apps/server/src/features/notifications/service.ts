import type { WindowMeta } from "@kakehashi/contract/kit/page";
import type { Notification } from "@kakehashi/contract/notifications";
import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import type { Log } from "../../kit/log.ts";
import type { Live } from "../live/service.ts";
import { createDigest, type DigestDependencies, type DigestSource } from "./digest.ts";
import { isMailed } from "./digest-sentences.ts";
import * as store from "./store.ts";
import * as waiting from "./waiting-store.ts";

export type { DigestEntry } from "./digest-sentences.ts";
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

  async function listNotificationPage(
    userId: string,
    window: Omit<store.NotificationFilter, "limit"> & { paging: number },
  ): Promise<{ data: Notification[]; meta: WindowMeta }> {
    const { paging, ...windowFilter } = window;
    const notifications = await store.listNotifications(db, userId, { ...windowFilter, limit: paging + 1 });
    return {
      data: notifications.slice(0, paging),
      meta: { above: notifications.length > paging, below: window.beforeId !== undefined },
    };
  }

  /** Sends the number of unread notifications to all of the person's tabs and devices. */
  async function countAndPublish(userId: string): Promise<{ count_unread: number }> {
    const count_unread = await store.countUnread(db, userId);
    const event: PersonalEvent = { type: "NOTIFICATIONS_READ", count_unread };
    live.toUser(userId, event);
    return { count_unread };
  }

  async function announceNotification(id: string): Promise<void> {
    const notificationRow = await store.findNotification(db, id);
    // The notification was already read, or it was deleted together with what caused it. So nothing is sent.
    if (!notificationRow || notificationRow.notification.read) return;
    const count_unread = await store.countUnread(db, notificationRow.userId);
    const { notification } = notificationRow;
    const event: PersonalEvent = { type: notification.type, notification, count_unread };
    live.toUser(notificationRow.userId, event);
  }

  return {
    /**
     * Writes a notification in the transaction of the change that causes it. After the commit, call `announce` with the
     * returned id.
     */
    async write(tx: Kysely<DB>, notification: store.NewNotification): Promise<string> {
      const id = newId();
      await store.insertNotification(tx, id, notification);
      if (isMailed(notification.type))
        await digest.plan(tx, { userId: notification.userId, notificationId: id });
      return id;
    },

    /**
     * Writes notifications that a visitor of a bot waits for a person's answer. Skips people who have an unread
     * notification about this visitor, or too many about this bot. After the commit, call `announce` with the returned
     * ids.
     */
    writeWaiting: (
      tx: Kysely<DB>,
      userIds: readonly string[],
      data: waiting.VisitorWaitsData,
    ): Promise<string[]> =>
      waiting.insertVisitorWaitsNotifications(
        tx,
        userIds.map((userId) => ({ id: newId(), userId })),
        data,
      ),

    /**
     * Marks the notifications about one chat with a visitor as read. Returns the people who had an unread one. Call
     * `publishUnreadCount` for each of them after the commit.
     */
    readWaiting: waiting.markVisitorWaitsNotificationsRead,

    /**
     * Deletes the notifications about one chat with a visitor, or one person's notifications about a bot. Returns the
     * people who had an unread one.
     */
    removeWaiting: waiting.deleteVisitorWaitsNotifications,

    /**
     * Registers another feature's source of events that have no notification. The digest mails them together with
     * unread notifications.
     */
    addDigestSource: (source: DigestSource) => digest.addDigestSource(source),

    /** Queues a mail about another feature's event. Call this in the transaction that writes the event. */
    planMail: (tx: Kysely<DB>, event: { userId: string; id: string }): Promise<void> =>
      digest.plan(tx, { userId: event.userId, notificationId: event.id }),

    /**
     * Sends stored notifications as live events to people who are online. Others find the notifications in their list
     * later. Never rejects: the change is already committed, and after an error the caller would repeat it.
     */
    async announce(ids: readonly string[]): Promise<void> {
      for (const id of ids) await announceNotification(id).catch(logFailure);
    },

    list: (userId: string, query: Parameters<typeof listNotificationPage>[1]) =>
      listNotificationPage(userId, query),

    async above(userId: string, id: string, paging: number) {
      if (!(await store.isOwnNotification(db, userId, id))) throw createNotFoundError();
      return listNotificationPage(userId, { beforeId: id, paging });
    },

    /**
     * Sends the person's unread count, after another feature has marked notifications as read or deleted some. Never
     * rejects.
     */
    publishUnreadCount: (userId: string): Promise<unknown> => countAndPublish(userId).catch(logFailure),

    countUnread: async (userId: string) => ({ count_unread: await store.countUnread(db, userId) }),

    async markRead(userId: string, id: string) {
      if (!(await store.markRead(db, userId, id))) throw createNotFoundError();
      return countAndPublish(userId);
    },

    async markProjectRead(userId: string, projectId: string) {
      const isChanged = await store.markProjectNotificationsRead(db, userId, projectId);
      return isChanged ? countAndPublish(userId) : { count_unread: await store.countUnread(db, userId) };
    },

    async markAllRead(userId: string) {
      await store.markAllRead(db, userId);
      return countAndPublish(userId);
    },
  };
}
