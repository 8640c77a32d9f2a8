import { type ConversationTypeFilter, listConversations } from "@kakehashi/contract/conversations";
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../kit/api.ts";
import { mergeConversationPages } from "./list.ts";
import { type ConversationListPage, conversationListQuery, conversationQuery } from "./queries.ts";

/**
 * Returns the reader's conversations that are loaded: pinned conversations first, then those with the newest messages.
 */
export function useConversations() {
  const query = useInfiniteQuery(conversationListQuery);
  const pages = query.data?.pages;
  const list = useMemo(
    () => (pages ? mergeConversationPages(pages.map(({ data }) => data)) : undefined),
    [pages],
  );
  return { ...query, list };
}

const conversationsQueryOfType = (type: ConversationTypeFilter) =>
  infiniteQueryOptions({
    queryKey: ["conversations-of", type],
    queryFn: ({ pageParam, signal }): Promise<ConversationListPage> =>
      call(listConversations, { query: { page: pageParam, type }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : undefined),
  });

/**
 * Returns the conversations of one type. If a conversation is also in the loaded list of all conversations, returns its
 * version from that list, because live events update that list at once.
 */
export function useConversationsOfType(type: ConversationTypeFilter) {
  const query = useInfiniteQuery(conversationsQueryOfType(type));
  const { list: allConversations } = useConversations();
  const pages = query.data?.pages;
  const list = useMemo(() => {
    if (!pages) return undefined;
    const byId = new Map(allConversations?.map((conversation) => [conversation.id, conversation]));
    const conversations = pages.flatMap(({ data }) => data);
    return mergeConversationPages([
      conversations.map((conversation) => byId.get(conversation.id) ?? conversation),
    ]);
  }, [pages, allConversations]);
  return { ...query, list };
}

/**
 * Returns a conversation from the loaded list. If the list does not contain it, fetches it. If `id` is empty, does
 * nothing.
 */
export function useConversation(id: string) {
  const { list, isPending: isListPending } = useConversations();
  const listedConversation = list?.find((conversation) => conversation.id === id);
  const query = useQuery({
    ...conversationQuery(id),
    enabled: id !== "" && !isListPending && !listedConversation,
  });
  return { ...query, conversation: listedConversation ?? query.data };
}
