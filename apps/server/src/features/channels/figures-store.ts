import { maximumAgentsInReport } from "@kakehashi/contract/bot-livechat-figures";
import type { ChannelFigures } from "@kakehashi/contract/channel-figures";
import { maximumListedChannelPages } from "@kakehashi/contract/channel-pages";
import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { roundFigures } from "../livechat/service.ts";
import { personJson } from "../users/service.ts";
import type { TalkReader } from "./talk-query.ts";

const {
  roundCountColumns: countColumns,
  createRoundsPerDayQuery: createDaysQuery,
  roundsPerHourQuery: hoursQuery,
  createPeriodCondition,
  createJsonRowsSql,
  createJsonRowSql,
  createRoundsCte: createRoundsTable,
  roundDurationSummaryColumns: durationColumns,
  roundsPerAgentQuery: agentWorkQuery,
} = roundFigures;

interface FiguresScope {
  readonly reader: TalkReader;
  readonly pageId: string | null;
  readonly platform: OutsidePlatform | null;
  readonly period: roundFigures.ReportPeriod;
}

/**
 * SQL common table expressions: `own_bots` are the bots that the reader works on (for an admin, all bots), `pages` are
 * the pages of these bots.
 */
const readableBotsAndPagesQuery = ({ reader: { userId, isAdmin }, pageId, platform }: FiguresScope) => sql`
  own_bots as materialized (
    select b.id, b.name from bots b where b.removed_at is null and (
      ${isAdmin} or b.id in (select w.bot_id from bot_people w where w.user_id = ${userId}))
  ), pages as materialized (
    select g.id, g.platform, g.name, g.state, g.bot_id, b.name as bot_name
    from channel_pages g join own_bots b on b.id = g.bot_id
    where ${pageId ? sql`g.id = ${pageId}` : sql`true`} and ${platform ? sql`g.platform = ${platform}` : sql`true`})`;

/**
 * An SQL condition for the rounds that the reader may see. A page may have belonged to another bot in the past. The
 * rounds of that time belong to that other bot, so they are left out unless the reader may see that bot too.
 */
const readableRoundsCondition = sql`
  r.bot_id in (select id from own_bots) and l.page_id in (select id from pages)`;

/**
 * Selects the failed messages that were written in the period. `user_id` is the person who wrote the message. It is
 * null for a bot's message, and if the session was deleted or belongs to the bot that had the page before.
 */
const selectFailures = ({ period }: FiguresScope) => sql`
  failures as materialized (
    select o.page_id, m.user_id, false as is_bot, d.error ->> 'code' as code
    from channel_deliveries d
    join channel_people o on o.id = d.person_id and o.page_id in (select id from pages)
    left join bot_sessions s on s.id = o.session_id and s.bot_id in (select id from own_bots)
    left join messages m on m.conversation_id = s.conversation_id and m.id = d.message_id
    where d.state = 'FAILED' and d.error is not null and ${createPeriodCondition(period, "d.created_at")}
    union all
    select s.page_id, null, true, s.error ->> 'code' from channel_sends s
    where s.page_id in (select id from pages) and s.message_id is null and s.state = 'FAILED'
      and ${createPeriodCondition(period, "s.created_at")})`;

const failureCountColumns = sql`
  count(*)::int as failed, (count(*) filter (where code = 'WINDOW'))::int as window_misses`;
const failuresGroupedBy = (column: "page_id" | "user_id") => sql`
  (select ${sql.ref(column)}, ${failureCountColumns} from failures group by ${sql.ref(column)})`;

const totalFiguresQuery = sql`select * from (select ${countColumns}, ${durationColumns} from rounds) r, (select ${failureCountColumns} from failures) f`;

const figuresOfPagesQuery = sql`
  select json_build_object('id', g.id, 'platform', g.platform, 'name', g.name, 'state', g.state) as page,
    json_build_object('id', g.bot_id, 'name', g.bot_name) as bot, ${countColumns}, ${durationColumns},
    coalesce(f.failed, 0) as failed, coalesce(f.window_misses, 0) as window_misses
  from pages g left join rounds r on r.page_id = g.id left join ${failuresGroupedBy("page_id")} f on f.page_id = g.id
  group by g.id, g.platform, g.name, g.state, g.bot_id, g.bot_name, f.failed, f.window_misses
  order by talks desc, failed desc, g.name, g.id limit ${sql.lit(maximumListedChannelPages)}`;

/**
 * An SQL query for the people who answered or closed conversations, or whose messages failed. People with the most
 * answers come first.
 */
const figuresOfAgentsQuery = sql`
  select ${personJson} as user, coalesce(w.answered, 0) as answered, coalesce(w.closed, 0) as closed,
    w.median_first_answer_seconds, w.p95_first_answer_seconds, w.median_resolution_seconds,
    w.p95_resolution_seconds, coalesce(f.failed, 0) as failed, coalesce(f.window_misses, 0) as window_misses
  from (${agentWorkQuery}) w
  full join (select * from ${failuresGroupedBy("user_id")} f where user_id is not null) f using (user_id)
  join users u on u.id = user_id
  order by answered desc, closed desc, failed desc, u.id limit ${sql.lit(maximumAgentsInReport)}`;

const failuresByReasonQuery = sql`
  select code, (count(*) filter (where not is_bot))::int as people, (count(*) filter (where is_bot))::int as bots
  from failures group by code order by count(*) desc, code`;

type FiguresReport = Pick<ChannelFigures, "total" | "days" | "hours" | "pages" | "agents" | "failures">;

/**
 * Reads the whole report in one query. Separate queries would each have to find the rounds of talks and their first
 * answers, which is most of the work.
 */
export async function readFigures(db: Executor, figuresScope: FiguresScope): Promise<FiguresReport> {
  const { period } = figuresScope;
  const queryByField: Record<keyof FiguresReport, RawBuilder<unknown>> = {
    total: createJsonRowSql(totalFiguresQuery),
    days: createJsonRowsSql(createDaysQuery(period)),
    hours: createJsonRowsSql(hoursQuery),
    pages: createJsonRowsSql(figuresOfPagesQuery),
    agents: createJsonRowsSql(figuresOfAgentsQuery),
    failures: createJsonRowsSql(failuresByReasonQuery),
  };
  const columns = Object.entries(queryByField).map(
    ([name, columnQuery]) => sql`${columnQuery} as ${sql.ref(name)}`,
  );
  const { rows } = await sql<FiguresReport>`
    with ${readableBotsAndPagesQuery(figuresScope)}, ${createRoundsTable(period, readableRoundsCondition)}, ${selectFailures(figuresScope)}
    select ${sql.join(columns)}`.execute(db);
  if (!rows[0]) throw new Error("A report without a row.");
  return rows[0];
}
