import {
  type Bookmark,
  countBookmarks,
  listBookmarks,
  markBookmarkRead,
  markForTranslation,
} from "@kakehashi/contract/bookmarks";
import type { Message } from "@kakehashi/contract/messages";
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { refetchLists } from "../../kit/query.ts";
import { rowsOfPages } from "../../kit/rows-of.ts";
import { onConversationEvent, onLiveConnect } from "../live/connection.ts";

const listQuery = infiniteQueryOptions({
  queryKey: ["bookmarks", "list"],
  queryFn: ({ pageParam, signal }) => call(listBookmarks, { query: { skip: pageParam }, signal }),
  initialPageParam: 0,
  getNextPageParam: ({ meta }) => meta.next ?? undefined,
});

/** The start page shows at most this many bookmarked messages. */
const maxUntranslatedShown = 4;

const untranslatedQuery = queryOptions({
  queryKey: ["bookmarks", "waiting"],
  queryFn: async ({ signal }) =>
    (await call(listBookmarks, { query: { done: "false", paging: maxUntranslatedShown }, signal })).data,
});

const countQuery = queryOptions({
  queryKey: ["bookmarks", "count"],
  queryFn: async ({ signal }) => (await call(countBookmarks, { signal })).data,
});

/** The messages that the reader bookmarked for translation. The latest bookmark is first. */
export const useBookmarks = () => useInfiniteQuery({ ...listQuery, select: rowsOfPages<Bookmark> });
/** The newest bookmarked messages without a translation. */
export const useNewestUntranslatedBookmarks = () => useQuery(untranslatedQuery);
export const useBookmarkCounts = () => useQuery(countQuery);

const callParamsOfMessage = ({ conversation_id: id, id: mid }: Message) => ({ params: { id, mid } });

export async function removeBookmark(message: Message): Promise<void> {
  await call(markForTranslation, { ...callParamsOfMessage(message), body: { marked: false } });
}

export async function markBookmarkAsRead(message: Message): Promise<void> {
  await call(markBookmarkRead, callParamsOfMessage(message));
}

/** Keeps the list of bookmarks up to date by live events. Returns a function that stops these updates. */
export function keepBookmarksUpdated(): () => void {
  const refetchBookmarks = () => void refetchLists({ queryKey: ["bookmarks"] });
  const unsubscribeFunctions = [
    onConversationEvent((event) => {
      const concernsBookmark =
        "message" in event && event.message.bookmarked && event.type !== "MESSAGE_CREATED";
      if (concernsBookmark || event.type === "BOOKMARK_CHANGED") refetchBookmarks();
    }),
    onLiveConnect(refetchBookmarks),
  ];
  return () => {
    for (const unsubscribe of unsubscribeFunctions) unsubscribe();
  };
}
