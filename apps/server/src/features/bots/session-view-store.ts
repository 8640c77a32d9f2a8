import {
  type BotSessionListItem,
  type BotSessionsQuery,
  botSessionExcerptUnits,
} from "@kakehashi/contract/bot-sessions";
import type { Flow } from "@kakehashi/contract/flows/flow";
import type { FlowSession, SavedFlowReference } from "@kakehashi/contract/flows/session";
import { storedDayPattern } from "@kakehashi/contract/flows/shown-value";
import type { Language } from "@kakehashi/contract/languages";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import type { SessionRow } from "./session-store.ts";
import { visitorNameSql } from "./told-name.ts";

type SessionListRow = Omit<BotSessionListItem, "created_at" | "last_at"> & {
  readonly session: FlowSession;
  readonly began_with: FlowSession | null;
  readonly created_at: Date;
  readonly last_at: Date;
};

type SessionViewRow = SessionListRow & { readonly began_in: Language };

/**
 * SQL for the block whose question the visitor answered by the message in turn `t`. This is the last block that wrote
 * something since the visitor's previous message. Null if no block wrote anything.
 */
const askedBlockSql = sql`(
  select said->>'block_id'
  from bot_turns before cross join jsonb_array_elements(before.effects) with ordinality effect (said, place)
  where before.session_id = t.session_id and before.number < t.number and before.number >= coalesce((
      select earlier.number from bot_turns earlier
      where earlier.session_id = t.session_id and earlier.number < t.number and earlier.client_id is not null
      order by earlier.number desc limit 1), 0)
    and before.event->>'type' not in ('broadcast', 'echo') and said->>'type' = 'say'
  order by before.number desc, place desc limit 1)`;

/**
 * SQL condition: the text in turn `t` is a date, and the visitor sent it when a block asked for a date. Reads the
 * stored story only for texts that look like a date, because few do.
 */
const isDateAnswerSql = sql`case when t.event->>'text' ~ ${storedDayPattern.source} then exists (
  select from bot_flow_saves asking
  where asking.flow_id = (t.ran->0->>'flow_id')::uuid and asking.number = (t.ran->0->>'save_number')::int
    and jsonb_path_exists(asking.flow,
      '$.groups[*].blocks[*] ? (@.id == $id && @.type == "ask" && @.answer.kind == "date")',
      jsonb_build_object('id', ${askedBlockSql}))) else false end`;

const createLastMessageSql = (value: RawBuilder<unknown>) => sql`(
  select ${value} from bot_turns t
  where t.session_id = s.id and t.client_id is not null order by t.number desc limit 1)`;

const sessionColumns = sql`s.id, coalesce(s.first_session_id, s.id) as visitor_id, s.platform, s.state->>'language' as language,
  ${visitorNameSql} as visitor_name, s.turn_count,
  s.state->'state'->>'kind' as state, s.conversation_id, s.created_at, s.last_at, s.state as session, s.began_with,
  (select json_build_object('id', f.id, 'name', f.name, 'is_removed', f.removed_at is not null)
    from bot_flows f where f.id = s.flow_id) as story,
  ${createLastMessageSql(sql`left(t.event->>'text', ${botSessionExcerptUnits})`)} as last_words,
  coalesce(${createLastMessageSql(isDateAnswerSql)}, false) as last_words_are_date`;

type SessionFilter = Omit<BotSessionsQuery, "page" | "paging">;

function createConditions(botId: string, { state, platform, search, flow_id, version }: SessionFilter) {
  const sqlConditions: RawBuilder<unknown>[] = [sql`s.bot_id = ${botId}`];
  const name = (search ?? "").trim();
  if (state !== undefined) sqlConditions.push(sql`s.state->'state'->>'kind' = ${state}`);
  if (platform !== undefined) sqlConditions.push(sql`s.platform = ${platform}`);
  if (name !== "") sqlConditions.push(sql`position(fold_text(${name}) in fold_text(${visitorNameSql})) > 0`);
  if (flow_id !== undefined) sqlConditions.push(sql`s.flow_id = ${flow_id}`);
  if (version !== undefined)
    sqlConditions.push(sql`exists (
      select from bot_flow_publications p
      where p.flow_id = s.flow_id and p.save_number = s.save_number and p.number = ${version})`);
  return sqlConditions;
}

