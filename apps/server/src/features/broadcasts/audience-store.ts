import type { ForeseenBroadcastSkipReason } from "@kakehashi/contract/bot-broadcast-reasons";
import { type BroadcastAudience, maximumAudienceChoices } from "@kakehashi/contract/bot-broadcasts";
import { maximumListedChannelPages } from "@kakehashi/contract/channel-pages";
import type { ChannelPageState, OutsidePlatform } from "@kakehashi/contract/channel-states";
import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";

/**
 * The form for a new broadcast suggests the tags and variables of at most this many sessions, those that were used
 * last.
 */
const maximumSessionsRead = 10_000;

const createTagCondition = (tag: string) => sql`s.state -> 'tags' @> ${toJson([tag])}::jsonb`;
const createVariableCondition = ({ name, value }: { name: string; value: string | null }) =>
  sql`s.state -> 'variables' @> ${toJson([value === null ? { name } : { name, value }])}::jsonb`;

/**
 * SQL that joins each visitor's session `s` with its bot `b`, its person `c` and page `p` on a chat platform, and the
 * visitor's open talk `l`. `c` and `p` are null on the web, and for a session that a newer session has replaced. `l` is
 * null if no talk is open.
 */
export const visitorSessionTables = sql`
  bot_sessions s join bots b on b.id = s.bot_id
  left join channel_people c on c.session_id = s.id
  left join channel_pages p on p.id = c.page_id
  left join livechats l on l.conversation_id = s.conversation_id and l.state <> 'CLOSED'`;

/** Returns an SQL condition that selects the audience of a broadcast from `visitorSessionTables`. */
export function createAudienceCondition(
  botId: string,
  { platform, page_id, tag, language, seen_days, variable }: BroadcastAudience,
): RawBuilder<unknown> {
  // Select only the session that each visitor sees now. A web visitor who started again has left their earlier
  // sessions. For a person on a chat platform, the table `channel_people` names the current session.
  const presentSessionCondition = sql`
    case when s.platform = 'WEB' then 'WEB' = any(b.platforms) and not s.is_left else c.id is not null end`;
  const sqlConditions = [sql`s.bot_id = ${botId}`, presentSessionCondition];
  if (platform !== null) sqlConditions.push(sql`s.platform = ${platform}`);
  if (page_id !== null) sqlConditions.push(sql`c.page_id = ${page_id}`);
  if (tag !== null) sqlConditions.push(createTagCondition(tag.trim()));
  if (language !== null) sqlConditions.push(sql`s.state ->> 'language' = ${language}`);
  if (seen_days !== null) sqlConditions.push(sql`s.seen_at >= now() - make_interval(days => ${seen_days})`);
  if (variable !== null) sqlConditions.push(createVariableCondition(variable));
  return sql.join(sqlConditions, sql` and `);
}

/**
 * For each platform, how long after a person's last act a bot may write to that person, in milliseconds. On platforms
 * that are not in the map, bots may not write at all.
 */
export type ReplyWindowMsByPlatform = ReadonlyMap<OutsidePlatform, number>;

/**
 * Returns an SQL expression over `visitorSessionTables`: the reason why a session gets no broadcast now. The expression
 * is null if the session gets the broadcast.
 */
function createLeftOutReasonSql(replyWindowMs: ReplyWindowMsByPlatform): RawBuilder<unknown> {
  const windowCases = [...replyWindowMs].map(
    ([platform, ms]) => sql`when s.platform = ${platform} then make_interval(secs => ${ms / 1_000})`,
  );
  const replyWindowExpression =
    windowCases.length === 0 ? sql`null::interval` : sql`case ${sql.join(windowCases, sql` `)} end`;
  return sql`case
    when s.platform <> 'WEB' then case
      when p.id is null or p.bot_id <> s.bot_id or p.state = 'DISCONNECTED' or ${replyWindowExpression} is null then 'PAGE_DISCONNECTED'
      when p.state = 'BROKEN' then 'PAGE_BROKEN'
      when p.state = 'PAUSED' then 'PAGE_PAUSED'
      when c.is_blocked then 'BLOCKED'
      when not c.is_following then 'NOT_FOLLOWING'
      when c.last_act_at is null or c.last_act_at + ${replyWindowExpression} <= now()
        or c.last_act_at = c.closed_to_bots_act_at or c.last_act_at = c.closed_act_at then 'WINDOW'
      when l.conversation_id is not null then 'TALKING' end
    when l.conversation_id is not null then 'TALKING' end`;
}

/**
 * An SQL order for linked people, who are the same human. The person who acted last comes first. The broadcast is sent
 * to this person only.
 */
const newestActivityFirstSql = sql`last_act_at desc, person_id desc`;

export interface AudienceCount {
  readonly count: number;
  readonly reachable: number;
  readonly left_out: { platform: BotPlatform; reason: ForeseenBroadcastSkipReason; count: number }[];
}

/** Counts the visitors in a broadcast's audience, those who would get it now, and those who would not, by reason. */
export async function countAudience(
  db: Executor,
  botId: string,
  audience: BroadcastAudience,
  replyWindowMs: ReplyWindowMsByPlatform,
): Promise<AudienceCount> {
  const { rows } = await sql<{
    platform: BotPlatform;
    reason: ForeseenBroadcastSkipReason | null;
    count: number;
  }>`
    select platform, case when place > 1 then 'LINKED' else reason end as reason, count(*)::int as count from (
      select platform, reason, case when reason is null and linked_id is not null
        then row_number() over (partition by linked_id, reason order by ${newestActivityFirstSql}) end as place
      from (
        select s.platform, ${createLeftOutReasonSql(replyWindowMs)} as reason, c.linked_id, c.last_act_at, c.id as person_id
        from ${visitorSessionTables} where ${createAudienceCondition(botId, audience)}) found) each
    group by 1, 2 order by 3 desc, 1, 2`.execute(db);
  const sumCounts = (rows: readonly { count: number }[]) =>
    rows.reduce((total, { count }) => total + count, 0);
  return {
    count: sumCounts(rows),
    reachable: sumCounts(rows.filter(({ reason }) => reason === null)),
    left_out: rows.flatMap(({ reason, ...row }) => (reason === null ? [] : [{ ...row, reason }])),
  };
}

