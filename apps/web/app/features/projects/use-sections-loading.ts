import { canSeePlan } from "@kakehashi/contract/milestones";
import type { Project } from "@kakehashi/contract/projects";
import type { Role } from "@kakehashi/contract/users";
import { useQueries } from "@tanstack/react-query";
import { isFirstLoadPending, useIsFirstLoading } from "../../kit/use-first-wait.ts";
import { removalsQuery } from "./home-queries.ts";
import { milestonesQuery } from "./milestone-queries.ts";
import { projectTextsQuery } from "./text-queries.ts";

/**
 * Whether sections of a project's page are still loading for the first time. The page appears only after that.
 * Otherwise a section that grows later would move the links below it under the reader's finger. The page does not wait
 * for sections that have failed or were added later.
 */
export function useAreSectionsLoading(project: Project, role: Role): boolean {
  const areSectionsLoading = useQueries({
    queries: [
      { ...milestonesQuery(project.id), enabled: canSeePlan(project, role) },
      { ...projectTextsQuery(project.id), enabled: project.conversations.client !== null },
      { ...removalsQuery, enabled: project.part.status === null },
    ],
    combine: (queryResults) => queryResults.some(isFirstLoadPending),
  });
  return useIsFirstLoading(areSectionsLoading);
}
