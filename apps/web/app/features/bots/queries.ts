import { listBotFlows } from "@kakehashi/contract/bot-flows";
import type { BotRole } from "@kakehashi/contract/bot-permissions";
import { type Bot, getBot, listBots, setBotPerson } from "@kakehashi/contract/bots";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { rowsOfPages } from "../../kit/rows-of.ts";

export const botsQuery = (search: string, isArchived: boolean) =>
  infiniteQueryOptions({
    queryKey: ["bots", "list", search, isArchived],
    queryFn: ({ pageParam, signal }) =>
      call(listBots, {
        query: { page: String(pageParam), archived: String(isArchived), ...(search && { search }) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : null),
    // While somebody types a search, show the previous list of bots until the new one arrives. Otherwise the list would
    // flicker.
    placeholderData: keepPreviousData,
    staleTime: 0,
    select: rowsOfPages,
  });

/** No live event announces a change of a bot. So the bot is fetched again when a page opens or gets the focus. */
export const botQuery = (id: string) =>
  queryOptions({
    queryKey: ["bots", "one", id],
    queryFn: async ({ signal }) => (await call(getBot, { params: { id }, signal })).data,
    staleTime: 0,
    refetchOnWindowFocus: "always",
  });

export const botFlowsQuery = (botId: string) =>
  queryOptions({
    queryKey: ["bots", "one", botId, "flows"],
    queryFn: async ({ signal }) => (await call(listBotFlows, { params: { id: botId }, signal })).data,
    staleTime: 0,
  });

/** Stores a bot from the server's response in the query cache, and fetches the lists of bots again. */
export function cacheBot(bot: Bot): void {
  getQueryClient().setQueryData(botQuery(bot.id).queryKey, bot);
  refetchBots();
}

export const refetchBots = (): Promise<void> =>
  getQueryClient().invalidateQueries({ queryKey: ["bots", "list"] });

export function removeCachedBot(id: string): void {
  getQueryClient().removeQueries({ queryKey: botQuery(id).queryKey });
  void refetchBots();
}

export async function setBotPersonRole(botId: string, userId: string, botRole: BotRole): Promise<void> {
  const { data } = await call(setBotPerson, {
    params: { id: botId, user_id: userId },
    body: { part: botRole },
  });
  cacheBot(data);
}
