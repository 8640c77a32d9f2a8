import {
  listMyProjectRemovals,
  listPendingMembershipSteps,
  listSuggestedProjects,
} from "@kakehashi/contract/project-home";
import { listProjects } from "@kakehashi/contract/projects";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

/** The number of projects in each list of the start page. */
export const projectsPerHomeList = 4;

/**
 * The keys of these queries begin with `["projects", "list"]`. So refetching the list of projects refetches these
 * lists, too.
 */
const homeProjectsKey = ["projects", "list", "home"] as const;

export const pendingMembershipStepsQuery = queryOptions({
  queryKey: [...homeProjectsKey, "waiting"],
  queryFn: ({ signal }) =>
    call(listPendingMembershipSteps, { query: { paging: projectsPerHomeList }, signal }),
});

/**
 * The reader's removals from projects by hosts. Every page refetches them, because no live event reports that the
 * reader has dismissed one on another page.
 */
export const removalsQuery = queryOptions({
  queryKey: [...homeProjectsKey, "removals"],
  queryFn: async ({ signal }) => (await call(listMyProjectRemovals, { signal })).data,
  staleTime: 0,
});

export const suggestedProjectsQuery = queryOptions({
  queryKey: [...homeProjectsKey, "suggested"],
  queryFn: async ({ signal }) => (await call(listSuggestedProjects, { signal })).data,
});

/**
 * The newest projects in which the reader is a host if `membershipFilter` is `host`. Otherwise the newest projects of
 * everybody.
 */
export const newestProjectsQuery = (membershipFilter?: "host") =>
  queryOptions({
    queryKey: [...homeProjectsKey, "newest", membershipFilter ?? ""],
    queryFn: async ({ signal }) =>
      (
        await call(listProjects, {
          query: { paging: projectsPerHomeList, ...(membershipFilter && { part: membershipFilter }) },
          signal,
        })
      ).data,
  });
