import type { LivechatFilter } from "@kakehashi/contract/bot-livechat";
import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import type { flowTextLimits } from "@kakehashi/contract/flows/limits";
import { outsidePlatformCodes } from "./platforms.ts";

/** The filter for the list of chats on Messenger and Zalo. The whole filter is in the page's address. */
export interface TalkFilter {
  readonly state: LivechatFilter;
  readonly platform: OutsidePlatform | null;
  readonly pageId: string | null;
  readonly agentId: string | null;
  /** Only chats of people with this tag are listed. If empty, tags do not matter. */
  readonly tag: string;
  readonly search: string;
  readonly showsOnlyUnread: boolean;
}

export const talkStateFilters = [
  "waiting",
  "mine",
  "all",
  "snoozed",
  "closed",
] as const satisfies readonly LivechatFilter[];
export const talkListPath = "/schat";
export const channelPagesPath = "/schat/listpage";
export const channelFiguresPath = "/schat/figures";

export const maxSearchLength = 100;
export const maxTagLength: (typeof flowTextLimits)["tag"] = 50;
const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Returns the value of a query parameter if it is an id. Otherwise returns null. */
export const parseId = (value: string | null) => (value !== null && idPattern.test(value) ? value : null);

export const parseTalkStateFilter = (value: string | null): LivechatFilter | null =>
  talkStateFilters.find((state) => state === value) ?? null;

/** Reads the filter of the list of chats from the query parameters of an address. Ignores unknown values. */
export function parseTalkFilter(params: URLSearchParams, defaultState: LivechatFilter): TalkFilter {
  const platform = params.get("platform");
  return {
    state: parseTalkStateFilter(params.get("state")) ?? defaultState,
    platform: outsidePlatformCodes.find((knownPlatform) => knownPlatform === platform) ?? null,
    pageId: parseId(params.get("page")),
    agentId: parseId(params.get("agent")),
    tag: (params.get("tag") ?? "").trim().slice(0, maxTagLength),
    search: (params.get("search") ?? "").trim().slice(0, maxSearchLength),
    showsOnlyUnread: params.get("unread") === "true",
  };
}

/**
 * Returns the address of the list of chats with this filter. With `talkId`, the chat of this conversation is open
 * beside the list.
 */
export function buildTalkListPath(filter: TalkFilter, talkId = ""): string {
  const { state, platform, pageId, agentId, tag, search, showsOnlyUnread } = filter;
  const params = new URLSearchParams({ state });
  const optionalParams = {
    platform,
    page: pageId,
    agent: agentId,
    tag,
    search,
    unread: showsOnlyUnread && "true",
  };
  for (const [name, value] of Object.entries(optionalParams)) if (value) params.set(name, value);
  return `${talkListPath}${talkId && `/${talkId}`}?${params}`;
}

/** Returns how many filters are set. The state and the search are not counted. */
export const countActiveFilters = ({ platform, pageId, agentId, tag, showsOnlyUnread }: TalkFilter): number =>
  [platform, pageId, agentId, tag, showsOnlyUnread].filter(Boolean).length;

/**
 * Whether the filter selects all chats of a Facebook page or Zalo account, and restricts them by nothing else. The card
 * of a connected page links to the list of chats with such a filter.
 */
export const showsAllChatsOfPage = (filter: TalkFilter): boolean =>
  filter.pageId !== null && filter.search === "" && countActiveFilters(filter) === 1;

/** Returns a filter that keeps only the state, and resets everything else. */
export const keepOnlyState = ({ state }: TalkFilter): TalkFilter => ({
  state,
  platform: null,
  pageId: null,
  agentId: null,
  tag: "",
  search: "",
  showsOnlyUnread: false,
});
