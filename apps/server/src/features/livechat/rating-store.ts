import { ratingRequestDays } from "@kakehashi/contract/bot-ratings";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/**
 * SQL condition: a person wrote to the visitor in the round `r`, which lasts from the request for a person until the
 * talk is closed. The visitor can rate only such a round.
 */
const isAnsweredCondition = sql`exists (
  select from messages m join livechats l on l.conversation_id = r.conversation_id join bots b on b.id = r.bot_id
  where m.conversation_id = r.conversation_id and m.parent_id is null and not m.is_note
    and m.number > r.first_number
    and m.user_id <> l.visitor_id and m.user_id is distinct from b.user_id and m.created_at <= r.closed_at)`;

/**
 * Returns the number of the round that the visitor is asked to rate. A round lasts from the request for a person until
 * the talk is closed. Null if the visitor is not asked.
 */
export async function findRoundNumberToRate(db: Executor, conversationId: string): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    select r.number from livechat_rounds r join bots b on b.id = r.bot_id
    where r.conversation_id = ${conversationId} and b.asks_rating and r.rating is null
      and r.closed_at > now() - make_interval(days => ${ratingRequestDays}) and ${isAnsweredCondition}
      and not exists (select from livechat_rounds n where n.conversation_id = r.conversation_id and n.number > r.number)`.execute(
    db,
  );
  return rows[0]?.number ?? null;
}

/**
 * Returns the visitor's rating of a round, which lasts from the request for a person until the talk is closed.
 * Undefined if the round cannot be rated, because it is still open or nobody answered in it.
 */
export async function findRating(
  db: Executor,
  conversationId: string,
  round: number,
): Promise<{ rating: number | null; comment: string | null } | undefined> {
  const { rows } = await sql<{ rating: number | null; comment: string | null }>`
    select r.rating, r.rating_comment as comment from livechat_rounds r
    where r.conversation_id = ${conversationId} and r.number = ${round} and r.closed_at is not null
      and ${isAnsweredCondition}`.execute(db);
  return rows[0];
}

export async function updateRating(
  tx: Executor,
  conversationId: string,
  { round, rating, comment }: { round: number; rating: number; comment: string | null },
): Promise<void> {
  await sql`
    update livechat_rounds set rating = ${rating}, rating_comment = ${comment}, rated_at = coalesce(rated_at, now())
    where conversation_id = ${conversationId} and number = ${round}`.execute(tx);
}
