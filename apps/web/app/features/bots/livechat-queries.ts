import {
  getBotOfLivechat,
  getLivechat,
  type LivechatDetail,
  type LivechatFilter,
  listLivechats,
} from "@kakehashi/contract/bot-livechat";
import {
  claimLivechat,
  closeLivechat,
  endLivechatSnooze,
  releaseLivechat,
  snoozeLivechat,
  undoLivechatHandOver,
} from "@kakehashi/contract/bot-livechat-steps";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { onConversationEvent, onLiveConnect, onPersonalEvent } from "../live/connection.ts";

const keyOf = (botId: string) => ["livechat", botId] as const;

export const livechatsQuery = (botId: string, filter: LivechatFilter) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(botId), "list", filter],
    queryFn: ({ pageParam, signal }) =>
      call(listLivechats, {
        params: { id: botId },
        query: { state: filter, page: String(pageParam) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : null),
    staleTime: 0,
  });

export const livechatQuery = (botId: string, conversationId: string) =>
  queryOptions({
    queryKey: [...keyOf(botId), "one", conversationId],
    queryFn: async ({ signal }) =>
      (await call(getLivechat, { params: { id: botId, cid: conversationId }, signal })).data,
    staleTime: 0,
  });

/**
 * Fetches the bot that a chat's conversation belongs to. Fetches it only once, because a conversation never moves to
 * another bot.
 */
export const botOfConversationQuery = (conversationId: string) =>
  queryOptions({
    queryKey: ["livechat place", conversationId],
    queryFn: async ({ signal }) =>
      (await call(getBotOfLivechat, { params: { cid: conversationId }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

const refetchLivechats = (botId: string) => getQueryClient().invalidateQueries({ queryKey: keyOf(botId) });

/**
 * Fetches the list of chats again when a chat changes and when the live connection is restored. Also fetches the list
 * when the reader joins or leaves a chat's conversation, for example because a note mentions them.
 */
export function useLivechatUpdates(botId: string): void {
  useEffect(() => {
    const unsubscribeEvents = onPersonalEvent((event) => {
      if (event.type === "LIVECHAT_CHANGED" && event.bot_id === botId) void refetchLivechats(botId);
    });
    const unsubscribeMemberships = onConversationEvent(({ type }) => {
      if (type === "CONVERSATION_ADDED" || type === "CONVERSATION_REMOVED") void refetchLivechats(botId);
    });
    const unsubscribeConnects = onLiveConnect(() => void refetchLivechats(botId));
    return () => {
      unsubscribeEvents();
      unsubscribeMemberships();
      unsubscribeConnects();
    };
  }, [botId]);
}

async function storeChangedTalk(
  botId: string,
  responsePromise: Promise<{ data: LivechatDetail }>,
): Promise<void> {
  try {
    const { data } = await responsePromise;
    getQueryClient().setQueryData(livechatQuery(botId, data.conversation_id).queryKey, data);
  } finally {
    // Fetch the chat again even if the server refused the request. The most common reason for a refusal is that
    // somebody else has changed the chat, and the reader must see that change.
    void refetchLivechats(botId);
  }
}

export const takeTalk = (botId: string, conversationId: string) =>
  storeChangedTalk(botId, call(claimLivechat, { params: { id: botId, cid: conversationId } }));
/** Hands a chat over to the person with the id `userId`. With null, the chat has no agent until somebody takes it. */
export const handOverTalk = (botId: string, conversationId: string, userId: string | null) =>
  storeChangedTalk(
    botId,
    call(releaseLivechat, { params: { id: botId, cid: conversationId }, body: { user_id: userId } }),
  );
/**
 * Undoes the reader's last hand-over of a chat. The server refuses if somebody has acted on the chat since the
 * hand-over.
 */
export const undoHandOver = (botId: string, conversationId: string) =>
  storeChangedTalk(botId, call(undoLivechatHandOver, { params: { id: botId, cid: conversationId } }));
/** Closes a chat with a visitor. If `resumesBot` is true, the bot then continues its story with the visitor. */
export const closeTalk = (botId: string, conversationId: string, resumesBot: boolean) =>
  storeChangedTalk(
    botId,
    call(closeLivechat, { params: { id: botId, cid: conversationId }, body: { resume: resumesBot } }),
  );
/** Snoozes a chat until a point in time. With null, the chat is snoozed until the visitor writes. */
export const snoozeTalk = (botId: string, conversationId: string, until: Date | null) =>
  storeChangedTalk(
    botId,
    call(snoozeLivechat, {
      params: { id: botId, cid: conversationId },
      body: { until: until?.toISOString() ?? null },
    }),
  );
export const endSnooze = (botId: string, conversationId: string) =>
  storeChangedTalk(botId, call(endLivechatSnooze, { params: { id: botId, cid: conversationId } }));
