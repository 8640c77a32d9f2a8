import type { Language } from "@kakehashi/contract/languages";
import {
  canEditPlanNow,
  canSeePlan,
  hasPlanEditRole,
  type Milestone,
  type MilestoneChange,
  type NewMilestone,
} from "@kakehashi/contract/milestones";
import type { Role } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import type { Mailer } from "../mail/service.ts";
import type { Messages } from "../messages/service.ts";
import type { Projects } from "../projects/service.ts";
import { createAnnouncer } from "./announcer.ts";
import * as store from "./store.ts";
import { createWeeklyMail } from "./weekly-mail.ts";
import { formatAnnouncement, type MilestoneBeforeAndAfter } from "./words.ts";

export interface MilestoneDependencies {
  db: Kysely<DB>;
  log: Log;
  jobs: Jobs;
  mailer: Mailer;
  messages: Pick<Messages, "send">;
  projects: Pick<Projects, "view">;
  publicUrl: string;
}

export interface MilestoneActor {
  readonly userId: string;
  readonly role: Role;
  /** The language of the messages that announce this person's changes. */
  readonly writingLanguage: Language;
}

export type Milestones = ReturnType<typeof createMilestones>;

/**
 * Manages the milestones of a project's plan. Announces each change to the team, and mails a weekly list of the
 * milestones that are due.
 */
export function createMilestones({
  db,
  jobs,
  messages,
  projects,
  ...otherDependencies
}: MilestoneDependencies) {
  const log = otherDependencies.log.child({ feature: "milestones" });
  const announcer = createAnnouncer(jobs, messages, (error) =>
    log.warn({ err: error }, "Announcing a milestone failed; a job does it."),
  );
  const sendWeeklyMails = createWeeklyMail({ ...otherDependencies, db, jobs });

  const viewProject = ({ userId, role }: MilestoneActor, projectId: string) =>
    projects.view({ userId, isAdmin: role === "admin" }, projectId);

  /** Throws if the person may not change the plan now. */
  function requirePlanner(project: Parameters<typeof canEditPlanNow>[0], role: Role): void {
    if (!hasPlanEditRole(project, role)) throw new AppError("ERR.FORBIDDEN");
    if (!canEditPlanNow(project, role)) throw new AppError("MILESTONE.CLOSED");
  }

  /** Runs a change of a project's plan in a transaction, and announces it in the team's room. */
  async function changeMilestones<C extends MilestoneBeforeAndAfter>(
    person: MilestoneActor,
    projectId: string,
    applyChange: (tx: Kysely<DB>) => Promise<C>,
  ): Promise<C> {
    const project = await viewProject(person, projectId);
    requirePlanner(project, person.role);
    const roomId = project.conversations.team;
    const { changed, announcement } = await db.transaction().execute(async (tx) => {
      const lockedPlan = await store.lockPlannedProject(tx, projectId, person.userId);
      if (!lockedPlan) throw createNotFoundError();
      // Checks the permission again after the project is locked: the project may have been closed, or the person
      // removed from it.
      requirePlanner(lockedPlan, person.role);
      const milestoneChange = await applyChange(tx);
      const content = formatAnnouncement(milestoneChange, person.writingLanguage);
      const { before, after } = milestoneChange;
      const announcement = roomId &&
        content && {
          roomId,
          content,
          userId: person.userId,
          writingLanguage: person.writingLanguage,
          // The `client_id` of the first message about a milestone is the milestone's id, by which the milestone's page
          // finds the message.
          clientId: after && !before ? after.id : newId(),
        };
      if (announcement) await announcer.plan(tx, announcement);
      return { changed: milestoneChange, announcement };
    });
    if (announcement) await announcer.send(announcement);
    return changed;
  }

  async function findMilestone(executor: Kysely<DB>, projectId: string, id: string): Promise<Milestone> {
    const milestone = await store.findMilestone(executor, projectId, id);
    if (!milestone) throw new AppError("MILESTONE.GONE");
    return milestone;
  }

  return {
    mailWeek: sendWeeklyMails,

    async list(person: MilestoneActor, projectId: string): Promise<Milestone[]> {
      const project = await viewProject(person, projectId);
      if (!canSeePlan(project, person.role)) throw new AppError("ERR.FORBIDDEN");
      return store.listMilestones(db, projectId);
    },

    async add(
      person: MilestoneActor,
      projectId: string,
      { client_id: creationId, ...body }: NewMilestone,
    ): Promise<Milestone> {
      const authorId = person.userId;
      const { after } = await changeMilestones(person, projectId, async (tx) => {
        const earlierMilestone =
          creationId && (await store.findByCreationId(tx, projectId, authorId, creationId));
        // A repeated request changes nothing, so nothing is announced.
        if (earlierMilestone) return { before: earlierMilestone, after: earlierMilestone };
        const id = newId();
        if (!(await store.insertMilestone(tx, { ...body, id, projectId, authorId, creationId })))
          throw new AppError("MILESTONE.TOO_MANY");
        return { after: { ...body, id, done_at: null, message_id: null, version: 1 } };
      });
      return findMilestone(db, projectId, after.id);
    },

    async change(
      person: MilestoneActor,
      projectId: string,
      id: string,
      { version, ...changedFields }: MilestoneChange,
    ): Promise<Milestone> {
      await changeMilestones(person, projectId, async (tx) => {
        const milestoneBefore = await findMilestone(tx, projectId, id);
        const {
          is_done = milestoneBefore.done_at !== null,
          title = milestoneBefore.title,
          due_date = milestoneBefore.due_date,
        } = changedFields;
        const isEdited = title !== milestoneBefore.title || due_date !== milestoneBefore.due_date;
        const done_at = is_done ? (milestoneBefore.done_at ?? new Date().toISOString()) : null;
        // If the milestone already has the requested state, there is no conflict: the request may repeat one whose
        // response was lost.
        if (
          (isEdited || done_at !== milestoneBefore.done_at) &&
          version !== undefined &&
          version !== milestoneBefore.version
        )
          throw new AppError("MILESTONE.EDITED", { entry: milestoneBefore });
        const milestoneAfter = {
          ...milestoneBefore,
          title,
          due_date,
          done_at,
          version: milestoneBefore.version + (isEdited ? 1 : 0),
        };
        await store.updateMilestone(tx, milestoneAfter);
        return { before: milestoneBefore, after: milestoneAfter };
      });
      return findMilestone(db, projectId, id);
    },

    async remove(person: MilestoneActor, projectId: string, id: string): Promise<void> {
      await changeMilestones(person, projectId, async (tx) => {
        const milestoneBefore = await findMilestone(tx, projectId, id);
        await store.deleteMilestone(tx, id);
        return { before: milestoneBefore };
      });
    },
  };
}