export async function listSessions(
  db: Executor,
  botId: string,
  filter: SessionFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: SessionListRow[]; total: number }> {
  const sessionsMatchingFilter = sql`bot_sessions s where ${sql.join(createConditions(botId, filter), sql` and `)}`;
  const [{ rows }, countResult] = await Promise.all([
    sql<SessionListRow>`
      select ${sessionColumns} from ${sessionsMatchingFilter}
      order by s.last_at desc, s.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from ${sessionsMatchingFilter}`.execute(db),
  ]);
  return { rows, total: countResult.rows[0]?.total ?? 0 };
}

export async function findSessionView(
  db: Executor,
  botId: string,
  id: string,
): Promise<SessionViewRow | undefined> {
  const { rows } = await sql<SessionViewRow>`
    select ${sessionColumns}, coalesce((
      select t.event->>'from' from bot_turns t where t.session_id = s.id and t.event->>'type' = 'language'
      order by t.number limit 1), s.state->>'language') as began_in
    from bot_sessions s where s.id = ${id} and s.bot_id = ${botId}`.execute(db);
  return rows[0];
}

export interface SessionFlowVersion extends SavedFlowReference {
  readonly name: string;
  readonly is_removed: boolean;
  readonly version: number | null;
  readonly is_current: boolean;
  readonly flow: Flow;
}

/**
 * Returns a saved version of a story that this session ran. Returns undefined if the session never ran the version, or
 * if the version was deleted.
 */
export async function findFlowVersionOfSession(
  db: Executor,
  sessionId: string,
  savedFlow: SavedFlowReference,
): Promise<SessionFlowVersion | undefined> {
  const { flow_id, save_number } = savedFlow;
  const { rows } = await sql<SessionFlowVersion>`
    select s.flow_id, s.number as save_number, f.name, f.removed_at is not null as is_removed, s.flow,
      max(p.number)::int as version, f.removed_at is null and coalesce(bool_or(p.number = f.published_number), false) as is_current
    from bot_flow_saves s join bot_flows f on f.id = s.flow_id
    left join bot_flow_publications p on p.flow_id = s.flow_id and p.save_number = s.number
    where s.flow_id = ${flow_id} and s.number = ${save_number} and exists (
      select from bot_turns t where t.session_id = ${sessionId} and t.ran @> ${toJson([{ flow_id, save_number }])}::jsonb)
    group by s.flow_id, s.number, f.id`.execute(db);
  return rows[0];
}

/**
 * Returns the names of the session's variables that contain the answer to a question for a date. A value that only
 * looks like a date does not count: a story must store the answer of a date question in the variable.
 */
export async function listDateVariableNames(
  db: Executor,
  { id, bot_id, state: { variables } }: Pick<SessionRow, "id" | "bot_id" | "state">,
): Promise<string[]> {
  const names = variables.filter(({ value }) => storedDayPattern.test(value)).map(({ name }) => name);
  if (names.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select distinct v ->> 'name' as name
    from bot_flows f join bot_flow_saves s on s.flow_id = f.id
    cross join lateral jsonb_array_elements(s.flow -> 'variables') v
    where f.bot_id = ${bot_id} and v ->> 'name' = any(${names}::text[])
      and ((s.number = f.save_number and f.removed_at is null) or exists (
        select from bot_sessions b where b.id = ${id} and b.flow_id = s.flow_id and b.save_number = s.number))
      and jsonb_path_exists(s.flow,
        '$.groups[*].blocks[*] ? (@.type == "ask" && @.answer.kind == "date" && @.variable_id == $id)',
        jsonb_build_object('id', v -> 'id'))
    order by name`.execute(db);
  return rows.map(({ name }) => name);
}
