import {
  countUnreadThreads,
  getThread,
  listThreads,
  markMessageRead,
  type Thread,
} from "@kakehashi/contract/threads";
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { isTemporaryError } from "../../kit/api-error.ts";
import { deleteAllButNewestEntries, readOfflineValue, storeOffline } from "../../kit/offline-storage.ts";
import { getQueryClient } from "../../kit/query.ts";
import { rowsOfPages } from "../../kit/rows-of.ts";
import { onConversationEvent, onLiveConnect } from "../live/connection.ts";

/**
 * After a change, the threads are fetched with a delay of this many milliseconds, so that several changes cause one
 * request.
 */
const refreshDelayMs = 500;
/** This many threads are stored for offline reading. The same number of conversations is stored with their messages. */
const maxStoredThreads = 40;
const storagePrefix = "thread ";

const followedThreadsQuery = infiniteQueryOptions({
  queryKey: ["threads", "list"],
  queryFn: ({ pageParam, signal }) => call(listThreads, { query: { skip: pageParam }, signal }),
  initialPageParam: 0,
  getNextPageParam: ({ meta }) => meta.next ?? undefined,
});

/** The start page shows at most this many unread threads. */
const maxUnreadThreadsShown = 3;

const newestUnreadThreadsQuery = queryOptions({
  queryKey: ["threads", "waiting"],
  queryFn: async ({ signal }) =>
    (await call(listThreads, { query: { unread: "true", paging: maxUnreadThreadsShown }, signal })).data,
});

const unreadThreadCountQuery = queryOptions({
  queryKey: ["threads", "unread"],
  queryFn: async ({ signal }) => (await call(countUnreadThreads, { signal })).data.count_unread,
});

export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: ["threads", "one", id],
    async queryFn({ signal }): Promise<Thread> {
      try {
        const { data } = await call(getThread, { params: { id }, signal });
        storeOffline(storagePrefix + id, data);
        void deleteAllButNewestEntries(storagePrefix, maxStoredThreads).catch(() => undefined);
        return data;
      } catch (error) {
        // If the page already shows the thread, do not replace it by the older stored copy.
        const isLoaded = getQueryClient().getQueryState(["threads", "one", id])?.data !== undefined;
        const storedThread =
          isTemporaryError(error) && !isLoaded ? await readOfflineValue<Thread>(storagePrefix + id) : null;
        if (!storedThread) throw error;
        return storedThread;
      }
    },
  });

/** The followed threads. The one with the newest reply comes first. */
export const useFollowedThreads = () =>
  useInfiniteQuery({ ...followedThreadsQuery, select: rowsOfPages<Thread> });
/** The newest followed threads with unread replies. */
export const useNewestUnreadThreads = () => useQuery(newestUnreadThreadsQuery);
export const useThread = (id: string) => useQuery(threadQuery(id));
export const useUnreadThreadCount = (): number => useQuery(unreadThreadCountQuery).data ?? 0;

export async function markThreadRead(conversationId: string, replyId: string): Promise<void> {
  await call(markMessageRead, { params: { id: conversationId, mid: replyId } });
}

/** Keeps the threads up to date by live events, until the returned function is called. */
export function keepThreadsUpdated(): () => void {
  const client = getQueryClient();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refreshThreads = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void client.invalidateQueries({ queryKey: ["threads"] });
    }, refreshDelayMs);
  };
  const unsubscribers = [
    onConversationEvent((event) => {
      const message = "message" in event ? event.message : undefined;
      // Update the root message at once, so that its number of replies fits the visible replies.
      if (message)
        client.setQueryData(threadQuery(message.id).queryKey, (thread) => thread && { ...thread, message });
      if (message?.parent_id || message?.reply_count || event.type.startsWith("THREAD_")) refreshThreads();
    }),
    onLiveConnect(refreshThreads),
  ];
  return () => {
    clearTimeout(timer);
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}
