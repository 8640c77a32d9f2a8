import {
  getBotFlowSave,
  getBotFlowVersion,
  listBotFlowSaves,
  listBotFlowVersions,
} from "@kakehashi/contract/bot-flow-history";
import { type BotFlow, getBotFlow, listBotFlows } from "@kakehashi/contract/bot-flows";
import { infiniteQueryOptions, queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";

export const storiesQuery = (id: string) =>
  queryOptions({
    queryKey: ["stories", "list", id],
    queryFn: async ({ signal }) => (await call(listBotFlows, { params: { id }, signal })).data,
    staleTime: 0,
  });

export const storyQuery = (id: string, flowId: string) =>
  queryOptions({
    queryKey: ["stories", "one", id, flowId],
    queryFn: async ({ signal }) => (await call(getBotFlow, { params: { id, fid: flowId }, signal })).data,
    staleTime: 0,
  });

const historyQueryKey = (id: string, flowId: string) => ["stories", "history", id, flowId];

export const versionsQuery = (id: string, flowId: string) =>
  infiniteQueryOptions({
    queryKey: [...historyQueryKey(id, flowId), "versions"],
    queryFn: ({ pageParam, signal }) =>
      call(listBotFlowVersions, { params: { id, fid: flowId }, query: { page: String(pageParam) }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : null),
    staleTime: 0,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });

export const savedDraftsQuery = (id: string, flowId: string) =>
  infiniteQueryOptions({
    queryKey: [...historyQueryKey(id, flowId), "saves"],
    queryFn: ({ pageParam, signal }) =>
      call(listBotFlowSaves, { params: { id, fid: flowId }, query: { page: String(pageParam) }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : null),
    staleTime: 0,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });

/**
 * A published version or another saved version of a story. It is refetched each time, because the newest one may still
 * change.
 */
export const versionOrSaveQuery = (id: string, flowId: string, kind: "version" | "save", number: number) =>
  queryOptions({
    queryKey: [...historyQueryKey(id, flowId), kind, number],
    queryFn: async ({ signal }) => {
      const params = { id, fid: flowId, number: String(number) };
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
  const client = queryClient();
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
