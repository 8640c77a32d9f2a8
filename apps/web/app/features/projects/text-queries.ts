import { listProjectTextProgress, type ProjectTextProgress } from "@kakehashi/contract/project-texts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";

export const projectTextsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["projects", "texts", projectId],
    queryFn: async ({ signal }) =>
      (await call(listProjectTextProgress, { params: { id: projectId }, signal })).data,
  });

export const cacheProjectTexts = (projectId: string, texts: ProjectTextProgress[]) =>
  getQueryClient().setQueryData(projectTextsQuery(projectId).queryKey, texts);

export const refetchProjectTexts = (projectId: string) =>
  getQueryClient().invalidateQueries({ queryKey: projectTextsQuery(projectId).queryKey });
