import { type BroadcastSkipReason, broadcastSkipReasons } from "@kakehashi/contract/bot-broadcast-reasons";
import type { BroadcastResultCounts } from "@kakehashi/contract/bot-broadcasts";
import { type BroadcastReceiptKind, broadcastReceiptKinds } from "@kakehashi/contract/bot-visitor-broadcasts";
import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { createAudienceCondition, visitorSessionTables } from "./audience-store.ts";
import type { BroadcastRowForSending } from "./sending-store.ts";

/** Maximum number of recipients that one statement deletes. */
const recipientsPerStep = 10_000;

/**
 * Stores the recipients of a broadcast in one statement, each with the moment at which they get the message.
 * `dueByTimeZone` has this moment for each time zone of the audience. Without it, all get the message at once. Returns
 * the number of recipients.
 */
export async function insertRecipients(
  tx: Executor,
  { id, bot_id, audience }: Pick<BroadcastRowForSending, "id" | "bot_id" | "audience">,
  dueByTimeZone: ReadonlyMap<string, Date> | null = null,
): Promise<number> {
  // A visitor's time zone may have changed since the zones were listed. A visitor in a zone that was not listed gets
  // the broadcast now, so that nobody is left out.
  const dueTimeInUnlistedZone = new Date();
  const dueTimesJoin =
    dueByTimeZone &&
    sql`left join unnest(${[...dueByTimeZone.keys()]}::text[], ${[...dueByTimeZone.values()]}::timestamptz[]) as due (zone, at)
      on due.zone = coalesce(s.time_zone, '')`;
  const { rows } = await sql<{ planned_count: number }>`
    with planned as (
      insert into bot_broadcast_recipients (broadcast_id, session_id, platform, page_id, language, due_at)
      select ${id}, s.id, s.platform, c.page_id, s.state ->> 'language', ${dueTimesJoin ? sql`coalesce(due.at, ${dueTimeInUnlistedZone}::timestamptz)` : sql`null::timestamptz`}
      from ${visitorSessionTables} ${dueTimesJoin ?? sql``}
      where ${createAudienceCondition(bot_id, audience)} order by s.id
      returning due_at)
    update bot_broadcasts set planned_count = (select count(*) from planned), started_at = now(),
      wave_at = (select min(due_at) from planned)
    where id = ${id} returning planned_count`.execute(tx);
  return rows[0]?.planned_count ?? 0;
}

/**
 * Returns the moment at which the next wave of recipients gets the broadcast. A wave is the group of recipients whose
 * clocks show the planned time at the same moment. Returns null if there is no later wave.
 */
export async function findNextWaveTime(
  db: Executor,
  { id, wave_at }: Pick<BroadcastRowForSending, "id" | "wave_at">,
): Promise<Date | null> {
  if (wave_at === null) return null;
  const { rows } = await sql<{ due_at: Date | null }>`
    select min(due_at) as due_at from bot_broadcast_recipients
    where broadcast_id = ${id} and due_at > ${wave_at}`.execute(db);
  return rows[0]?.due_at ?? null;
}

export interface BroadcastRecipient {
  readonly session_id: string;
  readonly platform: BotPlatform;
  /** The id of the page on the chat platform. Null for a visitor on the web. */
  readonly page_id: string | null;
}

/**
 * Returns the next recipients to whom the broadcast is sent, in the order of their session ids. If the broadcast goes
 * by the visitors' own clocks, returns only those who get it at `wave_at`.
 */
export async function listNextRecipients(
  db: Executor,
  { id, done_to, wave_at }: Pick<BroadcastRowForSending, "id" | "done_to" | "wave_at">,
  limit: number,
): Promise<BroadcastRecipient[]> {
  const afterLastHandledCondition = done_to === null ? sql`true` : sql`session_id > ${done_to}`;
  const inWaveCondition = wave_at === null ? sql`true` : sql`due_at = ${wave_at}`;
  const { rows } = await sql<BroadcastRecipient>`
    select session_id, platform, page_id from bot_broadcast_recipients
    where broadcast_id = ${id} and ${afterLastHandledCondition} and ${inWaveCondition} and result is null order by session_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Locks a recipient until the transaction ends. Returns false if the recipient already has a result. */
export async function lockRecipient(tx: Executor, id: string, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from bot_broadcast_recipients
    where broadcast_id = ${id} and session_id = ${sessionId} and result is null for update`.execute(tx);
  return rows.length > 0;
}

/** The broadcast's result for one recipient. QUEUED means that the message waits to be sent to its platform. */
export type RecipientResult = "SENT" | "QUEUED" | BroadcastSkipReason;

/** Stores the result for one recipient and adds it to the broadcast's counts. */
export async function setRecipientResult(
  tx: Executor,
  id: string,
  sessionId: string,
  result: RecipientResult,
): Promise<void> {
  await setRecipientResults(tx, id, [{ sessionId, result, at: new Date() }]);
}

/**
 * Stores results of recipients, and corrects the broadcast's counts of sent and skipped messages. Returns the ids of
 * the sessions whose message was sent although it counted as lost before.
 */
export async function setRecipientResults(
  tx: Executor,
  id: string,
  results: readonly { sessionId: string; result: RecipientResult; at: Date }[],
): Promise<string[]> {
  const { rows } = await sql<{ session_id: string }>`
    with changed as (
      update bot_broadcast_recipients r set result = told.result, result_at = told.at
      from unnest(${results.map(({ sessionId }) => sessionId)}::uuid[], ${results.map(({ result }) => result)}::text[],
          ${results.map(({ at }) => at)}::timestamptz[]) as told (session_id, result, at)
        join bot_broadcast_recipients before on before.broadcast_id = ${id} and before.session_id = told.session_id
      where r.broadcast_id = ${id} and r.session_id = told.session_id
      returning r.session_id, coalesce(before.result, 'QUEUED') as before, r.result as after),
    counted as (update bot_broadcasts set
      sent_count = sent_count + (
        select count(*) filter (where after = 'SENT') - count(*) filter (where before = 'SENT') from changed),
      skipped_count = skipped_count + (
        select count(*) filter (where after not in ('SENT', 'QUEUED'))
          - count(*) filter (where before not in ('SENT', 'QUEUED')) from changed)
    where id = ${id})
    select session_id from changed where before = 'LOST' and after = 'SENT'`.execute(tx);
  return rows.map(({ session_id }) => session_id);
}

