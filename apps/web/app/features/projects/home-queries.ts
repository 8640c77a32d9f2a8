import {
  listProjectRemovals,
  listSuggestedProjects,
  listWaitingSteps,
} from "@kakehashi/contract/project-home";
import { listProjects } from "@kakehashi/contract/projects";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

/** The number of projects in each list of the start page. */
export const rowsPerBlock = 4;

/**
 * The keys of these queries begin with `["projects", "list"]`, so that refetching the list of projects refetches these
 * queries too.
 */
const key = ["projects", "list", "home"] as const;

export const waitingStepsQuery = queryOptions({
  queryKey: [...key, "waiting"],
  queryFn: ({ signal }) => call(listWaitingSteps, { query: { paging: rowsPerBlock }, signal }),
});

/**
 * The reader's removals: each says that a host has removed the reader from a project. Every page refetches them when it
 * opens, because no live event tells it that a removal was dismissed on another page.
 */
export const removalsQuery = queryOptions({
  queryKey: [...key, "removals"],
  queryFn: async ({ signal }) => (await call(listProjectRemovals, { signal })).data,
  staleTime: 0,
});

export const suggestedProjectsQuery = queryOptions({
  queryKey: [...key, "suggested"],
  queryFn: async ({ signal }) => (await call(listSuggestedProjects, { signal })).data,
});

/** The newest projects that the reader hosts. Without `part`, the newest projects of all hosts. */
export const newestProjectsQuery = (part?: "host") =>
  queryOptions({
    queryKey: [...key, "newest", part ?? ""],
    queryFn: async ({ signal }) =>
      (await call(listProjects, { query: { paging: rowsPerBlock, ...(part && { part }) }, signal })).data,
  });
