import {
  type BotSessionListItem,
  getBotSession,
  getBotSessionFlow,
  listBotSessions,
  listBotSessionTurns,
} from "@kakehashi/contract/bot-sessions";
import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import type { SavedFlowReference } from "@kakehashi/contract/flows/session";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

/** The filters of the session list, as query parameters of the request. */
export interface SessionFilter {
  readonly state?: BotSessionListItem["state"];
  readonly platform?: BotPlatform;
  readonly search?: string;
  readonly flow_id?: string;
  readonly version?: string;
}

export const sessionsQuery = (botId: string, filter: SessionFilter) =>
  infiniteQueryOptions({
    queryKey: ["stories", "sessions", botId, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listBotSessions, { params: { id: botId }, query: { page: String(pageParam), ...filter }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : null),
    // Show the previous list of sessions until the new one arrives, so that the list does not flicker while somebody
    // types.
    placeholderData: keepPreviousData,
    staleTime: 0,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });

export const sessionQuery = (botId: string, sessionId: string) =>
  queryOptions({
    queryKey: ["stories", "session", botId, sessionId],
    queryFn: async ({ signal }) =>
      (await call(getBotSession, { params: { id: botId, sid: sessionId }, signal })).data,
    staleTime: 0,
  });

export const sessionTurnsQuery = (botId: string, sessionId: string) =>
  infiniteQueryOptions({
    queryKey: ["stories", "session", botId, sessionId, "turns"],
    queryFn: ({ pageParam, signal }) =>
      call(listBotSessionTurns, {
        params: { id: botId, sid: sessionId },
        query: { since: String(pageParam) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ data, meta }) => (meta.has_more ? (data.at(-1)?.number ?? null) : null),
    staleTime: 0,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });

/**
 * The version of a story that ran in a session. No event invalidates this query, because published versions do not
 * change.
 */
export const sessionFlowQuery = (
  botId: string,
  sessionId: string,
  { flow_id: flowId, save_number }: SavedFlowReference,
) =>
  queryOptions({
    queryKey: ["stories", "ran", botId, sessionId, flowId, save_number],
    queryFn: async ({ signal }) => {
      const params = { id: botId, sid: sessionId, fid: flowId, number: String(save_number) };
      return (await call(getBotSessionFlow, { params, signal })).data;
    },
    staleTime: 60_000,
  });
