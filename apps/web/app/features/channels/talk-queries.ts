import {
  deleteWaitingDelivery,
  retryDelivery,
  sendUntranslated,
} from "@kakehashi/contract/channel-deliveries";
import {
  blockOutsidePerson,
  getOutsideTalk,
  listAllOutsideTags,
  listOutsideTags,
  listOutsideTalks,
  tagOutsidePerson,
} from "@kakehashi/contract/channels";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { queryClient, refetchLists } from "../../kit/query.ts";
import { runOneAtATime } from "../../kit/run-one-at-a-time.ts";
import { onLiveConnect, onLiveEvent, onPersonalEvent } from "../live/connection.ts";
import type { TalkFilter } from "./filter.ts";

const talksKey = ["outside talks"] as const;

/** Returns the filter as the query parameters of the request that lists chats. Leaves out filters that are not set. */
function queryParamsOfFilter({ state, platform, pageId, agentId, tag, search, isUnread }: TalkFilter) {
  return {
    state,
    ...(platform && { platform }),
    ...(pageId && { page_id: pageId }),
    ...(agentId && { agent_id: agentId }),
    ...(tag && { tag }),
    ...(search && { search }),
    ...(isUnread && { unread: "true" }),
  };
}

export const talksQuery = (filter: TalkFilter) =>
  infiniteQueryOptions({
    queryKey: [...talksKey, "list", filter],
    queryFn: ({ pageParam, signal }) =>
      call(listOutsideTalks, { query: { ...queryParamsOfFilter(filter), page: String(pageParam) }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : null),
    // While somebody types or filters, show the previous list of chats until the new one arrives. Otherwise the list
    // would flicker.
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const talkQuery = (id: string) =>
  queryOptions({
    queryKey: [...talksKey, "one", id],
    queryFn: async ({ signal }) => (await call(getOutsideTalk, { params: { id }, signal })).data,
    staleTime: 0,
  });

/** The tags that are suggested while somebody types a tag: those that customers of the same bot already have. */
export const tagsQuery = (id: string, search: string) =>
  queryOptions({
    queryKey: ["outside tags", id, search],
    queryFn: async ({ signal }) =>
      (await call(listOutsideTags, { params: { id }, query: { ...(search && { search }) }, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The tags by which the list of chats can be filtered: those of all customers whose chats the reader may read. */
export const allTagsQuery = (search: string) =>
  queryOptions({
    queryKey: ["outside tags", "all", search],
    queryFn: async ({ signal }) =>
      (await call(listAllOutsideTags, { query: { ...(search && { search }) }, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/**
 * Fetches the list of chats and the open chat again. If several events follow each other, they are fetched only once.
 */
export const refetchTalks = runOneAtATime(() => refetchLists({ queryKey: talksKey }));
const refetchTalksInBackground = () => void refetchTalks().catch(() => {});

/**
 * Fetches the chats again when a chat changes and when the live connection is restored. Does so, too, when the reader
 * joins or leaves a chat's conversation, for example because a note mentions them.
 */
export function useTalkUpdates(): void {
  useEffect(() => {
    const unsubscribeEvents = onPersonalEvent(({ type }) => {
      if (type === "LIVECHAT_CHANGED" || type === "OUTSIDE_TALK_CHANGED") refetchTalksInBackground();
    });
    const unsubscribeMemberships = onLiveEvent(({ type }) => {
      if (type === "CONVERSATION_ADDED" || type === "CONVERSATION_REMOVED") refetchTalksInBackground();
    });
    const unsubscribeConnects = onLiveConnect(refetchTalksInBackground);
    return () => {
      unsubscribeEvents();
      unsubscribeMemberships();
      unsubscribeConnects();
    };
  }, []);
}

/**
 * Waits until the server has responded to a change of a chat. Then fetches the chat again, even if the change was
 * refused: usually somebody else has changed the chat, and the reader must see that.
 */
export async function refetchTalkAfter(id: string, change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } finally {
    await queryClient().invalidateQueries({ queryKey: talkQuery(id).queryKey });
    refetchTalksInBackground();
  }
}

export const retryMessage = (id: string, messageId: string) =>
  refetchTalkAfter(id, call(retryDelivery, { params: { id, message_id: messageId } }));
export const sendMessageUntranslated = (id: string, messageId: string) =>
  refetchTalkAfter(id, call(sendUntranslated, { params: { id, message_id: messageId } }));
export const takeBackMessage = (id: string, messageId: string) =>
  refetchTalkAfter(id, call(deleteWaitingDelivery, { params: { id, message_id: messageId } }));
export const setPersonBlocked = (id: string, isBlocked: boolean) =>
  refetchTalkAfter(id, call(blockOutsidePerson, { params: { id }, body: { is_blocked: isBlocked } }));
export const setPersonTags = (id: string, tags: readonly string[]) =>
  refetchTalkAfter(id, call(tagOutsidePerson, { params: { id }, body: { tags: [...tags] } }));
