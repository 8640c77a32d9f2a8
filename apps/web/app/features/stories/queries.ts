import {
  getBotFlowSave,
  getBotFlowVersion,
  listBotFlowSaves,
  listBotFlowVersions,
} from "@kakehashi/contract/bot-flow-history";
import { type BotFlow, getBotFlow, listBotFlows } from "@kakehashi/contract/bot-flows";
import { infiniteQueryOptions, queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";

export const storiesQuery = (botId: string) =>
  queryOptions({
    queryKey: ["stories", "list", botId],
    queryFn: async ({ signal }) => (await call(listBotFlows, { params: { id: botId }, signal })).data,
    staleTime: 0,
  });

export const storyQuery = (botId: string, storyId: string) =>
  queryOptions({
    queryKey: ["stories", "one", botId, storyId],
    queryFn: async ({ signal }) =>
      (await call(getBotFlow, { params: { id: botId, fid: storyId }, signal })).data,
    staleTime: 0,
  });

const historyQueryKey = (id: string, flowId: string) => ["stories", "history", id, flowId];

export const storyVersionsQuery = (botId: string, storyId: string) =>
  infiniteQueryOptions({
    queryKey: [...historyQueryKey(botId, storyId), "versions"],
    queryFn: ({ pageParam, signal }) =>
      call(listBotFlowVersions, {
        params: { id: botId, fid: storyId },
        query: { page: String(pageParam) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : null),
    staleTime: 0,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });

export const savedDraftsQuery = (botId: string, storyId: string) =>
  infiniteQueryOptions({
    queryKey: [...historyQueryKey(botId, storyId), "saves"],
    queryFn: ({ pageParam, signal }) =>
      call(listBotFlowSaves, {
        params: { id: botId, fid: storyId },
        query: { page: String(pageParam) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : null),
    staleTime: 0,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });

/**
 * The story as it was in a published version or in a saved draft. It is refetched each time, because the newest saved
 * draft may still change.
 */
export const versionOrSaveQuery = (
  botId: string,
  storyId: string,
  kind: "version" | "save",
  number: number,
) =>
  queryOptions({
    queryKey: [...historyQueryKey(botId, storyId), kind, number],
    queryFn: async ({ signal }) => {
      const params = { id: botId, fid: storyId, number: String(number) };
      const { data } =
        kind === "version"
          ? await call(getBotFlowVersion, { params, signal })
          : await call(getBotFlowSave, { params, signal });
      return data.flow;
    },
    staleTime: 0,
  });

/** Stores a story from a response in the query cache, and refetches the lists that contain it. */
export function cacheStory(botId: string, story: BotFlow): void {
  const client = getQueryClient();
  client.setQueryData(storyQuery(botId, story.id).queryKey, story);
  void client.invalidateQueries({ queryKey: storiesQuery(botId).queryKey });
  void client.invalidateQueries({ queryKey: historyQueryKey(botId, story.id) });
}

/**
 * Returns a story's name, its published version and whether it is switched on, from the query cache. Sends no request,
 * because the page has loaded the story.
 */
export const useCachedStory = (botId: string, storyId: string): BotFlow | undefined =>
  useQuery({ ...storyQuery(botId, storyId), enabled: false }).data;
