import { type BroadcastAudience, maximumOffered } from "@kakehashi/contract/bot-broadcasts";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";

/** The form offers the tags and variables of this many sessions, those that were used last. */
const sessionsRead = 10_000;

const hasTag = (tag: string) => sql`s.state -> 'tags' @> ${toJson([tag])}::jsonb`;
const hasVariable = ({ name, value }: { name: string; value: string | null }) =>
  sql`s.state -> 'variables' @> ${toJson([value === null ? { name } : { name, value }])}::jsonb`;

/** A condition for the sessions `s` that get a broadcast. The query must also join `bots b`. */
export function inAudience(
  botId: string,
  { tag, language, seen_days, variable }: BroadcastAudience,
): RawBuilder<unknown> {
  const conditions = [sql`s.bot_id = ${botId}`, sql`s.platform = 'WEB'`, sql`'WEB' = any(b.platforms)`];
  if (tag !== null) conditions.push(hasTag(tag.trim()));
  if (language !== null) conditions.push(sql`s.state ->> 'language' = ${language}`);
  if (seen_days !== null) conditions.push(sql`s.seen_at >= now() - make_interval(days => ${seen_days})`);
  if (variable !== null) conditions.push(hasVariable(variable));
  return sql.join(conditions, sql` and `);
}

/** Returns how many visitors would get a broadcast now. `talking` of them wait for a person or talk to one. */
export async function countAudience(
  db: Executor,
  botId: string,
  audience: BroadcastAudience,
): Promise<{ count: number; talking: number }> {
  const { rows } = await sql<{ count: number; talking: number }>`
    select count(*)::int as count, count(l.conversation_id)::int as talking
    from bot_sessions s join bots b on b.id = s.bot_id
    left join livechats l on l.conversation_id = s.conversation_id and l.state <> 'CLOSED'
    where ${inAudience(botId, audience)}`.execute(db);
  return rows[0] ?? { count: 0, talking: 0 };
}

/** Returns the time zones of an audience. Empty for visitors whose zone is not known. */
export async function listZones(db: Executor, botId: string, audience: BroadcastAudience): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`
    select distinct coalesce(s.time_zone, '') as zone from bot_sessions s join bots b on b.id = s.bot_id
    where ${inAudience(botId, audience)}`.execute(db);
  return rows.map(({ zone }) => zone);
}

/** Whether people talk to the visitor in this conversation, or the visitor waits for them. */
export async function isTalking(db: Executor, conversationId: string): Promise<boolean> {
  const { rows } = await sql`
    select from livechats where conversation_id = ${conversationId} and state <> 'CLOSED'`.execute(db);
  return rows.length > 0;
}

export async function hasSomebodyTag(db: Executor, botId: string, tag: string): Promise<boolean> {
  const { rows } = await sql`
    select from bot_sessions s where s.bot_id = ${botId} and ${hasTag(tag.trim())} limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns the names that no visitor has as a variable. */
export async function listUnknown(db: Executor, botId: string, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select unnest(${names}::text[]) as name except
    select one ->> 'name' from bot_sessions s, jsonb_array_elements(s.state -> 'variables') one
    where s.bot_id = ${botId}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns the tags that visitors have, and the names of their variables. */
export async function listChoices(
  db: Executor,
  botId: string,
): Promise<{ tags: string[]; variables: string[] }> {
  const names = (list: string, name: RawBuilder<unknown>) => sql`
    array(select distinct ${name} from newest, jsonb_array_elements(state -> ${sql.lit(list)}) one
      order by 1 limit ${maximumOffered})`;
  const { rows } = await sql<{ tags: string[]; variables: string[] }>`
    with newest as materialized (
      select state from bot_sessions where bot_id = ${botId} order by last_at desc limit ${sessionsRead})
    select ${names("tags", sql`one #>> '{}'`)} as tags,
      ${names("variables", sql`one ->> 'name'`)} as variables`.execute(db);
  return rows[0] ?? { tags: [], variables: [] };
}
