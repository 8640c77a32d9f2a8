import { getCodeVersion, listCodeVersions } from "@kakehashi/contract/code-versions";
import {
  getCode,
  listCodeProjects,
  listCodes,
  restoreCodeFromTrash,
  type Snippet,
} from "@kakehashi/contract/codes";
import { searchEverything } from "@kakehashi/contract/search";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { getQueryClient, refetchLists } from "../../kit/query.ts";
import type { SnippetListFilter } from "./list-filter.ts";

export const codesQuery = (filter: SnippetListFilter) =>
  infiniteQueryOptions({
    queryKey: ["codes", "list", filter],
    queryFn: ({ pageParam, signal }) =>
      call(listCodes, { query: { ...filter, skip: String(pageParam) }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next,
    // While a new list of snippets loads, show the previous one. Otherwise the page would flicker.
    placeholderData: keepPreviousData,
    staleTime: 0,
    select: ({ pages }) => ({
      snippets: pages.flatMap(({ data }) => data),
      total: pages.at(-1)?.meta.total ?? 0,
    }),
  });

/**
 * Fetches a snippet. Live events do not report changes of snippets, so it is fetched again when its page opens and when
 * the page gets the focus.
 */
export const codeQuery = (slug: string) =>
  queryOptions({
    queryKey: ["codes", "one", slug],
    queryFn: async ({ signal }) => (await call(getCode, { params: { slug }, signal })).data,
    staleTime: 0,
    refetchOnWindowFocus: "always",
  });

export const codeProjectsQuery = queryOptions({
  queryKey: ["codes", "projects"],
  queryFn: async ({ signal }) => (await call(listCodeProjects, { signal })).data,
});

/** All stored versions of a snippet. There are never more than fit on one page of the API's list. */
export const versionsQuery = (slug: string, newestVersion: number) =>
  queryOptions({
    queryKey: ["codes", "versions", slug, newestVersion],
    queryFn: async ({ signal }) =>
      (await call(listCodeVersions, { params: { slug }, query: { paging: "100" }, signal })).data,
    // While the list with the new version loads, show the previous list, because the button that the reader has pressed
    // is in it.
    placeholderData: keepPreviousData,
  });

/** A stored version of a snippet, which never changes. */
export const versionQuery = (slug: string, number: number) =>
  queryOptions({
    queryKey: ["codes", "version", slug, number],
    queryFn: async ({ signal }) =>
      (await call(getCodeVersion, { params: { slug, number: String(number) }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * The messages that link to the snippet. The message search finds them, so they include only messages that the reader
 * may read.
 */
export const messagesLinkingToSnippetQuery = (slug: string) =>
  infiniteQueryOptions({
    queryKey: ["codes", "mentions", slug],
    queryFn: ({ pageParam, signal }) =>
      call(searchEverything, { query: { q: `"codes/${slug}"`, type: "messages", page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more.messages ? meta.page + 1 : null),
    staleTime: 0,
    select: ({ pages }) => pages.flatMap(({ data }) => data.messages),
  });

/** Stores a snippet from the server's response in the query cache, and fetches the lists that contain it again. */
export function cacheSnippet(snippet: Snippet): void {
  const client = getQueryClient();
  client.setQueryData(codeQuery(snippet.slug).queryKey, snippet);
  // Chat messages that link to the snippet show it as a preview card. Fetch this card again, too.
  void client.invalidateQueries({ queryKey: ["codes", "card", snippet.slug] });
  void refetchLists({ queryKey: ["codes", "list"] });
}

export async function restoreSnippet(slug: string): Promise<void> {
  cacheSnippet((await call(restoreCodeFromTrash, { params: { slug } })).data);
}

export function removeCachedSnippet(slug: string): void {
  const client = getQueryClient();
  client.removeQueries({ queryKey: codeQuery(slug).queryKey });
  client.removeQueries({ queryKey: ["codes", "card", slug] });
  void refetchLists({ queryKey: ["codes", "list"] });
}
