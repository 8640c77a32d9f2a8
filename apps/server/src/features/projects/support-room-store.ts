import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** The most admins that a support room gets. */
const maximumAdmins = 100;
const admins = sql`
  select id from users where role = 'admin' and deleted_at is null order by id limit ${sql.lit(maximumAdmins)}`;
const withAdmins = sql`with admins as materialized (${admins})`;

/** Held together by all projects that are being created, alone by a change of who is an admin. */
const adminsLock = sql`hashtextextended('the admins of new projects', 0)`;

export function waitForNewProjects(tx: Executor) {
  return sql`select pg_advisory_xact_lock(${adminsLock})`.execute(tx);
}

/** The platform's admins. Until the transaction ends nobody becomes one. */
export async function adminsForNewProject(tx: Executor): Promise<string[]> {
  await sql`select pg_advisory_xact_lock_shared(${adminsLock})`.execute(tx);
  const { rows } = await sql<{ id: string }>`${admins}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** `p`: the project. Its admins who are not in its support room. */
const missing = sql`
  select a.id from admins a where not exists (
    select from conversation_members m where m.conversation_id = p.support_id and m.user_id = a.id)`;

/** Whoever is in the room and is neither an admin nor a host. */
const extra = sql`
  select m.user_id as id from conversation_members m
  where m.conversation_id = p.support_id and m.user_id not in (select id from admins)
    and not exists (select from project_members h
      where h.project_id = p.id and h.user_id = m.user_id and h.is_host and h.archived_at is null)`;

/** The next projects whose support room has too few admins, or people too many. */
export async function listDifferent(db: Executor, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${withAdmins} select p.id from projects p
    where p.support_id is not null and (${after}::uuid is null or p.id > ${after})
      and (exists (${missing}) or exists (${extra}))
    order by p.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The caller has locked the project. */
export async function findDifference(
  tx: Executor,
  projectId: string,
): Promise<{ missing: string[]; extra: string[] }> {
  const { rows } = await sql<{ missing: string[]; extra: string[] }>`
    ${withAdmins} select array(${missing})::text[] as missing, array(${extra})::text[] as extra
    from projects p where p.id = ${projectId}`.execute(tx);
  return rows[0] ?? { missing: [], extra: [] };
}
