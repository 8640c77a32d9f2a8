import { countUnreadConversations } from "@kakehashi/contract/conversations";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

export const unreadQuery = queryOptions({
  queryKey: ["conversations-unread"],
  queryFn: async ({ signal }) => (await call(countUnreadConversations, { signal })).data,
});

/** How many conversations hold unread messages, all of them and by their type. */
export const useUnreadCounts = () => useQuery(unreadQuery).data;

/** How many conversations hold unread messages. */
export const useUnreadCount = (): number => useUnreadCounts()?.count_unread ?? 0;

/** How many of them ask for the reader: not muted, or calling them. */
export const useAttentionCount = (): number => useUnreadCounts()?.count_attention ?? 0;
