import { countUnreadConversations } from "@kakehashi/contract/conversations";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

export const unreadConversationCountsQuery = queryOptions({
  queryKey: ["conversations-unread"],
  queryFn: async ({ signal }) => (await call(countUnreadConversations, { signal })).data,
});

/** Fetches the number of conversations with unread messages: in total, and for each type of conversation. */
export const useUnreadConversationCounts = () => useQuery(unreadConversationCountsQuery).data;

/** The number of conversations with unread messages. */
export const useUnreadConversationCount = (): number => useUnreadConversationCounts()?.count_unread ?? 0;

/**
 * The number of conversations with unread messages that want the reader's attention: they are not muted, or they
 * mention the reader.
 */
export const useAttentionCount = (): number => useUnreadConversationCounts()?.count_attention ?? 0;
