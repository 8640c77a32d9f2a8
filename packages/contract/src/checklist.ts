import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { limits } from "./kit/limits.ts";

/** The first steps of a new user, in the order in which they are shown. */
export const checklistSteps = [
  "picture",
  "profile",
  "languages",
  "notifications",
  "conversation",
  "invitation",
] as const;
export type ChecklistStep = (typeof checklistSteps)[number];

export const firstStepsChecklistItemSchema = z
  .object({ step: z.enum(checklistSteps), done: z.boolean() })
  .meta({ id: "FirstStepsChecklistItem" });
export type FirstStepsChecklistItem = z.infer<typeof firstStepsChecklistItemSchema>;

export const getChecklist = endpoint({
  method: "GET",
  path: "/users/checklist",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the first steps of a newcomer, as far as the caller can take them, and tells which are done. This depends on what exists, not on what was ticked: the profile is done once its activation was requested, and a conversation once the caller has written in one with others.",
  data: z.array(firstStepsChecklistItemSchema).max(checklistSteps.length),
});
