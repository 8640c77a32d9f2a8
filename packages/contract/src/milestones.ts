import { z } from "zod";
import { isWithinYears } from "./kit/days.ts";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { creationIdSchema, idSchema, onlyIdSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { daySchema } from "./kit/moments.ts";
import { nameSchema } from "./names.ts";
import { hasJoined } from "./project-membership.ts";
import type { Project } from "./projects.ts";
import type { Role } from "./users.ts";

/** Maximum milestones of one project. */
export const maximumMilestonesPerProject = 100;
/** Maximum years between today and a milestone, in the past or the future. */
const maximumMilestoneYears = 20;

const dueDate = daySchema.refine((day) => isWithinYears(day, maximumMilestoneYears), {
  error: "due_date",
  params: { limit: maximumMilestoneYears },
});

const versionSchema = z
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1);

/** A milestone of a project's plan. It is late if its day has passed and it is not done. */
export const milestoneSchema = z
  .object({
    id: idSchema,
    title: z.string().max(200),
    due_date: z.iso.date().max(10),
    done_at: z.iso.datetime().nullable(),
    /**
     * The message in the team's conversation whose thread discusses the milestone. Null: it has not been sent yet, or
     * it was deleted.
     */
    message_id: idSchema.nullable(),
    /** The version of the milestone. It increases when the title or the day changes. */
    version: versionSchema,
  })
  .meta({ id: "Milestone" });
export type Milestone = z.infer<typeof milestoneSchema>;

/** The facts about a person's membership in a project that decide whether the person may see or change the plan. */
interface PlanMembership {
  readonly part: Pick<Project["part"], "status" | "is_host">;
}

/** Whether somebody may see a project's plan: only admins and people who have joined the project. */
export const canSeePlan = ({ part }: PlanMembership, role: Role): boolean =>
  hasJoined(part.status) || role === "admin";

/**
 * Whether somebody may change the plan of an active project: only its hosts, and bridge engineers who have joined it.
 */
export const hasPlanEditRole = ({ part }: PlanMembership, role: Role): boolean =>
  part.is_host || (role === "brse" && hasJoined(part.status));

/** Whether somebody may change a project's plan now. Nobody may while the project is not active. */
export const canEditPlanNow = (project: PlanMembership & Pick<Project, "status">, role: Role): boolean =>
  project.status === "ACTIVE" && hasPlanEditRole(project, role);

const projectParams = z.strictObject({ id: idSchema });
const milestoneParams = z.strictObject({ id: idSchema, milestone_id: idSchema });

export const listMilestones = endpoint({
  method: "GET",
  path: "/projects/:id/milestones",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the milestones of a project, the first due first. For people who have joined the project, and for admins.",
  params: projectParams,
  data: z.array(milestoneSchema).max(maximumMilestonesPerProject),
});

/** The fields of the form for a milestone. */
export const milestoneBody = z.strictObject({ title: nameSchema, due_date: dueDate });
export type MilestoneBody = z.infer<typeof milestoneBody>;
const newMilestoneBody = milestoneBody.extend({ client_id: creationIdSchema }).meta({ id: "MilestoneBody" });
export type NewMilestone = z.infer<typeof newMilestoneBody>;

export const addMilestone = endpoint({
  method: "POST",
  path: "/projects/:id/milestones",
  guard: "active",
  limit: limits.form,
  summary:
    "Adds a milestone to a project and announces it to the team. Allowed for hosts and bridge engineers of the project. MILESTONE.CLOSED if the project is not active: its plan cannot change. Sending the same `client_id` again returns the first milestone.",
  params: projectParams,
  body: newMilestoneBody,
  data: milestoneSchema,
});

export const changeMilestone = endpoint({
  method: "PATCH",
  path: "/projects/:id/milestones/:milestone_id",
  guard: "active",
  limit: limits.form,
  summary:
    "Changes the given fields of a milestone, and announces the change to the team. If there is a later version than the given `version`, the answer is MILESTONE.EDITED, nothing is changed, and `error.entry` is the present milestone. Without `version`, the given fields overwrite the present ones.",
  params: milestoneParams,
  body: z
    .strictObject({ title: nameSchema, due_date: dueDate, is_done: z.boolean(), version: versionSchema })
    .partial()
    .meta({ id: "MilestoneChange" }),
  data: milestoneSchema,
});
export type MilestoneChange = z.infer<typeof changeMilestone.body>;

export const removeMilestone = endpoint({
  method: "DELETE",
  path: "/projects/:id/milestones/:milestone_id",
  guard: "active",
  limit: limits.form,
  summary: "Removes a milestone, and announces this to the team. Its thread stays.",
  params: milestoneParams,
  data: onlyIdSchema,
});

export const milestoneErrors = {
  "MILESTONE.GONE": {
    status: 404,
    message: {
      en: "This milestone has been removed from the plan in the meantime.",
      vi: "Cột mốc này đã bị xóa khỏi kế hoạch.",
      ja: "このマイルストーンは、すでに計画から削除されています。",
    },
  },
  "MILESTONE.EDITED": {
    status: 409,
    message: {
      en: "Somebody has changed this milestone in the meantime. Please look at their changes first.",
      vi: "Cột mốc này vừa được người khác thay đổi. Vui lòng xem các thay đổi đó trước.",
      ja: "このマイルストーンは別の人が変更しました。先にその変更をご確認ください。",
    },
  },
  "MILESTONE.CLOSED": {
    status: 409,
    message: {
      en: "This project is not active, so its plan cannot be changed.",
      vi: "Dự án này không hoạt động nên không thể thay đổi kế hoạch.",
      ja: "このプロジェクトは公開されていないため、計画を変更できません。",
    },
  },
  "MILESTONE.TOO_MANY": {
    status: 422,
    message: {
      en: "A project can have at most 100 milestones.",
      vi: "Mỗi dự án có tối đa 100 cột mốc.",
      ja: "1件のプロジェクトに設定できるマイルストーンは100件までです。",
    },
  },
} as const satisfies ErrorTable;
