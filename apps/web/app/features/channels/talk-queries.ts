import {
  deleteWaitingOutsideMessage,
  retryDelivery,
  sendUntranslated,
} from "@kakehashi/contract/channel-deliveries";
import {
  getOutsideTalk,
  listAllOutsideTags,
  listOutsideTalks,
  setOutsidePersonBlocked,
  setOutsidePersonTags,
  suggestTagsForOutsidePerson,
} from "@kakehashi/contract/channels";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { getQueryClient, refetchLists } from "../../kit/query.ts";
import { runOneAtATime } from "../../kit/run-one-at-a-time.ts";
import { onConversationEvent, onLiveConnect, onPersonalEvent } from "../live/connection.ts";
import type { TalkFilter } from "./filter.ts";

const talksKey = ["outside talks"] as const;

/** Returns the filter as the query parameters of the request that lists chats. Leaves out filters that are not set. */
function queryParamsOfFilter({ state, platform, pageId, agentId, tag, search, showsOnlyUnread }: TalkFilter) {
  return {
    state,
    ...(platform && { platform }),
    ...(pageId && { page_id: pageId }),
    ...(agentId && { agent_id: agentId }),
    ...(tag && { tag }),
    ...(search && { search }),
    ...(showsOnlyUnread && { unread: "true" }),
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

export const talkQuery = (talkId: string) =>
  queryOptions({
    queryKey: [...talksKey, "one", talkId],
    queryFn: async ({ signal }) => (await call(getOutsideTalk, { params: { id: talkId }, signal })).data,
    staleTime: 0,
  });

/** The tags that are suggested while somebody types a tag: those that customers of the same bot already have. */
export const tagSuggestionsQuery = (talkId: string, search: string) =>
  queryOptions({
    queryKey: ["outside tags", talkId, search],
    queryFn: async ({ signal }) =>
      (
        await call(suggestTagsForOutsidePerson, {
          params: { id: talkId },
          query: { ...(search && { search }) },
          signal,
        })
      ).data,
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
 * Fetches the list of chats and the open chat again. Events that arrive during a fetch together cause one more fetch.
 */
export const refetchTalks = runOneAtATime(() => refetchLists({ queryKey: talksKey }));
const refetchTalksInBackground = () => void refetchTalks().catch(() => {});

/**
 * Fetches the chats again when one of three things happens: a chat changes, the live connection is restored, or the
 * reader joins or leaves a chat's conversation. A reader joins a conversation, for example, when a note mentions them.
 */
export function useTalkUpdates(): void {
  useEffect(() => {
    const unsubscribeEvents = onPersonalEvent(({ type }) => {
      if (type === "LIVECHAT_CHANGED" || type === "OUTSIDE_TALK_CHANGED") refetchTalksInBackground();
    });
    const unsubscribeMemberships = onConversationEvent(({ type }) => {
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
export async function refetchTalkAfter(talkId: string, changePromise: Promise<unknown>): Promise<void> {
  try {
    await changePromise;
  } finally {
    await getQueryClient().invalidateQueries({ queryKey: talkQuery(talkId).queryKey });
    refetchTalksInBackground();
  }
}

export const retryMessage = (talkId: string, messageId: string) =>
  refetchTalkAfter(talkId, call(retryDelivery, { params: { id: talkId, message_id: messageId } }));
export const sendMessageUntranslated = (talkId: string, messageId: string) =>
  refetchTalkAfter(talkId, call(sendUntranslated, { params: { id: talkId, message_id: messageId } }));
export const cancelWaitingMessage = (talkId: string, messageId: string) =>
  refetchTalkAfter(
    talkId,
    call(deleteWaitingOutsideMessage, { params: { id: talkId, message_id: messageId } }),
  );
export const setPersonBlocked = (talkId: string, isBlocked: boolean) =>
  refetchTalkAfter(
    talkId,
    call(setOutsidePersonBlocked, { params: { id: talkId }, body: { is_blocked: isBlocked } }),
  );
export const setPersonTags = (talkId: string, tags: readonly string[]) =>
  refetchTalkAfter(talkId, call(setOutsidePersonTags, { params: { id: talkId }, body: { tags: [...tags] } }));
