import { type ConversationMember, listConversationMembers } from "@kakehashi/contract/conversation-members";
import { maximumPageSize } from "@kakehashi/contract/kit/page";
import { searchUsers, type UserSummary } from "@kakehashi/contract/users";
import { skipToken, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../kit/api.ts";
import { rowsOfPages } from "../../kit/rows-of.ts";

/** Searches people by name, so that the reader can write to them or add them to a group. */
export function usePeopleSearch(search: string) {
  return useQuery({
    queryKey: ["people-search", search],
    queryFn: async ({ signal }) => (await call(searchUsers, { query: { search }, signal })).data,
    placeholderData: (previous) => previous,
  });
}

/** All members of a conversation, fetched in pages. */
export function useMembers(id: string) {
  return useInfiniteQuery({
    queryKey: ["conversation-members", id],
    queryFn: ({ pageParam, signal }) =>
      call(listConversationMembers, { params: { id }, query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : undefined),
    select: rowsOfPages<ConversationMember>,
  });
}

/**
 * Fetches the first hundred members of a conversation. They are suggested when somebody types a mention. Empty if `id`
 * is undefined.
 */
export function useMentionableMembers(id: string | undefined): readonly ConversationMember[] {
  const { data } = useQuery({
    queryKey: ["conversation-people", id],
    queryFn:
      id === undefined ? skipToken : ({ signal }) => readMembers(id, { paging: maximumPageSize }, signal),
  });
  return data ?? noMembers;
}
const noMembers: readonly ConversationMember[] = [];

/**
 * Searches the members of a conversation by name. `firstMembers` are its first hundred members. Returns them together
 * with the found members. Sends no request if the conversation has no more members than `firstMembers`.
 */
export function useMembersWithSearchResults(
  id: string | undefined,
  firstMembers: readonly UserSummary[],
  search: string,
): readonly UserSummary[] {
  const isSearchNeeded = id !== undefined && search !== "" && firstMembers.length >= maximumPageSize;
  const { data } = useQuery({
    queryKey: ["conversation-people", id, search],
    queryFn: isSearchNeeded
      ? ({ signal }) => readMembers(id, { search, paging: searchPageSize }, signal)
      : skipToken,
    placeholderData: (previous) => previous,
  });
  return useMemo(() => {
    const knownIds = new Set(firstMembers.map((person) => person.id));
    return data ? [...firstMembers, ...data.filter((person) => !knownIds.has(person.id))] : firstMembers;
  }, [firstMembers, data]);
}
/** A search fetches at most this many members. */
const searchPageSize = 20;

async function readMembers(id: string, query: { search?: string; paging: number }, signal: AbortSignal) {
  return (await call(listConversationMembers, { params: { id }, query, signal })).data;
}
