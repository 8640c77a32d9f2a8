import { getCodeVersion, listCodeVersions } from "@kakehashi/contract/code-versions";
import { getCode, listCodeProjects, listCodes, restoreCode, type Snippet } from "@kakehashi/contract/codes";
import { searchEverything } from "@kakehashi/contract/search";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { queryClient, refetchLists } from "../../kit/query.ts";
import type { ListFilter } from "./list-filter.ts";

export const codesQuery = (filter: ListFilter) =>
  infiniteQueryOptions({
    queryKey: ["codes", "list", filter],
    queryFn: ({ pageParam, signal }) =>
      call(listCodes, { query: { ...filter, skip: String(pageParam) }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next,
    // While the new list of snippets loads, show the previous list, so that the page does not flicker.
    placeholderData: keepPreviousData,
    staleTime: 0,
    select: ({ pages }) => ({
      snippets: pages.flatMap(({ data }) => data),
      total: pages.at(-1)?.meta.total ?? 0,
    }),
  });

/**
 * Live events do not report changes of snippets. So a page refetches its snippet when it opens and when it gets the
 * focus.
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

/** All stored versions of a snippet. They fit on one page of the API's list. */
export const versionsQuery = (slug: string, newest: number) =>
  queryOptions({
    queryKey: ["codes", "versions", slug, newest],
    queryFn: async ({ signal }) =>
      (await call(listCodeVersions, { params: { slug }, query: { paging: "100" }, signal })).data,
    // Until the list with the new version is loaded, show the previous list, because it contains the button that the
    // reader has pressed.
    placeholderData: keepPreviousData,
  });

/** A stored version of a snippet. A stored version never changes. */
export const versionQuery = (slug: string, number: number) =>
  queryOptions({
    queryKey: ["codes", "version", slug, number],
    queryFn: async ({ signal }) =>
      (await call(getCodeVersion, { params: { slug, number: String(number) }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * The messages that link to the snippet, found by the message search. Includes only messages that the reader may read.
 */
export const mentionsQuery = (slug: string) =>
  infiniteQueryOptions({
    queryKey: ["codes", "mentions", slug],
    queryFn: ({ pageParam, signal }) =>
      call(searchEverything, { query: { q: `"codes/${slug}"`, type: "messages", page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more.messages ? meta.page + 1 : null),
    staleTime: 0,
    select: ({ pages }) => pages.flatMap(({ data }) => data.messages),
  });

/** Stores a snippet from a response in the query cache, and refetches the lists that contain it. */
export function storeSnippet(snippet: Snippet): void {
  const client = queryClient();
  client.setQueryData(codeQuery(snippet.slug).queryKey, snippet);
  // The preview card of a linked snippet in chat messages shows this snippet, too. So refetch the card.
  void client.invalidateQueries({ queryKey: ["codes", "card", snippet.slug] });
  void refetchLists({ queryKey: ["codes", "list"] });
}

export async function restoreSnippet(slug: string): Promise<void> {
  storeSnippet((await call(restoreCode, { params: { slug } })).data);
}

export function removeCachedSnippet(slug: string): void {
  const client = queryClient();
  client.removeQueries({ queryKey: codeQuery(slug).queryKey });
  client.removeQueries({ queryKey: ["codes", "card", slug] });
  void refetchLists({ queryKey: ["codes", "list"] });
}
