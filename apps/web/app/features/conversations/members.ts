import { type ConversationMember, listConversationMembers } from "@kakehashi/contract/conversation-members";
import { maximumPageSize } from "@kakehashi/contract/kit/page";
import { searchUsers, type UserSummary } from "@kakehashi/contract/users";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../kit/api.ts";

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
  });
}

/** Those in a room who may be named in it: the first hundred. */
export function usePeopleIn(id: string): readonly ConversationMember[] {
  const { data } = useQuery({
    queryKey: ["conversation-people", id],
    queryFn: async ({ signal }) =>
      (await call(listConversationMembers, { params: { id }, query: { paging: maximumPageSize }, signal }))
        .data,
  });
  return data ?? nobody;
}
const nobody: readonly ConversationMember[] = [];

/** `people`, and where a room has more than those, whoever else of it has a name like this. */
export function usePeopleNamed(
  id: string,
  people: readonly UserSummary[],
  search: string,
): readonly UserSummary[] {
  const { data } = useQuery({
    queryKey: ["conversation-people", id, search],
    queryFn: async ({ signal }) =>
      (await call(listConversationMembers, { params: { id }, query: { search, paging: found }, signal }))
        .data,
    enabled: search !== "" && people.length >= maximumPageSize,
    placeholderData: (previous) => previous,
  });
  return useMemo(() => {
    const known = new Set(people.map((person) => person.id));
    return data ? [...people, ...data.filter((person) => !known.has(person.id))] : people;
  }, [people, data]);
}
/** How many a search brings: more than the list of choices shows. */
const found = 20;
