import type { AnswerOf } from "@kakehashi/contract/kit/endpoint";
import {
  type MessageContentFilter,
  type SearchResults,
  type SearchType,
  searchEverything,
} from "@kakehashi/contract/search";
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { computeNextDay, type LocaleFormat } from "../../kit/format.ts";
import { useFormat } from "../../kit/use-format.ts";

export interface SearchQuery {
  q: string;
  type: SearchType;
  in: string | null;
  authorId: string | null;
  /** The first day of the search, from the date field. This day and `lastDay` are included in the search. */
  firstDay: string | null;
  lastDay: string | null;
  has: MessageContentFilter | null;
}

/** Builds the query of a search request. Both days are included. A day begins at midnight in the reader's time zone. */
function requestQueryOf(query: SearchQuery, { dayStart }: Pick<LocaleFormat, "dayStart">) {
  const afterTime = query.firstDay ? dayStart(query.firstDay)?.toISOString() : undefined;
  const beforeTime = query.lastDay ? dayStart(computeNextDay(query.lastDay))?.toISOString() : undefined;
  return {
    q: query.q,
    type: query.type,
    ...(query.in && { in: query.in }),
    ...(query.authorId && { from: query.authorId }),
    ...(query.has && { has: query.has }),
    ...(afterTime && { after: afterTime }),
    ...(beforeTime && { before: beforeTime }),
  };
}

export const isFiltered = (query: SearchQuery) =>
  Boolean(query.in ?? query.authorId ?? query.firstDay ?? query.lastDay ?? query.has);

/** Whether the first day is after the last one, so that nothing matches. */
export const isRangeReversed = ({ firstDay, lastDay }: SearchQuery) =>
  firstDay !== null && lastDay !== null && firstDay > lastDay;

/** The results, page by page. Earlier results stay on the page until the new ones arrive. */
export function useSearch(query: SearchQuery) {
  const format = useFormat();
  return useInfiniteQuery({
    queryKey: ["search", query],
    queryFn: ({ pageParam, signal }) =>
      call(searchEverything, {
        query: { ...requestQueryOf(query, format), page: pageParam, paging: query.type === "all" ? 10 : 20 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) =>
      query.type !== "all" && meta.has_more[query.type] ? meta.page + 1 : undefined,
    enabled: query.q !== "" || isFiltered(query),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    select: joinResultPages,
  });
}

/** Joins the results of all loaded pages, and tells which kinds of results have more. */
function joinResultPages({ pages }: InfiniteData<AnswerOf<typeof searchEverything>>) {
  const data = pages.map((page) => page.data);
  const results: SearchResults = {
    messages: data.flatMap((page) => page.messages),
    files: data.flatMap((page) => page.files),
    people: data.flatMap((page) => page.people),
    conversations: data.flatMap((page) => page.conversations),
  };
  return { found: results, more: pages.at(-1)?.meta.has_more };
}

/** A few results of each kind, for the quick switcher. */
export function useQuickSearch(q: string) {
  return useQuery({
    queryKey: ["quick-search", q],
    queryFn: async ({ signal }) => (await call(searchEverything, { query: { q, paging: 5 }, signal })).data,
    enabled: q !== "",
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}
