import type {
  ProjectTranslationFigures,
  RoomTranslationFigures,
  TranslationFigures,
  TranslatorFigures,
} from "@kakehashi/contract/translation-figures";
import { maximumFigureRows } from "@kakehashi/contract/translation-figures";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { partnerJson } from "../conversations/service.ts";
import { joinedOrAdminCondition, projectNameForUserSql } from "../projects/service.ts";
import { personJson } from "../users/service.ts";

/**
 * Maximum number of characters of a project's name in the report. The API allows twice as many UTF-16 units, because a
 * character takes one or two of them.
 */
const projectNameCharacters = 100;

export interface FiguresReportScope {
  readerId: string;
  isAdmin: boolean;
  conversationId: string | null;
  projectId: string | null;
  /** The start of the report's period. The period ends just before `until`. */
  from: Date;
  until: Date;
}

const roomCondition = ({ conversationId }: FiguresReportScope) =>
  conversationId === null ? sql`` : sql`and r.conversation_id = ${conversationId}`;

/**
 * SQL for a `from` clause: the projects `p`, with one row for each of a project's three rooms (team, client, support).
 */
const projectRooms = sql`
  projects p cross join lateral unnest(array[p.team_id, p.client_id, p.support_id]) as r(conversation_id)`;

/**
 * SQL for a `with` clause: the table `mine` contains the rooms in the report. These are all rooms of the chosen
 * project, or all of the reader's rooms if no project is chosen. If a conversation is chosen, only that one of them.
 */
const defineReportRooms = (period: FiguresReportScope) => sql`
  mine as materialized (
    ${
      period.projectId === null
        ? sql`select r.conversation_id, coalesce(t.id, c.id, s.id) as project_id
            from conversation_members r
            left join projects t on t.team_id = r.conversation_id
            left join projects c on c.client_id = r.conversation_id
            left join projects s on s.support_id = r.conversation_id
            where r.user_id = ${period.readerId} ${roomCondition(period)}`
        : sql`select r.conversation_id, p.id as project_id from ${projectRooms}
            where p.id = ${period.projectId} and r.conversation_id is not null ${roomCondition(period)}`
    })`;

const roomColumns = ["team_id", "client_id", "support_id"] as const;

/**
 * SQL that selects the projects in the report: those that the reader has joined. For admins, it also selects the chosen
 * project and the projects of the rooms in which they are members (`own`). It is a union of several queries, because
 * PostgreSQL would check one combined condition for every project.
 */
function shownProjects({ readerId, isAdmin, projectId }: FiguresReportScope) {
  const joinedProjects = sql`select p.id from projects p where ${joinedOrAdminCondition({ userId: readerId, isAdmin: false })}`;
  if (!isAdmin) return joinedProjects;
  const projectsOfRooms = roomColumns.map(
    (column) => sql`select p.id from own join projects p on p.${sql.ref(column)} = own.conversation_id`,
  );
  const chosenProject = projectId === null ? [] : [sql`select ${projectId}::uuid`];
  return sql.join([joinedProjects, ...projectsOfRooms, ...chosenProject], sql` union `);
}

/**
 * SQL for a `with` clause: the table `mine` contains all rooms of the projects in the report. So all members of a
 * project see the same numbers.
 */
const defineRoomsOfProjects = (period: FiguresReportScope) => sql`
  own as materialized (
    select conversation_id from conversation_members where user_id = ${period.readerId}
  ), mine as materialized (
    select r.conversation_id, p.id as project_id from ${projectRooms}
    where p.id in (${shownProjects(period)}) and r.conversation_id is not null ${roomCondition(period)})`;

/**
 * SQL for a `with` clause: the table `done` contains the entries of the translation history that were added during the
 * period, in the rooms of the report. `h` is a history entry and `t` its translation.
 */
