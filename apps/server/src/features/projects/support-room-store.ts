import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import type { MemberDifference } from "./correct-room-members.ts";

/** Maximum number of admins in one support room. */
const maximumAdmins = 100;
const selectAdmins = sql`
  select id from users where role = 'admin' and deleted_at is null order by id limit ${sql.lit(maximumAdmins)}`;
const withAdminsClause = sql`with admins as materialized (${selectAdmins})`;

/**
 * The key of an advisory lock on the list of admins. A transaction that creates a project takes the lock in shared
 * mode, so several can run in parallel. A transaction that changes who is an admin takes it in exclusive mode, so it
 * waits for all of these.
 */
const adminsLockKey = sql`hashtextextended('the admins of new projects', 0)`;

export function waitForProjectCreations(tx: Executor) {
  return sql`select pg_advisory_xact_lock(${adminsLockKey})`.execute(tx);
}

/** Returns the ids of the site's admins. Nobody can become an admin until the transaction ends. */
export async function lockAndListAdminIds(tx: Executor): Promise<string[]> {
  await sql`select pg_advisory_xact_lock_shared(${adminsLockKey})`.execute(tx);
  const { rows } = await sql<{ id: string }>`${selectAdmins}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** SQL that selects the admins who are missing in the support room of the project `p`. */
const missingMembers = sql`
  select a.id from admins a where not exists (
    select from conversation_members m where m.conversation_id = p.support_id and m.user_id = a.id)`;

/** SQL that selects the members of the support room who are neither admins nor hosts. */
const extraMembers = sql`
  select m.user_id as id from conversation_members m
  where m.conversation_id = p.support_id and m.user_id not in (select id from admins)
    and not exists (select from project_members h
      where h.project_id = p.id and h.user_id = m.user_id and h.is_host and h.archived_at is null)`;

/** Returns the next projects whose support room lacks an admin or contains somebody who does not belong there. */
export async function listProjectsWithWrongSupportRoom(
  db: Executor,
  afterId: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${withAdminsClause} select p.id from projects p
    where p.support_id is not null and (${afterId}::uuid is null or p.id > ${afterId})
      and (exists (${missingMembers}) or exists (${extraMembers}))
    order by p.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns who is missing in the support room of a project, and who does not belong there. The caller must have locked
 * the project.
 */
export async function findSupportRoomDifference(tx: Executor, projectId: string): Promise<MemberDifference> {
  const { rows } = await sql<MemberDifference>`
    ${withAdminsClause} select array(${missingMembers})::text[] as missing, array(${extraMembers})::text[] as extra
    from projects p where p.id = ${projectId}`.execute(tx);
  return rows[0] ?? { missing: [], extra: [] };
}
