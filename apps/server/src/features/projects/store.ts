import type { StoredNamesByLanguage } from "@kakehashi/contract/catalogue";
import { projectMemberGroups } from "@kakehashi/contract/project-members";
import type { MemberStatus } from "@kakehashi/contract/project-membership";
import {
  maximumShownHosts,
  type Project,
  type ProjectListItem,
  projectExcerptUnits,
} from "@kakehashi/contract/projects";
import type { UserSummary } from "@kakehashi/contract/users";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toNamesByLanguageList } from "../catalogue/service.ts";
import { personJson } from "../users/service.ts";
import { createRoomName } from "./rooms-of.ts";
import { endedStatusesSql, joinedStatusesSql, toSqlList } from "./statuses.ts";
import {
  type ProjectTranslationRow,
  projectNameForUserSql,
  toTranslation,
  toTranslationExcerpt,
  translationExcerpt,
  wholeTranslation,
} from "./translated.ts";

/** The person for whom projects are read. Admins see every project. */
export interface ProjectReader {
  readonly userId: string;
  readonly isAdmin: boolean;
}

interface ProjectRow {
  id: string;
  name: string;
  description: string;
  skill: string;
  time: string;
  category_id: string;
  category_names: StoredNamesByLanguage;
  start_date: string;
  min_cost: string;
  max_cost: string;
  currency_id: string;
  currency_code: string;
  currency_names: StoredNamesByLanguage;
  status: Project["status"];
  running_since: Date | null;
  created_at: Date;
  host: UserSummary;
  part_status: MemberStatus | null;
  part_is_host: boolean | null;
  part_reason: string | null;
  joined_count: number;
  translation: ProjectTranslationRow | null;
}

/** SQL condition: the membership `h` is that of a current host of the project `p`. */
const isCurrentHost = sql`h.project_id = p.id and h.is_host and h.archived_at is null`;
/**
 * The order of a project's hosts: first the person who created it, then the others by the time at which they joined.
 */
const hostSortOrder = sql`h.user_id <> p.host_id, h.joined_at, h.user_id`;

const projectsOfReader = ({ userId }: ProjectReader) => sql`projects p
  join categories c on c.id = p.category_id
  join currencies m on m.id = p.currency_id
  join users u on u.id = coalesce((
    select h.user_id from project_members h where ${isCurrentHost} order by ${hostSortOrder} limit 1), p.host_id)
  left join project_members mine on mine.project_id = p.id and mine.user_id = ${userId} and mine.archived_at is null`;

const projectColumns = (
  longText: (column: string) => RawBuilder<unknown>,
) => sql`p.id, p.name, ${longText("p.description")} as description,
  ${longText("p.skill")} as skill, p.time, p.start_date::text, p.min_cost, p.max_cost, p.status, p.running_since, p.created_at,
  c.id as category_id, c.names as category_names, m.id as currency_id, m.code as currency_code,
  m.names as currency_names, ${personJson} as host, mine.status as part_status, mine.is_host as part_is_host,
  mine.reason as part_reason,
  (select count(*)::int from project_members j where j.project_id = p.id and j.archived_at is null and j.status in ${joinedStatusesSql}) as joined_count`;

const createColumnReference = (column: string) => sql.ref(column);
const excerptOf = (column: string) => sql`left(${sql.ref(column)}, ${sql.lit(projectExcerptUnits / 2)})`;

/**
 * SQL condition: the reader can see the project. Everybody sees active projects; members also see their closed ones
 * (decision 80).
 */
const isVisibleTo = ({ isAdmin }: ProjectReader) =>
  isAdmin ? sql`true` : sql`(p.status = 'ACTIVE' or mine.status not in ${endedStatusesSql})`;

function toProjectItem(row: ProjectRow): Omit<ProjectListItem, "translation"> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    skill: row.skill,
    time: row.time,
    start_date: row.start_date,
    min_cost: Number(row.min_cost),
    max_cost: Number(row.max_cost),
    status: row.status,
    category: { id: row.category_id, names: toNamesByLanguageList(row.category_names) },
    currency: {
      id: row.currency_id,
      code: row.currency_code,
      names: toNamesByLanguageList(row.currency_names),
    },
    running_since: row.running_since?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    host: row.host,
    part: {
      status: row.part_status,
      is_host: row.part_is_host ?? false,
      reason: row.part_reason ?? "",
    },
    joined_count: row.joined_count,
  };
}

/** Counts the people of the project who have one of the given statuses. */
const countMembers = (statuses: readonly MemberStatus[]) => sql`(
  select count(*)::int from project_members a
  where a.project_id = p.id and a.archived_at is null and a.status in ${toSqlList(statuses)})`;