const defineDoneTable = (period: FiguresReportScope, rooms = defineReportRooms(period)) => sql`
  ${rooms}, done as (
    select h.*, t.conversation_id, m.project_id, char_length(h.content) as length,
      h.event = 'SUBMITTED' and not exists (
        select from translation_history e where e.translation_id = h.translation_id and e.step < h.step
          and e.event in ('SUBMITTED', 'FILLED', 'RECALLED')) as is_first,
      -- When the translation of this text was last requested: by a mark, an edit of the original, or a rejection.
      case when h.event = 'SUBMITTED' then greatest(
        case when t.asked_at <= h.created_at then t.asked_at end,
        (select max(e.created_at) from translation_history e where e.translation_id = h.translation_id
          and e.step < h.step and e.event in ('EXPIRED', 'REQUESTED', 'REJECTED') and t.asked_at is not null)) end as asked_at
    from translation_history h
    join translations t on t.id = h.translation_id
    join mine m on m.conversation_id = t.conversation_id
    where h.created_at >= ${period.from} and h.created_at < ${period.until})`;

const translatedCountColumn = sql`(count(*) filter (where is_first))::int as translated`;
const retranslatedCountColumn = sql`(count(*) filter (where event = 'SUBMITTED' and not is_first))::int as retranslated`;
const memoryHitCountColumn = sql`(count(*) filter (where event = 'RECALLED' or (event = 'SUBMITTED' and from_memory)))::int
  as memory_hits`;
const characterCountColumn = sql`coalesce(sum(length) filter (where event = 'SUBMITTED'), 0)::int as characters`;
const medianWaitColumn = sql`(percentile_cont(0.5) within group (order by extract(epoch from created_at - asked_at))
  filter (where asked_at is not null))::float8 as median_wait_seconds`;

/** For each kind of row in the report (room or project), the column with its id. */
const groupColumns = { room: sql.ref("conversation_id"), project: sql.ref("project_id") } as const;

/** SQL for a `with` clause: the table `figures` contains the numbers for each room or project; `key` is its id. */
function defineFiguresTable(period: FiguresReportScope, figuresGroup: keyof typeof groupColumns) {
  const key = groupColumns[figuresGroup];
  return sql`
    ${defineDoneTable(period, figuresGroup === "room" ? defineReportRooms(period) : defineRoomsOfProjects(period))}, worked as (
      select ${key} as key, ${medianWaitColumn}, ${translatedCountColumn}, ${retranslatedCountColumn}, ${memoryHitCountColumn}, ${characterCountColumn}
      from done group by ${key}
    ), waiting as (
      select m.${key} as key, count(*)::int as waiting from mine m
      join translations t on t.conversation_id = m.conversation_id and t.waiting_since is not null
      group by m.${key}
    ), reads as (
      select distinct o.conversation_id, u.working_language as language from mine m
      join conversation_members o on o.conversation_id = m.conversation_id join users u on u.id = o.user_id
      where u.working_language is not null
    ), asked as (
      -- For each message: the seconds until all languages of its readers had a text, and whether all have one now.
      select m.${key} as key, x.id, extract(epoch from max(f.at - x.created_at)) as seconds,
        bool_and(f.at is not null) as is_readable
      from mine m
      join messages x on x.conversation_id = m.conversation_id and x.created_at >= ${period.from}
        and x.created_at < ${period.until} and x.deleted_at is null and x.content <> ''
      join reads r on r.conversation_id = x.conversation_id and r.language <> x.language
      left join lateral (
        select min(h.created_at) as at from translations t join translation_history h on h.translation_id = t.id
        where t.subject_kind = 'MESSAGE' and t.subject_id = x.id and t.language = r.language
          and h.event in ('SUBMITTED', 'FILLED', 'RECALLED')) f on true
      group by m.${key}, x.id
    ), readable as (
      select key, count(*)::int as messages, (count(*) filter (where is_readable))::int as readable,
        (percentile_cont(0.5) within group (order by seconds) filter (where is_readable))::float8 as median,
        (percentile_cont(0.95) within group (order by seconds) filter (where is_readable))::float8 as p95
      from asked group by key
    ), figures as (
      select key, coalesce(waiting, 0) as waiting, median_wait_seconds, coalesce(translated, 0) as translated,
        coalesce(retranslated, 0) as retranslated, coalesce(memory_hits, 0) as memory_hits,
        coalesce(characters, 0) as characters, coalesce(messages, 0) as messages, coalesce(readable, 0) as readable,
        case when median is not null then greatest(median, 0) end as median_readable_seconds,
        case when p95 is not null then greatest(p95, 0) end as p95_readable_seconds
      from worked full join waiting using (key) full join readable using (key)
      where key is not null
      order by coalesce(messages, 0) desc, key limit ${sql.lit(maximumFigureRows)}
    )`;
}

