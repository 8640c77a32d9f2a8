import { countUnreadConversations } from "@kakehashi/contract/conversations";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

export const unreadQuery = queryOptions({
  queryKey: ["conversations-unread"],
  queryFn: async ({ signal }) => (await call(countUnreadConversations, { signal })).data,
});

/** How many conversations have unread messages: in total and by type. */
export const useUnreadCounts = () => useQuery(unreadQuery).data;

/** How many conversations have unread messages. */
export const useUnreadCount = (): number => useUnreadCounts()?.count_unread ?? 0;

/** How many unread conversations need the reader's attention: not muted, or with a mention. */
export const useAttentionCount = (): number => useUnreadCounts()?.count_attention ?? 0;
