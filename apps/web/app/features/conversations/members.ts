import { type ConversationMember, listConversationMembers } from "@kakehashi/contract/conversation-members";
import { maximumPageSize } from "@kakehashi/contract/kit/page";
import { searchUsers, type UserSummary } from "@kakehashi/contract/users";
import { skipToken, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../kit/api.ts";
import { rowsOf } from "../../kit/rows-of.ts";

/** People by their names, to write to or to add to a room. */
export function usePeopleSearch(search: string) {
  return useQuery({
    queryKey: ["people-search", search],
    queryFn: async ({ signal }) => (await call(searchUsers, { query: { search }, signal })).data,
    placeholderData: (previous) => previous,
  });
}

/** All who are in a room, page by page. */
export function useMembers(id: string) {
  return useInfiniteQuery({
    queryKey: ["conversation-members", id],
    queryFn: ({ pageParam, signal }) =>
      call(listConversationMembers, { params: { id }, query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : undefined),
    select: rowsOf<ConversationMember>,
  });
}

/** Those in a room who may be named in it: the first hundred; of no room nobody. */
export function usePeopleIn(id: string | undefined): readonly ConversationMember[] {
  const { data } = useQuery({
    queryKey: ["conversation-people", id],
    queryFn:
      id === undefined ? skipToken : ({ signal }) => readMembers(id, { paging: maximumPageSize }, signal),
  });
  return data ?? nobody;
}
const nobody: readonly ConversationMember[] = [];

/** `people`, and where a room has more than those, whoever else of it has a name like this. */
export function usePeopleNamed(
  id: string | undefined,
  people: readonly UserSummary[],
  search: string,
): readonly UserSummary[] {
  const isAsked = id !== undefined && search !== "" && people.length >= maximumPageSize;
  const { data } = useQuery({
    queryKey: ["conversation-people", id, search],
    queryFn: isAsked ? ({ signal }) => readMembers(id, { search, paging: found }, signal) : skipToken,
    placeholderData: (previous) => previous,
  });
  return useMemo(() => {
    const known = new Set(people.map((person) => person.id));
    return data ? [...people, ...data.filter((person) => !known.has(person.id))] : people;
  }, [people, data]);
}
/** How many a search brings: more than the list of choices shows. */
const found = 20;

async function readMembers(id: string, query: { search?: string; paging: number }, signal: AbortSignal) {
  return (await call(listConversationMembers, { params: { id }, query, signal })).data;
}
