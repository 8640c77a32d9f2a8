import { type LivechatFigures, maximumAgentsInReport } from "@kakehashi/contract/bot-livechat-figures";
import { bestRating } from "@kakehashi/contract/bot-ratings";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { personJson } from "../users/service.ts";
import {
  createJsonRowSql,
  createJsonRowsSql,
  createRoundsCte,
  createRoundsPerDayQuery,
  type ReportPeriod,
  roundCountColumns,
  roundDurationSummaryColumns,
  roundRatingSummaryColumns,
  roundsPerAgentQuery,
  roundsPerHourQuery,
} from "./round-figures.ts";

const totalsQuery = sql`select ${roundCountColumns}, ${roundDurationSummaryColumns}, ${roundRatingSummaryColumns} from rounds`;

const ratingsQuery = sql`
  select s.rating, count(r.rating)::int as count
  from generate_series(1, ${sql.lit(bestRating)}) as s(rating) left join rounds r on r.rating = s.rating
  group by s.rating order by s.rating`;

/** SQL for the people who answered or closed talks. The person with the most answered talks comes first. */
const agentsQuery = sql`
  select ${personJson} as user, f.answered, f.closed, f.median_first_answer_seconds, f.p95_first_answer_seconds,
    f.median_resolution_seconds, f.p95_resolution_seconds, f.rated, f.average_rating
  from (${roundsPerAgentQuery}) f join users u on u.id = f.user_id
  order by f.answered desc, f.closed desc, u.id limit ${sql.lit(maximumAgentsInReport)}`;

type TalkReport = Pick<LivechatFigures, "total" | "days" | "hours" | "ratings" | "agents">;

/**
 * Reads all statistics of a report in one query, because all of them need the rounds of the talks and the first answer
 * in each round, which take most of the time to find.
 */
export async function readFigures(db: Executor, botId: string, period: ReportPeriod): Promise<TalkReport> {
  const { rows } = await sql<TalkReport>`
    with ${createRoundsCte(period, sql`r.bot_id = ${botId}`)}
    select ${createJsonRowSql(totalsQuery)} as total, ${createJsonRowsSql(createRoundsPerDayQuery(period))} as days, ${createJsonRowsSql(roundsPerHourQuery)} as hours,
      ${createJsonRowsSql(ratingsQuery)} as ratings, ${createJsonRowsSql(agentsQuery)} as agents`.execute(db);
  if (!rows[0]) throw new Error("A report without a row.");
  return rows[0];
}
