import type { SharedFile } from "@kakehashi/contract/files";
import { type GlossaryEntry, listGlossary } from "@kakehashi/contract/glossary";
import type { PageMeta } from "@kakehashi/contract/kit/page";
import {
  getConversationProject,
  getTeam,
  listTeamActivity,
  listTeamFiles,
  listTeamPeople,
  listTeams,
  type TeamActivityEntry,
  type TeamListItem,
  type TeamPerson,
} from "@kakehashi/contract/teams";
import { infiniteQueryOptions, queryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { refetchLists } from "../../kit/query.ts";
import { rowsOfPages } from "../../kit/rows-of.ts";
import { onConversationEvent, onLiveConnect, onPersonalEvent } from "../live/connection.ts";

const teamsQueryKey = ["teams"] as const;

const teamsQuery = infiniteQueryOptions({
  queryKey: [...teamsQueryKey, "list"],
  queryFn: ({ pageParam, signal }) => call(listTeams, { query: { skip: pageParam }, signal }),
  initialPageParam: 0,
  getNextPageParam: ({ meta }) => meta.next,
});

/** The teams of the reader. The team with the newest message comes first. */
export const useTeams = () => useInfiniteQuery({ ...teamsQuery, select: rowsOfPages<TeamListItem> });

export const teamQuery = (id: string) =>
  queryOptions({
    queryKey: [...teamsQueryKey, "one", id],
    queryFn: async ({ signal }) => (await call(getTeam, { params: { id }, signal })).data,
  });

const nextPageNumberOf = ({ page, has_more }: PageMeta) => (has_more ? page + 1 : null);

export const useTeamPeople = (id: string) =>
  useInfiniteQuery({
    queryKey: [...teamsQueryKey, "people", id],
    queryFn: ({ pageParam, signal }) =>
      call(listTeamPeople, { params: { id }, query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => nextPageNumberOf(meta),
    select: rowsOfPages<TeamPerson>,
  });

/** A team's page initially shows this many files. */
const filesPageSize = 8;

export const useTeamFiles = (id: string) =>
  useInfiniteQuery({
    queryKey: [...teamsQueryKey, "files", id],
    queryFn: ({ pageParam, signal }) =>
      call(listTeamFiles, { params: { id }, query: { page: pageParam, paging: filesPageSize }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => nextPageNumberOf(meta),
    select: rowsOfPages<SharedFile>,
  });

export const useTeamGlossary = (id: string) =>
  useInfiniteQuery({
    queryKey: [...teamsQueryKey, "glossary", id],
    queryFn: ({ pageParam, signal }) =>
      call(listGlossary, { query: { project_id: id, skip: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next,
    select: rowsOfPages<GlossaryEntry>,
  });

/** A team's page initially shows this many events. */
const eventsPageSize = 10;

export const useTeamActivity = (id: string) =>
  useInfiniteQuery({
    queryKey: [...teamsQueryKey, "activity", id],
    queryFn: ({ pageParam, signal }) =>
      call(listTeamActivity, { params: { id }, query: { page: pageParam, paging: eventsPageSize }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => nextPageNumberOf(meta),
    select: rowsOfPages<TeamActivityEntry>,
  });

/** The project to which a conversation belongs. Null if the conversation belongs to no project. */
export const conversationProjectQuery = (conversationId: string) =>
  queryOptions({
    queryKey: [...teamsQueryKey, "of", conversationId],
    queryFn: async ({ signal }) =>
      (await call(getConversationProject, { params: { id: conversationId }, signal })).data,
  });

/**
 * Refetches the teams after each event about a project, when the reader joins or leaves a conversation, and after each
 * new connection.
 */
export function useLiveTeams(): void {
  useEffect(() => {
    const refetchTeams = () => void refetchLists({ queryKey: teamsQueryKey });
    const unsubscribeEvents = onPersonalEvent((event) => {
      const isProjectEvent = "notification" in event && event.notification.data.project;
      if (isProjectEvent || event.type === "PROJECT_CHANGED") refetchTeams();
    });
    // Joining or leaving a team also means joining or leaving its conversations. So after such an event, refetch the
    // teams.
    const unsubscribeRooms = onConversationEvent(({ type }) => {
      if (type === "CONVERSATION_ADDED" || type === "CONVERSATION_REMOVED") refetchTeams();
    });
    const unsubscribeConnects = onLiveConnect(refetchTeams);
    return () => {
      unsubscribeEvents();
      unsubscribeRooms();
      unsubscribeConnects();
    };
  }, []);
}
