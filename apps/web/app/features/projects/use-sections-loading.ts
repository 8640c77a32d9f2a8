import { canSeePlan } from "@kakehashi/contract/milestones";
import type { Project } from "@kakehashi/contract/projects";
import type { Role } from "@kakehashi/contract/users";
import { useQueries } from "@tanstack/react-query";
import { isAwaited, useFirstWait } from "../../kit/use-first-wait.ts";
import { removalsQuery } from "./home-queries.ts";
import { milestonesQuery } from "./milestone-queries.ts";
import { textsQuery } from "./text-queries.ts";

/**
 * Whether sections of a project's page still load for the first time. The page waits for them, because a section that
 * grows later would move the links below it while the reader taps on one. It does not wait for a section that has
 * failed to load or that is added later.
 */
export function useSectionsLoading(project: Project, role: Role): boolean {
  const areSectionsLoading = useQueries({
    queries: [
      { ...milestonesQuery(project.id), enabled: canSeePlan(project, role) },
      { ...textsQuery(project.id), enabled: project.conversations.client !== null },
      { ...removalsQuery, enabled: project.part.status === null },
    ],
    combine: (results) => results.some(isAwaited),
  });
  return useFirstWait(areSectionsLoading);
}
