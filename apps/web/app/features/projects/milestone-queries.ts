import { hasPlanEditRole, listMilestones, type Milestone } from "@kakehashi/contract/milestones";
import type { Project } from "@kakehashi/contract/projects";
import type { Role } from "@kakehashi/contract/users";
import { queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { onConversationEvent } from "../live/connection.ts";

export const milestonesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["projects", "milestones", projectId],
    queryFn: async ({ signal }) => (await call(listMilestones, { params: { id: projectId }, signal })).data,
  });

export const refetchMilestones = (projectId: string) =>
  getQueryClient().invalidateQueries({ queryKey: milestonesQuery(projectId).queryKey });

/**
 * Refetches the project's plan after each new message in the team's conversation, because a system message there
 * announces each change of the plan.
 */
export function useLiveMilestones(projectId: string, teamId: string | null): void {
  useEffect(
    () =>
      onConversationEvent((event) => {
        if (event.type === "MESSAGE_CREATED" && event.conversation_id === teamId)
          void refetchMilestones(projectId);
      }),
    [projectId, teamId],
  );
}

/**
 * Returns the text keys for a project without milestones. In a closed project nobody can add milestones, so the text
 * tells the host to reopen it.
 */
export function emptyPlanTextKeysOf(project: Pick<Project, "part" | "status">, role: Role) {
  if (project.status === "ACTIVE")
    return {
      title: "planEmptyTitle",
      text: hasPlanEditRole(project, role) ? "planEmptyText" : "planEmptyNote",
    } as const;
  return {
    title: "planClosedTitle",
    text: project.part.is_host ? "planClosedHost" : "planClosedText",
  } as const;
}

export type MilestoneState = "done" | "late" | "next";

/** Returns the state of a milestone. `today` is the day in the reader's time zone, such as 2026-11-25. */
export function milestoneStateOf(
  { done_at, due_date }: Pick<Milestone, "done_at" | "due_date">,
  today: string,
): MilestoneState {
  if (done_at !== null) return "done";
  return due_date < today ? "late" : "next";
}

/**
 * Returns a function that returns the position of a day on a line from the first day (0) to the last day (1). If all
 * days are equal, the position is 0.5.
 */
export function createDayPositionFinder(days: readonly string[]): (day: string) => number {
  const timesMs = days.map((day) => Date.parse(day));
  const [firstDayMs, lastDayMs] = [Math.min(...timesMs), Math.max(...timesMs)];
  return (day) =>
    lastDayMs === firstDayMs ? 0.5 : (Date.parse(day) - firstDayMs) / (lastDayMs - firstDayMs);
}