/** Returns one project with the fields that the reader may see. */
export async function findProject(
  db: Executor,
  reader: ProjectReader,
  id: string,
): Promise<Omit<Project, "link" | "files"> | undefined> {
  const { rows } = await sql<
    ProjectRow &
      Project["conversations"] &
      Pick<Project, "hosts" | "version"> & {
        applicant_count: number;
        invited_count: number;
        refused_count: number;
      }
  >`
    select ${projectColumns(createColumnReference)}, p.version,
      array(select ${personJson} from project_members h join users u on u.id = h.user_id
        where ${isCurrentHost} order by ${hostSortOrder} limit ${maximumShownHosts}) as hosts, ${wholeTranslation(reader.userId)} as translation,
      ${countMembers(projectMemberGroups.applicants)} as applicant_count, ${countMembers(projectMemberGroups.invited)} as invited_count,
      ${countMembers(projectMemberGroups.refused)} as refused_count,
      ${sql.join([selectRoomId("team", reader), selectRoomId("client", reader), selectRoomId("support", reader)])}
    from ${projectsOfReader(reader)} where p.id = ${id} and ${isVisibleTo(reader)}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { team, client, support } = row;
  return {
    ...toProjectItem(row),
    translation: toTranslation(row.translation),
    hosts: row.hosts,
    version: row.version,
    applicant_count: row.part_is_host ? row.applicant_count : null,
    invited_count: row.part_is_host ? row.invited_count : null,
    refused_count: row.part_is_host ? row.refused_count : null,
    conversations: { team, client, support },
  };
}

/** SQL for the id of one of the project's rooms, or null if the reader is not in that room. */
const selectRoomId = (roomKind: "team" | "client" | "support", { userId }: ProjectReader) => sql`(
  select r.conversation_id from conversation_members r
  where r.conversation_id = ${sql.ref(`p.${roomKind}_id`)} and r.user_id = ${userId}) as ${sql.ref(roomKind)}`;

/** Whether the reader can see the project. */
export async function isVisible(db: Executor, reader: ProjectReader, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from projects p
    left join project_members mine on mine.project_id = p.id and mine.user_id = ${reader.userId}
      and mine.archived_at is null
    where p.id = ${id} and ${isVisibleTo(reader)}`.execute(db);
  return rows.length > 0;
}

/** Returns the projects with these ids as items of the project list, in the order of `ids`. */
export async function findProjectItems(
  db: Executor,
  reader: ProjectReader,
  ids: readonly string[],
): Promise<ProjectListItem[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ProjectRow>`
    select ${projectColumns(excerptOf)}, ${translationExcerpt(reader.userId)} as translation
    from ${projectsOfReader(reader)} where p.id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], p.id)`.execute(
    db,
  );
  return rows.map((row) => ({ ...toProjectItem(row), translation: toTranslationExcerpt(row.translation) }));
}

export async function findProjectIdOfRoom(db: Executor, conversationId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from projects
    where team_id = ${conversationId} or client_id = ${conversationId} or support_id = ${conversationId}
    limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** SQL condition: the reader has joined the project `p`. Always true for admins. */
export const joinedOrAdminCondition = ({ userId, isAdmin }: ProjectReader) =>
  isAdmin
    ? sql`true`
    : sql`exists (select from project_members j where j.project_id = p.id and j.user_id = ${userId}
        and j.archived_at is null and j.status in ${joinedStatusesSql})`;

export async function listJoinedProjectNames(
  db: Executor,
  reader: ProjectReader,
  maximumCount: number,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select p.id, left(${projectNameForUserSql(reader.userId)}, 200) as name from projects p where ${joinedOrAdminCondition(reader)}
    order by p.created_at desc, p.id limit ${maximumCount}`.execute(db);
  // The SQL function `left` counts characters, and a character may have two UTF-16 units. So `createRoomName` then cuts the
  // name to 200 units, without splitting a character.
  return rows.map(({ id, name }) => ({ id, name: createRoomName(name) }));
}

export async function hasJoinedOrIsAdmin(db: Executor, reader: ProjectReader, id: string): Promise<boolean> {
  const { rows } =
    await sql`select from projects p where p.id = ${id} and ${joinedOrAdminCondition(reader)}`.execute(db);
  return rows.length > 0;
}

/** Returns the project's name in the person's working language. */
export async function findTranslatedProjectName(db: Executor, id: string, readerId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select ${projectNameForUserSql(readerId)} as name from projects p where p.id = ${id}`.execute(db);
  return rows[0]?.name ?? "";
}
