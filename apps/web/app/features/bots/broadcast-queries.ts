import {
  type BroadcastAudience,
  type BroadcastChangeRequest,
  type BroadcastDetail,
  cancelBroadcast,
  changeBroadcast,
  countBroadcastAudience,
  getBroadcast,
  getBroadcastAudienceChoices,
  listBroadcasts,
  pauseBroadcast,
  removeBroadcast,
  resumeBroadcast,
} from "@kakehashi/contract/bot-broadcasts";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { rowsOfPages } from "../../kit/rows-of.ts";
import { onLiveConnect, onPersonalEvent } from "../live/connection.ts";

const broadcastsKey = (botId: string) => ["broadcasts", botId] as const;
/**
 * The page of a broadcast refetches it at most once in this many milliseconds, because many changes follow each other
 * while the broadcast is being delivered and read.
 */
const minimumRefetchGapMs = 1_500;

/** The query parameter that contains the id of the broadcast to copy. */
export const copiedBroadcastParam = "from";

export const broadcastsQuery = (botId: string) =>
  infiniteQueryOptions({
    queryKey: [...broadcastsKey(botId), "list"],
    queryFn: ({ pageParam, signal }) =>
      call(listBroadcasts, { params: { id: botId }, query: { page: String(pageParam) }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : null),
    staleTime: 0,
    select: rowsOfPages,
  });

export const broadcastQuery = (botId: string, broadcastId: string) =>
  queryOptions({
    queryKey: [...broadcastsKey(botId), "one", broadcastId],
    queryFn: async ({ signal }) =>
      (await call(getBroadcast, { params: { id: botId, bid: broadcastId }, signal })).data,
    staleTime: 0,
  });

/**
 * The pages that are connected to a bot, and the tags and variables that its visitors have. The audience of a broadcast
 * can be chosen by them.
 */
export const audienceChoicesQuery = (botId: string) =>
  queryOptions({
    queryKey: ["bots", "one", botId, "broadcast-choices"],
    queryFn: async ({ signal }) =>
      (await call(getBroadcastAudienceChoices, { params: { id: botId }, signal })).data,
    staleTime: 60_000,
  });

export const fetchAudienceCount = async (botId: string, audience: BroadcastAudience, signal?: AbortSignal) =>
  (
    await call(countBroadcastAudience, {
      params: { id: botId },
      body: { audience },
      ...(signal && { signal }),
    })
  ).data;

export const audienceCountQuery = (botId: string, audience: BroadcastAudience) =>
  queryOptions({
    queryKey: ["bots", "one", botId, "broadcast-count", audience],
    queryFn: ({ signal }) => fetchAudienceCount(botId, audience, signal),
    // While somebody types, show the previous count of visitors until the new one arrives. Otherwise the count would
    // flicker.
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

export const refetchBroadcasts = (botId: string): Promise<void> =>
  getQueryClient().invalidateQueries({ queryKey: broadcastsKey(botId) });

/** Refetches a bot's broadcasts when one of them changes, and when the live connection is restored. */
export function useBroadcastUpdates(botId: string): void {
  useEffect(() => {
    let refetchTimer: ReturnType<typeof setTimeout> | undefined;
    const refetchSoon = () => {
      refetchTimer ??= setTimeout(() => {
        refetchTimer = undefined;
        void refetchBroadcasts(botId);
      }, minimumRefetchGapMs);
    };
    const unsubscribeEvents = onPersonalEvent((event) => {
      if (event.type === "BOT_BROADCAST_CHANGED" && event.bot_id === botId) refetchSoon();
    });
    const unsubscribeConnects = onLiveConnect(() => void refetchBroadcasts(botId));
    return () => {
      clearTimeout(refetchTimer);
      unsubscribeEvents();
      unsubscribeConnects();
    };
  }, [botId]);
}

export function cacheBroadcast(botId: string, broadcast: BroadcastDetail): void {
  getQueryClient().setQueryData(broadcastQuery(botId, broadcast.id).queryKey, broadcast);
  void getQueryClient().invalidateQueries({ queryKey: broadcastsQuery(botId).queryKey });
}

export async function saveBroadcast(botId: string, broadcastId: string, body: BroadcastChangeRequest) {
  const { data } = await call(changeBroadcast, { params: { id: botId, bid: broadcastId }, body });
  cacheBroadcast(botId, data);
  return data;
}

const actionEndpoints = { pause: pauseBroadcast, resume: resumeBroadcast, cancel: cancelBroadcast } as const;
export type BroadcastAction = keyof typeof actionEndpoints;

export async function actOnBroadcast(
  botId: string,
  broadcastId: string,
  action: BroadcastAction,
): Promise<void> {
  try {
    const { data } = await call(actionEndpoints[action], { params: { id: botId, bid: broadcastId } });
    cacheBroadcast(botId, data);
  } catch (error) {
    // The server has refused the request, because the broadcast is in another state than the page shows. Fetch the
    // broadcast again.
    void refetchBroadcasts(botId);
    throw error;
  }
}

export async function deleteBroadcast(botId: string, broadcastId: string): Promise<void> {
  await call(removeBroadcast, { params: { id: botId, bid: broadcastId } });
  getQueryClient().removeQueries({ queryKey: broadcastQuery(botId, broadcastId).queryKey });
  await refetchBroadcasts(botId);
}