interface RecipientKey {
  readonly broadcastId: string;
  readonly sessionId: string;
}

/**
 * Whether the human behind this session gets the broadcast on another page of a platform. This session then gets no
 * message. Either the other page has already sent the broadcast, or the human was last active there, and that page will
 * send it.
 */
async function isPersonReachedElsewhere(
  tx: Executor,
  { broadcastId, sessionId }: RecipientKey,
  replyWindowMs: ReplyWindowMsByPlatform,
): Promise<boolean> {
  const { rows } = await sql`
    with self as (
      select o.linked_id, o.last_act_at, o.id, r.due_at from channel_people o
      join bot_broadcast_recipients r on r.session_id = o.session_id and r.broadcast_id = ${broadcastId}
      where o.session_id = ${sessionId} and o.linked_id is not null)
    select from self join (${visitorSessionTables}) on c.linked_id = self.linked_id and c.id <> self.id
    join bot_broadcast_recipients r on r.session_id = s.id and r.broadcast_id = ${broadcastId}
    where r.result in ('SENT', 'QUEUED', 'LOST')
      or (r.result is null and r.due_at is not distinct from self.due_at
        and (c.last_act_at, c.id) > (self.last_act_at, self.id) and ${createLeftOutReasonSql(replyWindowMs)} is null)
    limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Returns why a recipient gets no broadcast now. Returns null if the recipient gets the broadcast. Returns undefined if
 * the session was deleted, was left by its visitor, or was replaced by a newer session.
 */
export async function findLeftOutReason(
  tx: Executor,
  recipientKey: RecipientKey,
  replyWindowMs: ReplyWindowMsByPlatform,
): Promise<ForeseenBroadcastSkipReason | null | undefined> {
  const { rows } = await sql<{ reason: ForeseenBroadcastSkipReason | null; is_linked: boolean }>`
    select ${createLeftOutReasonSql(replyWindowMs)} as reason, c.linked_id is not null as is_linked from ${visitorSessionTables}
    where s.id = ${recipientKey.sessionId} and case when s.platform = 'WEB' then not s.is_left else c.id is not null end`.execute(
    tx,
  );
  const [foundPerson] = rows;
  if (foundPerson?.reason !== null || !foundPerson.is_linked) return foundPerson?.reason;
  return (await isPersonReachedElsewhere(tx, recipientKey, replyWindowMs)) ? "LINKED" : null;
}

/**
 * Returns the different time zones of the visitors in an audience. An empty string stands for visitors whose time zone
 * is not known.
 */
export async function listAudienceTimeZones(
  db: Executor,
  botId: string,
  audience: BroadcastAudience,
): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`
    select distinct coalesce(s.time_zone, '') as zone from ${visitorSessionTables}
    where ${createAudienceCondition(botId, audience)}`.execute(db);
  return rows.map(({ zone }) => zone);
}

type AudiencePage = { id: string; platform: OutsidePlatform; name: string; state: ChannelPageState };

/** Returns the platform pages (such as Facebook pages) that belong to a bot, including disconnected pages. */
export async function listAudiencePages(db: Executor, botId: string): Promise<AudiencePage[]> {
  const { rows } = await sql<AudiencePage>`
    select id, platform, name, state from channel_pages where bot_id = ${botId}
    order by state = 'DISCONNECTED', platform, name, id limit ${maximumListedChannelPages}`.execute(db);
  return rows;
}

export async function doesAnyVisitorHaveTag(db: Executor, botId: string, tag: string): Promise<boolean> {
  const { rows } = await sql`
    select from bot_sessions s where s.bot_id = ${botId} and ${createTagCondition(tag.trim())} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Returns those of the names that no visitor of the bot has as a variable. */
export async function listVariablesNoVisitorHas(
  db: Executor,
  botId: string,
  names: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select unnest(${names}::text[]) as name except
    select one ->> 'name' from bot_sessions s, jsonb_array_elements(s.state -> 'variables') one
    where s.bot_id = ${botId}`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Returns what an editor can choose in the form for a broadcast: the bot's pages, the tags of its visitors, and the
 * names of their variables.
 */
export async function listAudienceChoices(
  db: Executor,
  botId: string,
): Promise<{ pages: AudiencePage[]; tags: string[]; variables: string[] }> {
  const createNamesQuery = (list: string, name: RawBuilder<unknown>) => sql`
    array(select distinct ${name} from newest, jsonb_array_elements(state -> ${sql.lit(list)}) one
      order by 1 limit ${maximumAudienceChoices})`;
  const { rows } = await sql<{ tags: string[]; variables: string[] }>`
    with newest as materialized (
      select state from bot_sessions where bot_id = ${botId} order by last_at desc limit ${maximumSessionsRead})
    select ${createNamesQuery("tags", sql`one #>> '{}'`)} as tags,
      ${createNamesQuery("variables", sql`one ->> 'name'`)} as variables`.execute(db);
  const pages = await listAudiencePages(db, botId);
  return { pages, ...(rows[0] ?? { tags: [], variables: [] }) };
}
