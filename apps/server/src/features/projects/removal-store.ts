import {
  maximumHomeProjectNameLength,
  maximumListedRemovals,
  type RemovalFromProject,
  removalNoticeDays,
} from "@kakehashi/contract/project-home";
import type { UserSummary } from "@kakehashi/contract/users";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import type { DigestEntry } from "../notifications/service.ts";
import { personJson } from "../users/service.ts";
import { createRoomName } from "./rooms-of.ts";
import { projectNameForUserSql } from "./translated.ts";

/**
 * SQL condition: the person must still be told of their removal. They have not seen it and have not become a member of
 * the project again. `m` is the removed membership.
 */
const isUnseenRemoval = sql`m.removal_seen_at is null
  and not exists (select from project_members again
    where again.project_id = m.project_id and again.user_id = m.user_id
      and (again.archived_at is null or again.archived_at > m.archived_at))`;

/**
 * Returns the removals that a person has not seen, newest first. Leaves out projects in which the person is a member
 * again.
 */
export async function listUnseenRemovals(db: Executor, userId: string): Promise<RemovalFromProject[]> {
  const { rows } = await sql<{ id: string; name: string; by: UserSummary; removed_at: Date }>`
    select p.id, left(${projectNameForUserSql(userId)}, ${sql.lit(maximumHomeProjectNameLength / 2)}) as name, ${personJson} as by,
      m.archived_at as removed_at
    from project_members m join projects p on p.id = m.project_id join users u on u.id = m.removed_by
    where m.user_id = ${userId} and ${isUnseenRemoval}
      and m.archived_at > now() - make_interval(days => ${removalNoticeDays})
    order by m.archived_at desc, m.id limit ${maximumListedRemovals}`.execute(db);
  return rows.map(({ id, name, by, removed_at }) => ({
    project: { id, name: name.toWellFormed() },
    by,
    removed_at: removed_at.toISOString(),
  }));
}

/** Marks the person's removal from this project as seen. Returns false if the person was never removed from it. */
export async function markRemovalSeen(db: Executor, userId: string, projectId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update project_members set removal_seen_at = coalesce(removal_seen_at, now())
    where id in (
      select id from project_members
      where user_id = ${userId} and project_id = ${projectId} and removed_by is not null order by id for update
    )`.execute(db);
  return numAffectedRows !== 0n;
}

/** Whether this removal must still be mailed to the person. */
export async function isRemovalMailPending(tx: Executor, membershipId: string): Promise<boolean> {
  const { rows } = await sql`
    select from project_members m where m.id = ${membershipId} and m.removal_mail_pending and ${isUnseenRemoval}`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Marks a person's removals as mailed. Returns those that the person has not seen. */
export async function takeRemovalsToMail(tx: Executor, userId: string): Promise<DigestEntry[]> {
  const { rows } = await sql<DigestEntry>`
    with taken as (
      update project_members set removal_mail_pending = false
      where id in (
        select id from project_members where user_id = ${userId} and removal_mail_pending order by id for update
      )
      returning id
    )
    select 'REMOVED' as type, a.name as actor, false as "isOwnAction", ${projectNameForUserSql(userId)} as project, p.id as "projectId", '' as "actorReason",
      m.archived_at as at
    from taken join project_members m using (id) join projects p on p.id = m.project_id
      left join users a on a.id = m.removed_by and a.deleted_at is null
    where ${isUnseenRemoval}`.execute(tx);
  return rows.map((row) => ({ ...row, project: createRoomName(row.project) }));
}
