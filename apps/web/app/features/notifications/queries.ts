import {
  countUnreadNotifications,
  listNotifications,
  listOlderNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type Notification,
} from "@kakehashi/contract/notifications";
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { getQueryClient, refetchLists } from "../../kit/query.ts";
import { rowsOfPages } from "../../kit/rows-of.ts";
import { onLiveConnect, onPersonalEvent } from "../live/connection.ts";

const unreadCountQuery = queryOptions({
  queryKey: ["notifications-unread"],
  queryFn: async ({ signal }) => (await call(countUnreadNotifications, { signal })).data.count_unread,
  staleTime: Number.POSITIVE_INFINITY,
});

const notificationsQuery = infiniteQueryOptions({
  queryKey: ["notifications"],
  queryFn: ({ pageParam, signal }): Promise<{ data: Notification[]; meta: { above: boolean } }> =>
    pageParam === null
      ? call(listNotifications, { signal })
      : call(listOlderNotifications, { params: { id: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ data, meta }) => (meta.above ? data.at(-1)?.id : undefined),
  staleTime: Number.POSITIVE_INFINITY,
});

/** At most this many mentions are loaded at once. */
const mentionPageSize = 50;

/**
 * This query key begins with the key of the list of notifications. So refetching the list refetches the unread
 * mentions, too.
 */
const mentionsQuery = queryOptions({
  queryKey: [...notificationsQuery.queryKey, "mentions"],
  queryFn: async ({ signal }) => {
    const query = { unread: "true", type: "MENTION", paging: mentionPageSize } as const;
    return (await call(listNotifications, { query, signal })).data;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export function useUnreadNotificationCount(): number {
  return useQuery(unreadCountQuery).data ?? 0;
}

export function useNotifications() {
  return useInfiniteQuery({ ...notificationsQuery, select: rowsOfPages<Notification> });
}

/** The unread mentions, newest first. */
export function useUnreadMentionList() {
  return useQuery(mentionsQuery);
}

const refetchNotifications = () => refetchLists({ queryKey: notificationsQuery.queryKey });

export async function applyUnreadCount({ count_unread }: { count_unread: number }): Promise<void> {
  getQueryClient().setQueryData(unreadCountQuery.queryKey, count_unread);
  await refetchNotifications();
}

/** Marks a notification as read when it is opened. If the request fails, the notification stays unread. */
export async function markNotificationAsRead(id: string): Promise<void> {
  const readResponse = await call(markNotificationRead, { params: { id } }).catch(() => null);
  if (readResponse) await applyUnreadCount(readResponse.data);
}

export async function markAllNotificationsAsRead(): Promise<void> {
  await applyUnreadCount((await call(markAllNotificationsRead)).data);
}

/**
 * Keeps the notifications up to date by live events, until the returned function is called. Calls `onNotification` for
 * each new notification. A reaction to a message on the screen is marked as read at once.
 */
export function keepNotificationsUpdated(
  onNotification: (notification: Notification) => void,
  isMessageOnScreen: (messageId: string) => boolean,
): () => void {
  const client = getQueryClient();
  const stopEvents = onPersonalEvent((event) => {
    if ("count_unread" in event) {
      client.setQueryData(unreadCountQuery.queryKey, event.count_unread);
      void refetchNotifications();
    }
    if (event.type === "ACCOUNT_CHANGED" || "notification" in event) {
      void client.invalidateQueries({ queryKey: ["account"] });
      void client.invalidateQueries({ queryKey: ["my-profile"] });
    }
    if (!("notification" in event)) return;
    const { id, type, data } = event.notification;
    if (type === "REACT" && data.message_id && isMessageOnScreen(data.message_id))
      void markNotificationAsRead(id);
    onNotification(event.notification);
  });
  const stopListening = onLiveConnect(() => {
    void client.invalidateQueries({ queryKey: unreadCountQuery.queryKey });
    void refetchNotifications();
  });
  return () => {
    stopEvents();
    stopListening();
  };
}