/** Stores why nobody got a broadcast that has just ended. Does nothing if at least one recipient got it. */
export async function storeReasonsIfNobodyReached(tx: Executor, id: string): Promise<void> {
  await sql`
    update bot_broadcasts c set unreached = coalesce((
      select jsonb_agg(jsonb_build_object('reason', r.result, 'count', r.count) order by r.count desc, r.result)
      from (
        select result, count(*) as count from bot_broadcast_recipients
        where broadcast_id = c.id and result is not null group by result) r), '[]')
    where id = ${id} and sent_count = 0`.execute(tx);
}

/**
 * Deletes the result QUEUED of these recipients, because their messages were taken back before the platform sent them.
 */
export async function resetQueuedRecipients(
  tx: Executor,
  id: string,
  sessionIds: readonly string[],
): Promise<void> {
  await sql`
    update bot_broadcast_recipients set result = null, result_at = null
    where broadcast_id = ${id} and session_id = any(${sessionIds}::uuid[]) and result = 'QUEUED'`.execute(tx);
}

/** Whether messages of the broadcast wait to be sent to their platform. */
export async function hasQueuedMessages(tx: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from bot_broadcast_recipients where broadcast_id = ${id} and result = 'QUEUED' limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/**
 * Stores which broadcasts one visitor got, read or clicked. `number` is the number of the session's turn that contains
 * the broadcast. Times that are already stored do not change. Returns whether anything was new.
 */
export async function storeReadsAndClicks(
  db: Executor,
  sessionId: string,
  reactions: readonly { number: number; act: BroadcastReceiptKind }[],
): Promise<boolean> {
  const turnNumbers = reactions.map(({ number }) => number);
  const reactionRanks = reactions.map(({ act }) => broadcastReceiptKinds.indexOf(act));
  const { numAffectedRows } = await sql`
    update bot_broadcast_recipients r set
      delivered_at = coalesce(r.delivered_at, now()),
      read_at = case when told.rank >= 1 then coalesce(r.read_at, now()) else r.read_at end,
      clicked_at = case when told.rank >= 2 then coalesce(r.clicked_at, now()) else r.clicked_at end
    from (
      select (t.event ->> 'broadcast_id')::uuid as broadcast_id, max(given.rank) as rank
      from unnest(${turnNumbers}::int[], ${reactionRanks}::int[]) as given (number, rank)
      join bot_turns t on t.session_id = ${sessionId} and t.number = given.number
      where t.event ->> 'type' = 'broadcast' group by 1) told
    where r.broadcast_id = told.broadcast_id and r.session_id = ${sessionId}
      and (r.delivered_at is null or told.rank >= 1 and r.read_at is null
        or told.rank >= 2 and r.clicked_at is null)`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

const skippedCounts = sql.join(
  broadcastSkipReasons.map(
    (reason) => sql`${sql.lit(reason)}, count(*) filter (where r.result = ${sql.lit(reason)})`,
  ),
);

/**
 * Returns the results of a broadcast by platform and language. On platforms, delivered and read messages are counted in
 * the table of messages that were sent to the platform. Clicks are counted only on the web, because no platform reports
 * clicks on links.
 */
export async function listResultTotals(db: Executor, id: string): Promise<BroadcastResultCounts[]> {
  const { rows } = await sql<BroadcastResultCounts>`
    select r.platform, r.language, count(*)::int as planned, count(*) filter (where r.result = 'SENT')::int as sent,
      count(coalesce(r.delivered_at, o.delivered_at))::int as delivered,
      count(coalesce(r.read_at, o.read_at))::int as read,
      case when r.platform = 'WEB' then count(r.clicked_at)::int end as clicked,
      count(*) filter (where r.result = 'SENT' and s.seen_at > r.result_at)::int as answered,
      json_build_object(${skippedCounts}) as skipped
    from bot_broadcast_recipients r
    left join bot_sessions s on s.id = r.session_id
    left join channel_broadcasts o on r.platform <> 'WEB' and o.broadcast_id = r.broadcast_id
      and o.session_id = r.session_id
    where r.broadcast_id = ${id} group by r.platform, r.language
    order by r.platform = 'WEB' desc, r.platform, planned desc, r.language`.execute(db);
  return rows;
}

const deleteRecipientBatch = async (db: Executor, condition: ReturnType<typeof sql>): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    delete from bot_broadcast_recipients where (broadcast_id, session_id) in (
      select broadcast_id, session_id from bot_broadcast_recipients
      where ${condition} limit ${recipientsPerStep})`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
};

/** Deletes a limited number of a broadcast's recipients. Returns false if the broadcast had no recipients left. */
export const deleteSomeRecipients = (db: Executor, id: string): Promise<boolean> =>
  deleteRecipientBatch(db, sql`broadcast_id = ${id}`);

/**
 * Deletes a limited number of recipients of all broadcasts of a bot. Returns false if the broadcasts had no recipients
 * left.
 */
export const deleteSomeRecipientsOfBot = (db: Executor, botId: string): Promise<boolean> =>
  deleteRecipientBatch(db, sql`broadcast_id in (select id from bot_broadcasts where bot_id = ${botId})`);
