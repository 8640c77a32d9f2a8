import { countUnreadConversations } from "@kakehashi/contract/conversations";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

export const unreadQuery = queryOptions({
  queryKey: ["conversations-unread"],
  queryFn: async ({ signal }) => (await call(countUnreadConversations, { signal })).data,
});

/** The number of conversations with unread messages: in total and for each type. */
export const useUnreadCounts = () => useQuery(unreadQuery).data;

/** The number of conversations with unread messages. */
export const useUnreadCount = (): number => useUnreadCounts()?.count_unread ?? 0;

/** The number of unread conversations that are not muted or that mention the reader. */
export const useAttentionCount = (): number => useUnreadCounts()?.count_attention ?? 0;
