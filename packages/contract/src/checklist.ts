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

export const checklistItem = z
  .object({ step: z.enum(checklistSteps), done: z.boolean() })
  .meta({ id: "ChecklistItem" });
export type ChecklistItem = z.infer<typeof checklistItem>;

export const getChecklist = endpoint({
  method: "GET",
  path: "/users/checklist",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "What a newcomer does first, as far as I can do it, and what of it is done: by what there is, not by what was ticked. A profile is done once its activation was requested, a conversation once I wrote in one with others.",
  data: z.array(checklistItem).max(checklistSteps.length),
});
