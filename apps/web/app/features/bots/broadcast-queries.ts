import {
  type BroadcastAudience,
  type BroadcastDetail,
  type ChangedBroadcastBody,
  cancelBroadcast,
  changeBroadcast,
  countAudience,
  getAudienceChoices,
  getBroadcast,
  listBroadcasts,
  pauseBroadcast,
  removeBroadcast,
  resumeBroadcast,
} from "@kakehashi/contract/bot-broadcasts";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";
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

export const broadcastsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...broadcastsKey(id), "list"],
    queryFn: ({ pageParam, signal }) =>
      call(listBroadcasts, { params: { id }, query: { page: String(pageParam) }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : null),
    staleTime: 0,
    select: rowsOfPages,
  });

export const broadcastQuery = (id: string, broadcastId: string) =>
  queryOptions({
    queryKey: [...broadcastsKey(id), "one", broadcastId],
    queryFn: async ({ signal }) =>
      (await call(getBroadcast, { params: { id, bid: broadcastId }, signal })).data,
    staleTime: 0,
  });

/** The tags and variables that a bot's visitors have. The audience of a broadcast can be chosen by them. */
export const audienceChoicesQuery = (id: string) =>
  queryOptions({
    queryKey: ["bots", "one", id, "broadcast-choices"],
    queryFn: async ({ signal }) => (await call(getAudienceChoices, { params: { id }, signal })).data,
    staleTime: 60_000,
  });

export const fetchAudienceCount = async (id: string, audience: BroadcastAudience, signal?: AbortSignal) =>
  (await call(countAudience, { params: { id }, body: { audience }, ...(signal && { signal }) })).data;

export const audienceCountQuery = (id: string, audience: BroadcastAudience) =>
  queryOptions({
    queryKey: ["bots", "one", id, "broadcast-count", audience],
    queryFn: ({ signal }) => fetchAudienceCount(id, audience, signal),
    // While somebody types, show the previous count of visitors until the new one arrives. Otherwise the count would
    // flicker.
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

export const refetchBroadcasts = (id: string): Promise<void> =>
  queryClient().invalidateQueries({ queryKey: broadcastsKey(id) });

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

export function cacheBroadcast(id: string, data: BroadcastDetail): void {
  queryClient().setQueryData(broadcastQuery(id, data.id).queryKey, data);
  void queryClient().invalidateQueries({ queryKey: broadcastsQuery(id).queryKey });
}

export async function saveBroadcast(id: string, broadcastId: string, body: ChangedBroadcastBody) {
  const { data } = await call(changeBroadcast, { params: { id, bid: broadcastId }, body });
  cacheBroadcast(id, data);
  return data;
}

const actionEndpoints = { pause: pauseBroadcast, resume: resumeBroadcast, cancel: cancelBroadcast } as const;
export type BroadcastAction = keyof typeof actionEndpoints;

export async function actOnBroadcast(
  id: string,
  broadcastId: string,
  action: BroadcastAction,
): Promise<void> {
  try {
    const { data } = await call(actionEndpoints[action], { params: { id, bid: broadcastId } });
    cacheBroadcast(id, data);
  } catch (error) {
    // The server has refused the request, because the broadcast is in another state than the page shows. Fetch the
    // broadcast again.
    void refetchBroadcasts(id);
    throw error;
  }
}

export async function deleteBroadcast(id: string, broadcastId: string): Promise<void> {
  await call(removeBroadcast, { params: { id, bid: broadcastId } });
  queryClient().removeQueries({ queryKey: broadcastQuery(id, broadcastId).queryKey });
  await refetchBroadcasts(id);
}
