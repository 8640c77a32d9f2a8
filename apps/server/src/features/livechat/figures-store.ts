import { type LivechatFigures, maximumFigureAgents } from "@kakehashi/contract/bot-livechat-figures";
import { bestRating } from "@kakehashi/contract/bot-ratings";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { personJson } from "../users/service.ts";

export interface Period {
  readonly botId: string;
  /** The first and the last day, in `timeZone`. Both are included. */
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/**
 * Returns the seconds between two times, at least 0. `now()` is the time at which a transaction began, so an answer can
 * seem to be earlier than its question.
 */
const secondsFrom = (start: RawBuilder<unknown>, end: RawBuilder<unknown>) =>
  sql`case when ${end} < ${start} then 0 else extract(epoch from ${end} - ${start}) end`;

/**
 * The rounds of a bot that began in the period. `answered_by` is the person who wrote the first message to the visitor.
 * `first_answer` has the seconds until this message, for rounds that the visitor asked for.
 */
const rounds = (period: Period) => sql`
  rounds as materialized (
    select r.began_at at time zone ${period.timeZone} as local, r.agent_id, r.closed_at, r.rating, a.user_id as answered_by,
      case when r.is_asked then ${secondsFrom(sql`r.began_at`, sql`a.created_at`)} end as first_answer,
      ${secondsFrom(sql`r.began_at`, sql`r.closed_at`)} as resolution
    from livechat_rounds r
    join livechats l on l.conversation_id = r.conversation_id
    join bots b on b.id = r.bot_id
    left join lateral (
      select m.user_id, m.created_at from messages m
      where m.conversation_id = r.conversation_id and m.parent_id is null and m.number > r.first_number
        and m.user_id <> l.visitor_id and m.user_id is distinct from b.user_id
        and (r.closed_at is null or m.created_at <= r.closed_at)
      order by m.number limit 1) a on true
    where r.bot_id = ${period.botId} and r.began_at >= ${period.from}::timestamp at time zone ${period.timeZone}
      and r.began_at < (${period.to}::date + 1)::timestamp at time zone ${period.timeZone})`;

const seconds = (share: number, column: "first_answer" | "resolution") => sql`
  percentile_cont(${sql.lit(share)}) within group (order by ${sql.ref(column)})::float8`;
const times = sql`
  ${seconds(0.5, "first_answer")} as median_first_answer_seconds, ${seconds(0.95, "first_answer")} as p95_first_answer_seconds,
  ${seconds(0.5, "resolution")} as median_resolution_seconds, ${seconds(0.95, "resolution")} as p95_resolution_seconds,
  count(rating)::int as rated, avg(rating)::float8 as average_rating`;

const total = sql`
  select count(*)::int as talks, count(answered_by)::int as answered, count(closed_at)::int as closed, ${times}
  from rounds`;

const days = ({ from, to }: Period) => sql`
  select to_char(d.day, 'YYYY-MM-DD') as day, count(local)::int as talks, count(answered_by)::int as answered,
    count(closed_at)::int as closed, ${seconds(0.5, "first_answer")} as median_first_answer_seconds,
    ${seconds(0.5, "resolution")} as median_resolution_seconds
  from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as d(day)
  left join rounds on local >= d.day and local < d.day + interval '1 day'
  group by d.day order by d.day`;

const hours = sql`
  select h.hour, count(local)::int as talks
  from generate_series(0, 23) as h(hour) left join rounds on extract(hour from local) = h.hour
  group by h.hour order by h.hour`;

const ratings = sql`
  select s.rating, count(r.rating)::int as count
  from generate_series(1, ${sql.lit(bestRating)}) as s(rating) left join rounds r on r.rating = s.rating
  group by s.rating order by s.rating`;

/** The people who answered or closed talks. Those who answered the most come first. */
const agents = sql`
  with of_agents as (
    select answered_by as user_id, true as is_answer, false as is_end, first_answer, null as resolution, null::smallint as rating
    from rounds where answered_by is not null
    union all
    select agent_id, false, true, null, resolution, rating from rounds where closed_at is not null and agent_id is not null
  ), figures as (
    select user_id, (count(*) filter (where is_answer))::int as answered, (count(*) filter (where is_end))::int as closed,
      ${times}
    from of_agents group by user_id
  )
  select ${personJson} as user, f.answered, f.closed, f.median_first_answer_seconds, f.p95_first_answer_seconds,
    f.median_resolution_seconds, f.p95_resolution_seconds, f.rated, f.average_rating
  from figures f join users u on u.id = f.user_id
  order by f.answered desc, f.closed desc, u.id limit ${sql.lit(maximumFigureAgents)}`;

type Report = Pick<LivechatFigures, "total" | "days" | "hours" | "ratings" | "agents">;

/** Returns a subquery for all rows of a query, in their order. */
const listOf = (query: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(one), '[]') from (${query}) one)`;

/** Reads all figures in one query, because finding the rounds and their first answers is most of the work. */
export async function readFigures(db: Executor, period: Period): Promise<Report> {
  const { rows } = await sql<Report>`
    with ${rounds(period)}
    select (select to_json(one) from (${total}) one) as total, ${listOf(days(period))} as days, ${listOf(hours)} as hours,
      ${listOf(ratings)} as ratings, ${listOf(agents)} as agents`.execute(db);
  if (!rows[0]) throw new Error("A report without a row.");
  return rows[0];
}
