import {
  listProjectRemovals,
  listSuggestedProjects,
  listWaitingSteps,
} from "@kakehashi/contract/project-home";
import { listProjects } from "@kakehashi/contract/projects";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

/** The number of rows in a block of the start page. */
export const rowsPerBlock = 4;

/** The keys extend `["projects", "list"]`, so that refreshing the list refreshes these too. */
const key = ["projects", "list", "home"] as const;

export const waitingStepsQuery = queryOptions({
  queryKey: [...key, "waiting"],
  queryFn: ({ signal }) => call(listWaitingSteps, { query: { paging: rowsPerBlock }, signal }),
});

/** Each page refetches the removals when it opens. No live event says that another page has shown and dismissed one. */
export const removalsQuery = queryOptions({
  queryKey: [...key, "removals"],
  queryFn: async ({ signal }) => (await call(listProjectRemovals, { signal })).data,
  staleTime: 0,
});

export const suggestedProjectsQuery = queryOptions({
  queryKey: [...key, "suggested"],
  queryFn: async ({ signal }) => (await call(listSuggestedProjects, { signal })).data,
});

/** The newest projects that the reader hosts, or that anybody does. */
export const newestProjectsQuery = (part?: "host") =>
  queryOptions({
    queryKey: [...key, "newest", part ?? ""],
    queryFn: async ({ signal }) =>
      (await call(listProjects, { query: { paging: rowsPerBlock, ...(part && { part }) }, signal })).data,
  });
