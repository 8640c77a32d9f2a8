import type { ProjectMember } from "@kakehashi/contract/project-members";
import {
  type MemberStatus,
  type MemberStatusOrNone,
  membershipTransitions,
} from "@kakehashi/contract/project-membership";
import type { Role, UserSummary } from "@kakehashi/contract/users";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { newId } from "../../kit/ids.ts";
import { personJson } from "../users/service.ts";
import { endedStatusesSql, joinedStatusesSql, toSqlList } from "./statuses.ts";

export interface MembershipState {
  readonly state: MemberStatusOrNone;
  readonly isHost: boolean;
}

/**
 * Returns a person's membership in a project, unless it is archived. The caller must have locked the project, so that
 * the membership cannot change meanwhile.
 */
export async function findMembership(
  tx: Executor,
  projectId: string,
  userId: string,
): Promise<MembershipState> {
  const row = await tx
    .selectFrom("project_members")
    .select(["status", "is_host"])
    .where("project_id", "=", projectId)
    .where("user_id", "=", userId)
    .where("archived_at", "is", null)
    .executeTakeFirst();
  return { state: (row?.status as MemberStatus | undefined) ?? "NONE", isHost: row?.is_host ?? false };
}

interface NewMembership {
  readonly projectId: string;
  readonly userId: string;
  readonly state: MemberStatusOrNone;
  readonly isHost?: boolean;
  readonly reason?: string;
  readonly isJoining?: boolean;
  /** The host who removed the person. */
  readonly removedBy?: string | undefined;
}

/**
 * Stores a person's membership and returns its id. The status `NONE` archives the membership; if the person becomes a
 * member again, a new row is inserted.
 */
export async function saveMembership(tx: Executor, membership: NewMembership): Promise<string | undefined> {
  const { projectId, userId, state, isHost = false, reason = "", isJoining = false, removedBy } = membership;
  if (state === "NONE") {
    const { rows } = await sql<{ id: string }>`
      update project_members set archived_at = now(), changed_at = now(), removed_by = ${removedBy ?? null},
        removal_mail_pending = ${removedBy !== undefined}
      where project_id = ${projectId} and user_id = ${userId} and archived_at is null
      returning id`.execute(tx);
    return rows[0]?.id;
  }
  const joinedAt = isJoining ? sql`now()` : sql`null`;
  const { rows } = await sql<{ id: string }>`
    insert into project_members (id, project_id, user_id, status, is_host, reason, joined_at)
    values (${newId()}, ${projectId}, ${userId}, ${state}, ${isHost}, ${reason}, ${joinedAt})
    on conflict (project_id, user_id) where archived_at is null do update
    set status = excluded.status, is_host = excluded.is_host, reason = excluded.reason, changed_at = now(),
      joined_at = coalesce(project_members.joined_at, excluded.joined_at)
    returning id`.execute(tx);
  return rows[0]?.id;
}

/** Changes the status of everybody who has joined the project to active, because its work starts. */
export async function activateJoined(tx: Executor, projectId: string): Promise<void> {
  const { from, to } = membershipTransitions.run;
  await sql`update project_members set status = ${to}, changed_at = now()
    where project_id = ${projectId} and archived_at is null and status in ${toSqlList(from)}`.execute(tx);
}

export async function listJoinedIds(tx: Executor, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from project_members
    where project_id = ${projectId} and archived_at is null and status in ${joinedStatusesSql}
    order by joined_at, id`.execute(tx);
  return rows.map((row) => row.user_id);
}

/** Returns everybody who has joined a project, has applied to it, or is invited to it. */
export async function listIdsOfJoinedAndWaiting(tx: Executor, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from project_members
    where project_id = ${projectId} and archived_at is null and status not in ${endedStatusesSql}
    order by joined_at, id`.execute(tx);
  return rows.map((row) => row.user_id);
}

/** Returns everybody with a membership that is not archived. */
export async function listMemberIds(db: Executor, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from project_members where project_id = ${projectId} and archived_at is null`.execute(db);
  return rows.map((row) => row.user_id);
}

export async function listHostIds(tx: Executor, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from project_members where project_id = ${projectId} and archived_at is null and is_host
    order by joined_at, id`.execute(tx);
  return rows.map((row) => row.user_id);
}

/**
 * Whether the project would still have a host who can act if this person left. Such a host has an accepted profile. If
 * this person has no accepted profile either, any other host is enough.
 */
export async function hasOtherHost(tx: Executor, projectId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from project_members m
    where m.project_id = ${projectId} and m.archived_at is null and m.is_host and m.user_id <> ${userId}
      and (exists (select from profiles where user_id = m.user_id and status = 'ACCEPTED')
        or not exists (select from profiles where user_id = ${userId} and status = 'ACCEPTED'))
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Returns the projects in which a person currently has a membership. */
export async function listProjectIdsOf(db: Executor, userId: string): Promise<string[]> {
  const { rows } = await sql<{ project_id: string }>`
    select project_id from project_members where user_id = ${userId} and archived_at is null
    order by project_id`.execute(db);
  return rows.map((row) => row.project_id);
}

/** Returns a person's role. Undefined if the account does not exist. */
export async function findRole(db: Executor, userId: string): Promise<Role | undefined> {
  const { rows } = await sql<{ role: Role }>`
    select role from users where id = ${userId} and deleted_at is null and confirmed_at is not null`.execute(
    db,
  );
  return rows[0]?.role;
}

/** Returns a person's role and locks it until the transaction ends. To avoid deadlocks, lock the project first. */
export async function lockRole(tx: Executor, userId: string): Promise<Role | undefined> {
  const { rows } = await sql<{ role: Role }>`
    select role from users where id = ${userId} and deleted_at is null and confirmed_at is not null
    for share`.execute(tx);
  return rows[0]?.role;
}

interface MemberRow {
  user: UserSummary;
  status: MemberStatus;
  is_host: boolean;
  reason: string;
  joined_at: Date | null;
  changed_at: Date;
}

const toProjectMember = (row: MemberRow): ProjectMember => ({
  ...row,
  joined_at: row.joined_at?.toISOString() ?? null,
  changed_at: row.changed_at.toISOString(),
});

const memberColumns = sql`${personJson} as "user", m.status, m.is_host, m.reason, m.joined_at, m.changed_at
  from project_members m join users u on u.id = m.user_id`;

export async function findMember(
  db: Executor,
  projectId: string,
  userId: string,
): Promise<ProjectMember | null> {
  const { rows } = await sql<MemberRow>`select ${memberColumns}
    where m.project_id = ${projectId} and m.user_id = ${userId} and m.archived_at is null`.execute(db);
  return rows[0] ? toProjectMember(rows[0]) : null;
}

/** Sorts hosts first, then the members by the time of their last change. */
export async function listMembers(
  db: Executor,
  projectId: string,
  statuses: readonly MemberStatus[],
  { offset, limit }: { offset: number; limit: number },
): Promise<{ members: ProjectMember[]; total: number }> {
  const { rows } = await sql<MemberRow & { total: number }>`
    select count(*) over ()::int as total, ${memberColumns}
    where m.project_id = ${projectId} and m.archived_at is null and m.status = any(${statuses})
    order by m.is_host desc, m.changed_at desc, m.id limit ${limit} offset ${offset}`.execute(db);
  return { members: rows.map(({ total: _, ...row }) => toProjectMember(row)), total: rows[0]?.total ?? 0 };
}
