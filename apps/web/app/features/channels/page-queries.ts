import { type BotItem, listBots } from "@kakehashi/contract/bots";
import {
  type ChannelPage,
  connectChannel,
  disconnectChannelPage,
  finishConnect,
  joinChannelPages,
  pauseChannelPage,
} from "@kakehashi/contract/channel-pages";
import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import { queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";
import { tabStorage } from "../../kit/storage.ts";
import { pagesQuery } from "../bots/channel-pages-query.ts";
import { onLiveConnect, onPersonalEvent } from "../live/connection.ts";

/**
 * The bots that the reader works on. A reader has few bots, so the first page of the API's list contains all of them.
 */
export const botsQuery = queryOptions({
  queryKey: ["bots", "list", "of channels"],
  queryFn: async ({ signal }) => (await call(listBots, { query: { paging: "100" }, signal })).data,
  staleTime: 0,
});
/** The bots that the reader owns. Only owners of a bot may connect pages to it. */
export const ownedBots = (bots: readonly BotItem[] | undefined): readonly BotItem[] =>
  bots?.filter(({ part }) => part === "OWNER") ?? [];

const refetchPages = () => void queryClient().invalidateQueries({ queryKey: pagesQuery.queryKey });

/**
 * Refetches the connected Messenger pages and Zalo accounts when one of them changes, and when the live connection is
 * restored.
 */
export function useChannelPageUpdates(): void {
  useEffect(() => {
    const unsubscribeEvents = onPersonalEvent(({ type }) => {
      if (type === "CHANNEL_PAGE_CHANGED") refetchPages();
    });
    const unsubscribeConnects = onLiveConnect(refetchPages);
    return () => {
      unsubscribeEvents();
      unsubscribeConnects();
    };
  }, []);
}

async function storePage(answer: Promise<{ data: ChannelPage }>): Promise<void> {
  try {
    const { data } = await answer;
    queryClient().setQueryData(
      pagesQuery.queryKey,
      (before) =>
        before && { ...before, pages: before.pages.map((page) => (page.id === data.id ? data : page)) },
    );
  } finally {
    // Refetch the connected pages even after a refused request. Somebody else may have changed the page, and the reader
    // must see that.
    refetchPages();
  }
}

export const setPagePaused = (id: string, isPaused: boolean) =>
  storePage(call(pauseChannelPage, { params: { id }, body: { is_paused: isPaused } }));
export const disconnectPage = (id: string) => storePage(call(disconnectChannelPage, { params: { id } }));

/**
 * The last connection attempt of this tab. It is stored in the tab, so that one press can repeat it after a failure.
 */
export interface ConnectAttempt {
  readonly platform: OutsidePlatform;
  readonly botId: string;
}
const attemptStorageKey = "channel attempt";

export function readLastConnectAttempt(): ConnectAttempt | null {
  try {
    return JSON.parse(tabStorage.read(attemptStorageKey) ?? "null");
  } catch {
    return null;
  }
}

/** Redirects the browser to the platform, where the person allows the connection. */
export async function beginConnect(attempt: ConnectAttempt): Promise<void> {
  const { platform, botId } = attempt;
  const { data } = await call(connectChannel, { params: { platform }, body: { bot_id: botId } });
  tabStorage.write(attemptStorageKey, JSON.stringify(attempt));
  location.assign(data.url);
}

export type CallbackQuery = Readonly<Record<string, string>>;

/**
 * The Facebook pages or Zalo accounts that the person can connect to the bot. They are fetched once per visit of the
 * callback address, even if the component is rendered several times.
 */
export const foundPagesQuery = (query: CallbackQuery) =>
  queryOptions({
    queryKey: ["channel callback", query],
    // Pass no abort `signal`. In development, React mounts a component twice and would abort the first request,
    // although its answer is needed.
    queryFn: async () => (await call(finishConnect, { body: { query } })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

export async function joinPages(
  state: string,
  externalIds: readonly string[],
): Promise<readonly ChannelPage[]> {
  const { data } = await call(joinChannelPages, { body: { state, external_ids: [...externalIds] } });
  refetchPages();
  return data;
}
