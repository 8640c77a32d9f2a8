import { type ConversationType, listConversations } from "@kakehashi/contract/conversations";
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../kit/api.ts";
import { joinPages } from "./list.ts";
import { type ConversationPage, conversationQuery, listQuery } from "./queries.ts";

/** The loaded conversations of the reader, newest first. */
export function useConversations() {
  const query = useInfiniteQuery(listQuery);
  const pages = query.data?.pages;
  const list = useMemo(() => (pages ? joinPages(pages.map(({ data }) => data)) : undefined), [pages]);
  return { ...query, list };
}

const conversationsQueryOfType = (type: ConversationType) =>
  infiniteQueryOptions({
    queryKey: ["conversations-of", type],
    queryFn: ({ pageParam, signal }): Promise<ConversationPage> =>
      call(listConversations, { query: { page: pageParam, type }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : undefined),
  });

/**
 * The conversations of one type. A conversation that the complete list contains is taken from there, because live
 * events update that list.
 */
export function useConversationsOfType(type: ConversationType) {
  const query = useInfiniteQuery(conversationsQueryOfType(type));
  const { list: allConversations } = useConversations();
  const pages = query.data?.pages;
  const list = useMemo(() => {
    if (!pages) return undefined;
    const byId = new Map(allConversations?.map((conversation) => [conversation.id, conversation]));
    const conversations = pages.flatMap(({ data }) => data);
    return joinPages([conversations.map((conversation) => byId.get(conversation.id) ?? conversation)]);
  }, [pages, allConversations]);
  return { ...query, list };
}

/**
 * Returns a conversation from the loaded list, or fetches it if the list does not contain it. If `id` is empty, fetches
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