/** Returns the numbers for each room. Rooms with the most messages for readers of another language come first. */
export async function readFiguresByRoom(
  db: Executor,
  reportScope: FiguresReportScope,
): Promise<RoomTranslationFigures[]> {
  const { rows } = await sql<RoomTranslationFigures & { key: string }>`
    with ${defineFiguresTable(reportScope, "room")}
    select f.*, json_build_object('id', c.id, 'kind', c.kind, 'name', c.name, 'partner', ${partnerJson}) as conversation
    from figures f join conversations c on c.id = f.key
    left join conversation_members m on m.conversation_id = c.id and m.user_id = ${reportScope.readerId}
    order by f.messages desc, c.id`.execute(db);
  return rows.map(({ key: _, ...row }) => row);
}

/** Returns the numbers for each project, in the same order as `readFiguresByRoom`. */
export async function readFiguresByProject(
  db: Executor,
  reportScope: FiguresReportScope,
): Promise<ProjectTranslationFigures[]> {
  const { rows } = await sql<Omit<ProjectTranslationFigures, "project"> & { key: string; name: string }>`
    with ${defineFiguresTable(reportScope, "project")}
    select f.*, left(${projectNameForUserSql(reportScope.readerId)}, ${sql.lit(projectNameCharacters)}) as name from figures f join projects p on p.id = f.key
    order by f.messages desc, p.id`.execute(db);
  return rows.map(({ key, name, ...row }) => ({ ...row, project: { id: key, name } }));
}

export type TranslatorMessageFigures = Omit<
  TranslatorFigures,
  "bot_waiting" | "bot_texts" | "bot_characters"
>;

/** Returns the numbers for each translator. Those who wrote the most translations come first. */
export async function readFiguresByTranslator(
  db: Executor,
  reportScope: FiguresReportScope,
): Promise<TranslatorMessageFigures[]> {
  const { rows } = await sql<TranslatorMessageFigures>`
    with ${defineDoneTable(reportScope)}, worked as (
      select user_id, ${medianWaitColumn}, ${translatedCountColumn}, ${retranslatedCountColumn}, ${memoryHitCountColumn}, ${characterCountColumn},
        (count(*) filter (where event = 'APPROVED'))::int as approved
      from done where event in ('SUBMITTED', 'APPROVED') and user_id is not null group by user_id
    ), held as (
      select t.claimed_by as user_id, count(*)::int as waiting from mine m
      join translations t on t.conversation_id = m.conversation_id
      where t.waiting_since is not null and t.claimed_by is not null group by t.claimed_by
    )
    select ${personJson} as user, coalesce(h.waiting, 0) as waiting, coalesce(w.translated, 0) as translated,
      coalesce(w.retranslated, 0) as retranslated, coalesce(w.memory_hits, 0) as memory_hits,
      coalesce(w.characters, 0) as characters, coalesce(w.approved, 0) as approved, w.median_wait_seconds
    from worked w full join held h using (user_id) join users u on u.id = user_id
    order by coalesce(w.translated + w.retranslated, 0) desc, u.id limit ${sql.lit(maximumFigureRows)}`.execute(
    db,
  );
  return rows;
}

export async function readFiguresByDay(
  db: Executor,
  reportScope: FiguresReportScope,
): Promise<TranslationFigures["days"]> {
  const { rows } = await sql<TranslationFigures["days"][number]>`
    with ${defineDoneTable(reportScope)}
    select to_char(d.day, 'YYYY-MM-DD') as day, ${translatedCountColumn}, ${retranslatedCountColumn}, ${memoryHitCountColumn}, ${characterCountColumn}
    from generate_series(${reportScope.from}::timestamptz at time zone 'UTC',
      ${reportScope.until}::timestamptz at time zone 'UTC' - interval '1 day', interval '1 day') as d(day)
    left join done on (done.created_at at time zone 'UTC')::date = d.day
    group by d.day order by d.day`.execute(db);
  return rows;
}
