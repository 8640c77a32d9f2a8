import { type RawBuilder, sql } from "kysely";
import { firstAnswerQuery } from "./round-store.ts";

/** The first and the last day of a report. The report includes both days. */
export interface ReportPeriod {
  /** The first day of a report, as `YYYY-MM-DD` in the time zone `timeZone`. */
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/**
 * PostgreSQL reads a text such as `+09:00` as an offset with the opposite sign. So the query passes an offset as an
 * interval.
 */
const createTimeZoneSql = ({ timeZone }: ReportPeriod) =>
  /^[+-]/.test(timeZone) ? sql`${timeZone}::interval` : sql`${timeZone}::text`;

/** SQL condition: the time in this column is within the report's period. */
export const createPeriodCondition = (period: ReportPeriod, column: string) => sql`(
  ${sql.ref(column)} >= ${period.from}::timestamp at time zone ${createTimeZoneSql(period)}
  and ${sql.ref(column)} < (${period.to}::date + 1)::timestamp at time zone ${createTimeZoneSql(period)})`;

/**
 * An SQL expression for the seconds between two times, at least 0. Without this minimum the result could be negative:
 * `now()` is the start of a transaction, so an answer's stored time can be earlier than its question's.
 */
const createSecondsBetweenSql = (start: RawBuilder<unknown>, end: RawBuilder<unknown>) =>
  sql`case when ${end} < ${start} then 0 else extract(epoch from ${end} - ${start}) end`;

/**
 * SQL for a `with` clause: the table `rounds` contains the rounds of the report. A round lasts from a request for a
 * person until the talk is closed. The column `answered_by` is the person who answered first. `first_answer` is the
 * number of seconds until that answer, or null if the visitor did not ask for a person. In `condition`, `r` is the
 * round and `l` its talk.
 */
export const createRoundsCte = (period: ReportPeriod, condition: RawBuilder<unknown>) => sql`
  rounds as materialized (
    select r.began_at at time zone ${createTimeZoneSql(period)} as local, l.page_id, r.agent_id, r.closed_at, r.rating,
      coalesce(r.answered_by, a.user_id) as answered_by,
      case when r.is_asked then ${createSecondsBetweenSql(sql`r.began_at`, sql`coalesce(r.answered_at, a.created_at)`)}
        end as first_answer,
      ${createSecondsBetweenSql(sql`r.began_at`, sql`r.closed_at`)} as resolution
    from livechat_rounds r
    join livechats l on l.conversation_id = r.conversation_id
    join bots b on b.id = r.bot_id
    -- Rounds that are over know who answered first.
    left join lateral (select * from (${firstAnswerQuery}) one where r.closed_at is null) a on true
    where ${condition} and ${createPeriodCondition(period, "r.began_at")})`;

const createPercentileColumn = (percentile: number, column: "first_answer" | "resolution") => sql`
  percentile_cont(${sql.lit(percentile)}) within group (order by ${sql.ref(column)})::float8`;
const medianSecondsColumns = sql`
  ${createPercentileColumn(0.5, "first_answer")} as median_first_answer_seconds, ${createPercentileColumn(0.5, "resolution")} as median_resolution_seconds`;

/** SQL columns that count rows of the table `rounds`: all rounds, the answered ones and the closed ones. */
export const roundCountColumns = sql`
  count(local)::int as talks, count(answered_by)::int as answered, count(closed_at)::int as closed`;
export const roundDurationSummaryColumns = sql`
  ${medianSecondsColumns}, ${createPercentileColumn(0.95, "first_answer")} as p95_first_answer_seconds,
  ${createPercentileColumn(0.95, "resolution")} as p95_resolution_seconds`;
export const roundRatingSummaryColumns = sql`count(rating)::int as rated, avg(rating)::float8 as average_rating`;

/** SQL that counts rounds for each day of the period. A round counts for the day on which it began. */
export const createRoundsPerDayQuery = ({ from, to }: ReportPeriod) => sql`
  select to_char(d.day, 'YYYY-MM-DD') as day, ${roundCountColumns}, ${medianSecondsColumns}
  from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as d(day)
  left join rounds on local >= d.day and local < d.day + interval '1 day'
  group by d.day order by d.day`;

/** SQL that counts rounds for each hour of the day. A round counts for the hour in which it began. */
export const roundsPerHourQuery = sql`
  select h.hour, count(local)::int as talks
  from generate_series(0, 23) as h(hour) left join rounds on extract(hour from local) = h.hour
  group by h.hour order by h.hour`;

/**
 * SQL for the numbers of each agent (`user_id`): the rounds that the agent answered first, and the rounds that ended
 * while the person was the talk's agent.
 */
export const roundsPerAgentQuery = sql`
  select user_id, (count(*) filter (where is_answer))::int as answered, (count(*) filter (where is_end))::int as closed,
    ${roundDurationSummaryColumns}, ${roundRatingSummaryColumns}
  from (
    select answered_by as user_id, true as is_answer, false as is_end, first_answer, null as resolution,
      null::smallint as rating
    from rounds where answered_by is not null
    union all
    select agent_id, false, true, null, resolution, rating from rounds
    where closed_at is not null and agent_id is not null) work
  group by user_id`;

/** Returns an SQL subquery that gives the only row of a query as JSON. */
export const createJsonRowSql = (query: RawBuilder<unknown>) =>
  sql`(select to_json(one) from (${query}) one)`;
/** Returns an SQL subquery that gives all rows of a query as a JSON array, in their order. */
export const createJsonRowsSql = (query: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(one), '[]') from (${query}) one)`;
