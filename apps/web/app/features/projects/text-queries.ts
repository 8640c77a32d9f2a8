import { listProjectTexts, type ProjectText } from "@kakehashi/contract/project-texts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";

export const textsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["projects", "texts", projectId],
    queryFn: async ({ signal }) => (await call(listProjectTexts, { params: { id: projectId }, signal })).data,
  });

export const cacheProjectTexts = (projectId: string, texts: ProjectText[]) =>
  queryClient().setQueryData(textsQuery(projectId).queryKey, texts);

export const refetchTexts = (projectId: string) =>
  queryClient().invalidateQueries({ queryKey: textsQuery(projectId).queryKey });
