import { listKnownLanguages } from "@kakehashi/contract/known-languages";
import type { Language } from "@kakehashi/contract/languages";
import type { ProjectStatus } from "@kakehashi/contract/projects";
import {
  maximumTeamNameUnits,
  type ProjectRoomKind,
  projectRoomKinds,
  shownTeamAvatarCount,
  type TeamActivityAction,
  type TeamActivityEntry,
  type TeamListItem,
  type TeamPerson,
  type TeamRoom,
  teamActivityActions,
} from "@kakehashi/contract/teams";
import { findTimeZone, type StoredSettings } from "@kakehashi/contract/user-settings";
import type { UserSummary } from "@kakehashi/contract/users";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { joinedStatusesSql, projectNameForUserSql } from "../projects/service.ts";
import { personJson } from "../users/service.ts";

/** SQL for the first characters of the project's name in the reader's language. */
const projectNameForReader = (userId: string) =>
  sql`left(${projectNameForUserSql(userId)}, ${sql.lit(maximumTeamNameUnits / 2)})`;
const memberCount = sql`(select count(*)::int from project_members j
  where j.project_id = p.id and j.archived_at is null and j.status in ${joinedStatusesSql})`;

interface TeamRow {
  id: string;
  name: string;
  status: ProjectStatus;
  running_since: Date | null;
  is_host: boolean;
  member_count: number;
}

const toTeam = <R extends TeamRow>(row: R) => ({
  ...row,
  running_since: row.running_since?.toISOString() ?? null,
});

/**
 * SQL for a `from` clause with the projects that a person has joined. `p` is the project, `mine` the person's row in
 * `project_members`.
 */
const selectJoinedProjects = (
  userId: string,
) => sql`project_members mine join projects p on p.id = mine.project_id
  where mine.user_id = ${userId} and mine.archived_at is null and mine.status in ${joinedStatusesSql}`;

const teamColumns = (userId: string) =>
  sql`p.id, ${projectNameForReader(userId)} as name, p.status, p.running_since, mine.is_host, ${memberCount} as member_count`;

/** Returns the reader's teams, those with the newest messages first. */
export async function listTeams(
  db: Executor,
  userId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ teams: TeamListItem[]; total: number }> {
  const { rows } = await sql<TeamRow & { people: UserSummary[]; total: number }>`
    with page as (
      select ${teamColumns(userId)}, count(*) over ()::int as total, row_number() over (order by
        (select max(c.last_message_at) from conversations c where c.id in (p.team_id, p.client_id, p.support_id))
          desc nulls last, p.created_at desc, p.id) as place
      from ${selectJoinedProjects(userId)} order by place limit ${limit} offset ${offset}
    )
    select page.id, page.name, page.status, page.running_since, page.is_host, page.member_count, page.total,
      coalesce((select json_agg(face.person) from (
        select ${personJson} as person from project_members m join users u on u.id = m.user_id
        where m.project_id = page.id and m.archived_at is null and m.status in ${joinedStatusesSql}
        order by m.is_host desc, m.joined_at, m.id limit ${sql.lit(shownTeamAvatarCount)}) face), '[]') as people
    from page order by place`.execute(db);
  return { teams: rows.map(({ total: _, ...row }) => toTeam(row)), total: rows[0]?.total ?? 0 };
}

export async function findTeam(db: Executor, userId: string, id: string) {
  const { rows } =
    await sql<TeamRow>`select ${teamColumns(userId)} from ${selectJoinedProjects(userId)} and p.id = ${id}`.execute(
      db,
    );
  return rows[0] && toTeam(rows[0]);
}

/** Returns the rooms of a project (for the team, the client and support) in which the person is a member. */
export async function listRooms(db: Executor, userId: string, projectId: string): Promise<TeamRoom[]> {
  const { rows } = await sql<Omit<TeamRoom, "last_message_at"> & { last_message_at: Date | null }>`
    select c.id, side.name as side,
      (select count(*)::int from conversation_members o where o.conversation_id = c.id) as member_count,
      case when c.last_number > 0 then c.last_message_at end as last_message_at
    from projects p
    cross join lateral (values ('team', p.team_id, 1), ('client', p.client_id, 2), ('support', p.support_id, 3))
      as side (name, id, place)
    join conversations c on c.id = side.id
    join conversation_members m on m.conversation_id = c.id and m.user_id = ${userId}
    where p.id = ${projectId} order by side.place`.execute(db);
  return rows.map((row) => ({ ...row, last_message_at: row.last_message_at?.toISOString() ?? null }));
}

export async function listPeople(
  db: Executor,
  projectId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ people: TeamPerson[]; total: number }> {
  const { rows } = await sql<{
    user: UserSummary;
    is_host: boolean;
    chosen_languages: Language[] | null;
    settings: StoredSettings;
    device_time_zone: string | null;
    joined_at: Date | null;
    total: number;
  }>`
    select ${personJson} as "user", m.is_host, u.languages as chosen_languages, u.settings, u.device_time_zone, m.joined_at,
      count(*) over ()::int as total
    from project_members m join users u on u.id = m.user_id
    where m.project_id = ${projectId} and m.archived_at is null and m.status in ${joinedStatusesSql}
    order by m.is_host desc, m.joined_at, m.id limit ${limit} offset ${offset}`.execute(db);
  const people = rows.map(({ user, is_host, chosen_languages, joined_at, ...zones }) => ({
    user,
    is_host,
    languages: [...listKnownLanguages({ ...user, languages: chosen_languages })],
    time_zone: findTimeZone(zones),
    joined_at: joined_at?.toISOString() ?? null,
  }));
  return { people, total: rows[0]?.total ?? 0 };
}

const selectPersonWhere = (condition: RawBuilder<unknown>) =>
  sql`(select ${personJson} from users u where ${condition} and u.deleted_at is null)`;

/**
 * Returns those audit log entries of a project that its members may read: changes of the project, and who joined or
 * left.
 */
export async function listActivity(
  db: Executor,
  projectId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ events: TeamActivityEntry[]; total: number }> {
  const { rows } = await sql<Omit<TeamActivityEntry, "created_at"> & { created_at: Date; total: number }>`
    select page.id, page.action, page.created_at, page.total,
      ${selectPersonWhere(sql`u.id = page.actor_id`)} as actor,
      ${selectPersonWhere(sql`u.id::text = page.details ->> 'user_id' and u.id <> page.actor_id`)} as person
    from (select id, action, actor_id, details, created_at, count(*) over ()::int as total from audit_log
      where subject_id = ${projectId} and action = any(${teamActivityActions as readonly TeamActivityAction[]}::text[])
      order by id desc limit ${limit} offset ${offset}) page order by page.id desc`.execute(db);
  return {
    events: rows.map(({ total: _, ...row }) => ({ ...row, created_at: row.created_at.toISOString() })),
    total: rows[0]?.total ?? 0,
  };
}

/**
 * Returns the project to which a conversation belongs, and whether it is the room for the team, the client or support.
 * Null if the conversation belongs to no project.
 */
export async function findProjectOfRoom(
  db: Executor,
  nameReaderId: string,
  conversationId: string,
): Promise<{ id: string; name: string; side: ProjectRoomKind } | null> {
  for (const side of projectRoomKinds) {
    const { rows } = await sql<{ id: string; name: string }>`
      select p.id, ${projectNameForReader(nameReaderId)} as name from projects p where ${sql.ref(`p.${side}_id`)} = ${conversationId}`.execute(
      db,
    );
    if (rows[0]) return { ...rows[0], side };
  }
  return null;
}
