import { isPlanner, listMilestones, type Milestone } from "@kakehashi/contract/milestones";
import type { Project } from "@kakehashi/contract/projects";
import type { Role } from "@kakehashi/contract/users";
import { queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";
import { onLiveEvent } from "../live/connection.ts";

export const milestonesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["projects", "milestones", projectId],
    queryFn: async ({ signal }) => (await call(listMilestones, { params: { id: projectId }, signal })).data,
  });

export const refetchMilestones = (projectId: string) =>
  queryClient().invalidateQueries({ queryKey: milestonesQuery(projectId).queryKey });

/** Fetches the plan again when something is said in the team's room: each change is announced there. */
export function useLiveMilestones(projectId: string, teamId: string | null): void {
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.type === "MESSAGE_CREATED" && event.conversation_id === teamId)
          void refetchMilestones(projectId);
      }),
    [projectId, teamId],
  );
}

/**
 * The text keys for a plan without milestones. In a closed project nobody can plan, so the text tells its host to
 * reopen it.
 */
export function emptyPlanKeys(project: Pick<Project, "part" | "status">, role: Role) {
  if (project.status === "ACTIVE")
    return {
      title: "planEmptyTitle",
      text: isPlanner(project, role) ? "planEmptyText" : "planEmptyNote",
    } as const;
  return {
    title: "planClosedTitle",
    text: project.part.is_host ? "planClosedHost" : "planClosedText",
  } as const;
}

export type MilestoneState = "done" | "late" | "next";

/** `today` is the reader's day (2026-11-25). */
export function milestoneStateOf(
  { done_at, due_date }: Pick<Milestone, "done_at" | "due_date">,
  today: string,
): MilestoneState {
  if (done_at !== null) return "done";
  return due_date < today ? "late" : "next";
}

/**
 * Places days on a line from the first to the last of them, from 0 to 1. If all are the same day, they are
 * in the middle.
 */
export function dayPositionsOf(days: readonly string[]): (day: string) => number {
  const timesMs = days.map((day) => Date.parse(day));
  const [first, last] = [Math.min(...timesMs), Math.max(...timesMs)];
  return (day) => (last === first ? 0.5 : (Date.parse(day) - first) / (last - first));
}
