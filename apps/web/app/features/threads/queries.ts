import {
  countUnreadThreads,
  getThread,
  listThreads,
  markMessageRead,
  type Thread,
} from "@kakehashi/contract/threads";
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { isOutage } from "../../kit/api-error.ts";
import { keep, keepAtMost, kept } from "../../kit/kept.ts";
import { queryClient } from "../../kit/query.ts";
import { rowsOf } from "../../kit/rows-of.ts";
import { onLiveConnect, onLiveEvent } from "../live/connection.ts";

/** Milliseconds over which changes are gathered into one look at the server. */
const gathering = 500;
/** Threads whose first message can be read without a connection: as many as there are places with messages. */
const keptThreads = 40;
const prefix = "thread ";

const listQuery = infiniteQueryOptions({
  queryKey: ["threads", "list"],
  queryFn: ({ pageParam, signal }) => call(listThreads, { query: { skip: pageParam }, signal }),
  initialPageParam: 0,
  getNextPageParam: ({ meta }) => meta.next ?? undefined,
});

/** The most unread threads that a start page shows. */
const waitingShown = 3;

const waitingQuery = queryOptions({
  queryKey: ["threads", "waiting"],
  queryFn: async ({ signal }) =>
    (await call(listThreads, { query: { unread: "true", paging: waitingShown }, signal })).data,
});

const unreadQuery = queryOptions({
  queryKey: ["threads", "unread"],
  queryFn: async ({ signal }) => (await call(countUnreadThreads, { signal })).data.count_unread,
});

export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: ["threads", "one", id],
    async queryFn({ signal }): Promise<Thread> {
      try {
        const { data } = await call(getThread, { params: { id }, signal });
        keep(prefix + id, data);
        void keepAtMost(prefix, keptThreads).catch(() => undefined);
        return data;
      } catch (error) {
        // What the page shows already is newer than what the browser keeps.
        const shown = queryClient().getQueryState(["threads", "one", id])?.data !== undefined;
        const known = isOutage(error) && !shown ? await kept<Thread>(prefix + id) : null;
        if (!known) throw error;
        return known;
      }
    },
  });

/** The threads that the reader follows, the newest reply first. */
export const useThreads = () => useInfiniteQuery({ ...listQuery, select: rowsOf<Thread> });
/** The newest few of them with replies that the reader has not read. */
export const useWaitingThreads = () => useQuery(waitingQuery);
export const useThread = (id: string) => useQuery(threadQuery(id));
export const useUnreadThreads = (): number => useQuery(unreadQuery).data ?? 0;

export async function markThreadRead(conversationId: string, replyId: string): Promise<void> {
  await call(markMessageRead, { params: { id: conversationId, mid: replyId } });
}

/** Keeps the threads current by the live channel until the returned function is called. */
export function followThreads(): () => void {
  const client = queryClient();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void client.invalidateQueries({ queryKey: ["threads"] });
    }, gathering);
  };
  const ends = [
    onLiveEvent((event) => {
      const threaded =
        "message" in event && (event.message.parent_id !== null || event.message.reply_count > 0);
      if (threaded || event.type.startsWith("THREAD_")) refresh();
    }),
    onLiveConnect(refresh),
  ];
  return () => {
    clearTimeout(timer);
    for (const end of ends) end();
  };
}
