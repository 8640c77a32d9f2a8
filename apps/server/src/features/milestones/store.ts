import {
  type Milestone,
  type MilestoneBody,
  maximumMilestonesPerProject,
} from "@kakehashi/contract/milestones";
import type { Project } from "@kakehashi/contract/projects";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

interface MilestoneRow {
  id: string;
  title: string;
  due_date: string;
  done_at: Date | null;
  message_id: string | null;
  version: number;
}

/**
 * SQL columns of a milestone. The first message about the milestone has the milestone's id as its `client_id`. So the
 * message can be found, and its id need not be stored.
 */
const milestoneColumns = sql`s.id, s.title, s.due_date::text, s.done_at, s.version, (
  select m.id from messages m where m.conversation_id = p.team_id and m.user_id = s.author_id and m.client_id = s.id
    and m.deleted_at is null) as message_id
  from project_milestones s join projects p on p.id = s.project_id`;
const toMilestone = (row: MilestoneRow): Milestone => ({
  ...row,
  done_at: row.done_at?.toISOString() ?? null,
});

/** Returns a project's milestones, sorted by due date. */
export async function listMilestones(db: Executor, projectId: string): Promise<Milestone[]> {
  const { rows } = await sql<MilestoneRow>`
    select ${milestoneColumns} where s.project_id = ${projectId} order by s.due_date, s.id`.execute(db);
  return rows.map(toMilestone);
}

type PlannedProject = Pick<Project, "status"> & {
  readonly part: Pick<Project["part"], "status" | "is_host">;
};

/**
 * Locks the project until the transaction ends. So its milestones change one after another, and meanwhile nobody can
 * close the project or leave it. Returns the project's status and the person's status in the project.
 */
export async function lockPlannedProject(
  tx: Executor,
  projectId: string,
  userId: string,
): Promise<PlannedProject | undefined> {
  const lockedProject = await sql<Pick<Project, "status">>`
    select status from projects where id = ${projectId} for no key update`.execute(tx);
  // A separate statement is needed to see what other transactions committed while the first statement waited for the
  // lock.
  const parts = await sql<PlannedProject["part"]>`
    select status, is_host from project_members
    where project_id = ${projectId} and user_id = ${userId} and archived_at is null`.execute(tx);
  const [project] = lockedProject.rows;
  return project && { ...project, part: parts.rows[0] ?? { status: null, is_host: false } };
}

export async function findMilestone(
  db: Executor,
  projectId: string,
  id: string,
): Promise<Milestone | undefined> {
  const { rows } = await sql<MilestoneRow>`
    select ${milestoneColumns} where s.project_id = ${projectId} and s.id = ${id}`.execute(db);
  return rows[0] && toMilestone(rows[0]);
}

/**
 * Returns the milestone that the person has already added with this `creationId`, by an earlier try of the same
 * request.
 */
export async function findByCreationId(
  tx: Executor,
  projectId: string,
  authorId: string,
  creationId: string,
): Promise<Milestone | undefined> {
  const { rows } = await sql<MilestoneRow>`
    select ${milestoneColumns} where s.project_id = ${projectId} and s.author_id = ${authorId}
      and s.creation_id = ${creationId}`.execute(tx);
  return rows[0] && toMilestone(rows[0]);
}

/** Inserts a milestone. Returns false if the project already has `maximumMilestonesPerProject`. */
export async function insertMilestone(
  tx: Executor,
  {
    id,
    projectId,
    authorId,
    creationId = null,
    title,
    due_date,
  }: MilestoneBody & {
    id: string;
    projectId: string;
    authorId: string;
    creationId?: string | null | undefined;
  },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into project_milestones (id, project_id, author_id, creation_id, title, due_date)
    select ${id}::uuid, ${projectId}::uuid, ${authorId}::uuid, ${creationId}::uuid, ${title}, ${due_date}::date
    where (select count(*) from project_milestones where project_id = ${projectId}) < ${maximumMilestonesPerProject}`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

export async function updateMilestone(
  tx: Executor,
  { id, title, due_date, done_at, version }: Omit<Milestone, "message_id">,
): Promise<void> {
  await sql`update project_milestones set title = ${title}, due_date = ${due_date}, done_at = ${done_at}, version = ${version}
    where id = ${id}`.execute(tx);
}

export async function deleteMilestone(tx: Executor, id: string): Promise<void> {
  await sql`delete from project_milestones where id = ${id}`.execute(tx);
}
