import { type BotListItem, listBots } from "@kakehashi/contract/bots";
import {
  beginChannelConnection,
  type ChannelPage,
  disconnectChannelPage,
  finishChannelConnection,
  joinChannelPages,
  setChannelPagePaused,
} from "@kakehashi/contract/channel-pages";
import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import { queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { tabStorage } from "../../kit/storage.ts";
import { connectedPagesQuery } from "../bots/channel-pages-query.ts";
import { onLiveConnect, onPersonalEvent } from "../live/connection.ts";

/**
 * The bots on which the reader works. The API returns the list page by page, but a reader has so few bots that the
 * first page contains all of them.
 */
export const readerBotsQuery = queryOptions({
  queryKey: ["bots", "list", "of channels"],
  queryFn: async ({ signal }) => (await call(listBots, { query: { paging: "100" }, signal })).data,
  staleTime: 0,
});
/** Returns those of the bots that the reader owns. Only a bot's owners may connect pages to it. */
export const filterOwnedBots = (bots: readonly BotListItem[] | undefined): readonly BotListItem[] =>
  bots?.filter(({ part }) => part === "OWNER") ?? [];

const refetchPages = () =>
  void getQueryClient().invalidateQueries({ queryKey: connectedPagesQuery.queryKey });

/**
 * Fetches the connected Messenger pages and Zalo accounts again when one of them changes, and when the live connection
 * is restored.
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

async function storeChangedPage(responsePromise: Promise<{ data: ChannelPage }>): Promise<void> {
  try {
    const { data } = await responsePromise;
    getQueryClient().setQueryData(
      connectedPagesQuery.queryKey,
      (pagesBefore) =>
        pagesBefore && {
          ...pagesBefore,
          pages: pagesBefore.pages.map((page) => (page.id === data.id ? data : page)),
        },
    );
  } finally {
    // Fetch the connected pages again even if the server refused the request. Somebody else may have changed the page,
    // and the reader must see that.
    refetchPages();
  }
}

export const setPagePaused = (id: string, isPaused: boolean) =>
  storeChangedPage(call(setChannelPagePaused, { params: { id }, body: { is_paused: isPaused } }));
export const disconnectPage = (id: string) =>
  storeChangedPage(call(disconnectChannelPage, { params: { id } }));

/**
 * The last attempt in this browser tab to connect a page. The tab's storage keeps it, so that one press of a button can
 * repeat it after a failure.
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

/** Starts to connect a page: sends the browser to the platform, where the person allows the connection. */
export async function beginConnect(attempt: ConnectAttempt): Promise<void> {
  const { platform, botId } = attempt;
  const { data } = await call(beginChannelConnection, { params: { platform }, body: { bot_id: botId } });
  tabStorage.write(attemptStorageKey, JSON.stringify(attempt));
  location.assign(data.url);
}

export type CallbackQuery = Readonly<Record<string, string>>;

/**
 * The Facebook pages or Zalo accounts that the person can connect to the bot. They are fetched only once for each
 * redirect from the platform, even if the component is rendered several times.
 */
export const connectablePagesQuery = (callbackQuery: CallbackQuery) =>
  queryOptions({
    queryKey: ["channel callback", callbackQuery],
    // Do not pass the abort `signal`. In development, React mounts a component twice and would abort the first request,
    // although its response is needed.
    queryFn: async () => (await call(finishChannelConnection, { body: { query: callbackQuery } })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

export async function joinPages(
  oauthState: string,
  externalIds: readonly string[],
): Promise<readonly ChannelPage[]> {
  const { data } = await call(joinChannelPages, {
    body: { state: oauthState, external_ids: [...externalIds] },
  });
  refetchPages();
  return data;
}
