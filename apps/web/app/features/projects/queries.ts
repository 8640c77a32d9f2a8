import { findNameInLanguage, listCurrencies } from "@kakehashi/contract/catalogue";
import { createConversation } from "@kakehashi/contract/conversations";
import { isLanguage } from "@kakehashi/contract/languages";
import { listProjectCandidates } from "@kakehashi/contract/project-candidates";
import { listProjectMembers, type ProjectMemberGroup } from "@kakehashi/contract/project-members";
import { getProject, listProjects, type Project } from "@kakehashi/contract/projects";
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient, refetchLists } from "../../kit/query.ts";
import { type ProjectListFilter, toRequestQuery } from "./list-filter.ts";

export const projectsQuery = (filter: ProjectListFilter) =>
  infiniteQueryOptions({
    queryKey: ["projects", "list", filter],
    queryFn: ({ pageParam, signal }) =>
      call(listProjects, { query: { ...toRequestQuery(filter), skip: String(pageParam) }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next,
    // While the new list of projects loads, show the previous list.
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      projects: pages.flatMap(({ data }) => data),
      total: pages.at(-1)?.meta.total ?? 0,
    }),
  });

export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ["projects", "one", id],
    queryFn: async ({ signal }) => (await call(getProject, { params: { id }, signal })).data,
  });

export const membersQuery = (projectId: string, group: ProjectMemberGroup) =>
  infiniteQueryOptions({
    queryKey: ["projects", "members", projectId, group],
    queryFn: ({ pageParam, signal }) =>
      call(listProjectMembers, {
        params: { id: projectId },
        query: { group, page: String(pageParam) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : null),
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });

/** The people whom a host may invite to the project. Empty filters are ignored. */
export const candidatesQuery = (projectId: string, filter: Readonly<Record<string, string>>) =>
  infiniteQueryOptions({
    queryKey: ["projects", "members", projectId, "candidates", filter],
    queryFn: ({ pageParam, signal }) => {
      const nonEmptyFilters = Object.entries(filter).filter(([, value]) => value.trim() !== "");
      const query = { ...Object.fromEntries(nonEmptyFilters), skip: pageParam };
      return call(listProjectCandidates, { params: { id: projectId }, query, signal });
    },
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });

/** Stores the project from a response in the query cache. Refetches the lists that contain it. */
export function cacheProject(project: Project): void {
  getQueryClient().setQueryData(projectQuery(project.id).queryKey, project);
  refetchProjectPeople(project.id);
}

/** Refetches all data that contains the people of this project. */
export function refetchProjectPeople(id: string): void {
  void refetchLists({ queryKey: ["projects", "list"] });
  void refetchLists({ queryKey: ["projects", "members", id] });
}

export function refetchProject(id: string): void {
  void getQueryClient().invalidateQueries({ queryKey: projectQuery(id).queryKey });
  refetchProjectPeople(id);
}

/** The id of the conversation to which files are uploaded until their project is saved: the person's private notes. */
export const uploadConversationIdQuery = queryOptions({
  queryKey: ["projects", "upload-place"],
  queryFn: async ({ signal }) =>
    (await call(createConversation, { body: { kind: "MY_CHAT" }, signal })).data.id,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The currencies in the order that admins have chosen, each with its code and its name in the reader's language. */
export function useCurrencies(): { id: string; code: string; name: string }[] {
  const { language } = useTranslation().i18n;
  const { data = [] } = useQuery({
    queryKey: ["currencies"],
    queryFn: async ({ signal }) => (await call(listCurrencies, { signal })).data,
    staleTime: 10 * 60_000,
  });
  const reader = isLanguage(language) ? language : "en";
  return data.map(({ id, code, names }) => ({
    id,
    code,
    name: `${code} · ${findNameInLanguage(names, reader)}`,
  }));
}
