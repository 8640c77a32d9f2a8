import type { Conversation } from "@kakehashi/contract/conversations";
import { searchEverything, searchPeople } from "@kakehashi/contract/search";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { normalizeForSearch } from "../../kit/normalize-for-search.ts";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { conversationName } from "../conversations/name.ts";
import { ConversationPicture } from "../conversations/picture.tsx";
import { useConversations, useConversationsOfType } from "../conversations/use-conversations.ts";
import { PersonName } from "../profiles/name-in-other-script.tsx";
import type { FilterCandidate, FilterCandidates } from "./lookup.tsx";

type CandidateRoom = Pick<Conversation, "id" | "kind" | "name" | "partner">;

/** The size of a picture in a list of choices, in pixels. */
const pictureSizePx = 24;
const staleTimeMs = 10_000;

/** Everybody who shares a room with the reader, and the reader, found by name. */
export function usePeopleCandidates(text: string): FilterCandidates {
  const query = useInfiniteQuery({
    queryKey: ["search-people", text],
    queryFn: ({ pageParam, signal }) => call(searchPeople, { query: { q: text, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
    staleTime: staleTimeMs,
  });
  const { data, error, isFetching, isPlaceholderData, hasNextPage, fetchNextPage, refetch } = query;
  return {
    list: data?.pages.flatMap((page) =>
      page.data.map((person) => ({
        id: person.id,
        name: person.name,
        label: <PersonName person={person} />,
        picture: <Avatar id={person.id} name={person.name} image={person.avatar} size={pictureSizePx} />,
      })),
    ),
    isForEarlierText: isPlaceholderData,
    error,
    isFetching,
    hasMore: hasNextPage,
    retry: refetch,
    fetchMore: fetchNextPage,
  };
}

/** The reader's rooms, found by name. Without a search, the most recent ones come first. */
export function useRoomCandidates(text: string): FilterCandidates {
  const { t } = useTranslation(["conversations", "common"]);
  const conversations = useConversations();
  // Search for the conversation with the reader's own notes in the browser. Its name depends on the interface language,
  // so the server cannot search for it.
  const myChats = useConversationsOfType("MY_CHAT").list ?? [];
  const searchResult = useInfiniteQuery({
    queryKey: ["search-rooms", text],
    queryFn: ({ pageParam, signal }) =>
      call(searchEverything, { query: { q: text, type: "conversations", page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more.conversations ? meta.page + 1 : undefined),
    enabled: text !== "",
    placeholderData: keepPreviousData,
    staleTime: staleTimeMs,
  });
  const { error, isFetching, hasNextPage, fetchNextPage, refetch } =
    text === "" ? conversations : searchResult;
  const toCandidates = (rooms: readonly CandidateRoom[]) =>
    rooms.map(
      (room): FilterCandidate => ({
        id: room.id,
        name: conversationName(room, t),
        label: room.partner ? <PersonName person={room.partner} /> : conversationName(room, t),
        picture: <ConversationPicture conversation={room} size={pictureSizePx} />,
      }),
    );
  const matchingMyChats = toCandidates(myChats).filter(({ name }) =>
    normalizeForSearch(name).includes(normalizeForSearch(text)),
  );
  const foundRooms = searchResult.data?.pages.flatMap(({ data }) =>
    data.conversations.map(
      (hit) => conversations.list?.find(({ id }) => id === hit.id) ?? { ...hit, partner: null },
    ),
  );
  return {
    list:
      text === ""
        ? conversations.list && toCandidates(conversations.list)
        : foundRooms && [...matchingMyChats, ...toCandidates(foundRooms)],
    isForEarlierText: text !== "" && searchResult.isPlaceholderData,
    error,
    isFetching,
    hasMore: hasNextPage,
    retry: refetch,
    fetchMore: fetchNextPage,
  };
}
