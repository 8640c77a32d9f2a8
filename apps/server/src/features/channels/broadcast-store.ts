import type { BroadcastSkipReason } from "@kakehashi/contract/bot-broadcast-reasons";
import type { ChannelProblemCode } from "@kakehashi/contract/channel-states";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

// The table `channel_broadcasts` stores the state of a broadcast's message to one person. The table `channel_sends`
// stores the platform API calls that send the message.

/** Maximum number of rows that one statement deletes. */
const rowsPerDelete = 10_000;

const skipReasonByError: Readonly<Record<ChannelProblemCode, BroadcastSkipReason>> = {
  TOKEN: "PAGE_BROKEN",
  WINDOW: "WINDOW",
  NOT_FOLLOWING: "NOT_FOLLOWING",
  QUOTA: "QUOTA",
  RATE: "UNREACHABLE",
  TOO_LONG: "TOO_LONG",
  REFUSED: "REFUSED",
  UNREACHABLE: "UNREACHABLE",
  LOST: "LOST",
};

interface BroadcastRecipientKey {
  readonly broadcast_id: string;
  readonly person_id: string;
}

/**
 * Stores that a broadcast's message to a person waits to be sent. If a `reason` is given, stores that the message is
 * not sent for this reason.
 */
export async function insertBroadcastMessage(
  tx: Executor,
  broadcastMessage: {
    broadcastId: string;
    personId: string;
    sessionId: string;
    pageId: string;
    reason: BroadcastSkipReason | null;
  },
): Promise<void> {
  const { broadcastId, personId, sessionId, pageId, reason } = broadcastMessage;
  await sql`
    insert into channel_broadcasts (broadcast_id, person_id, session_id, page_id, state, reason)
    values (${broadcastId}, ${personId}, ${sessionId}, ${pageId}, ${reason ? "FAILED" : "QUEUED"}, ${reason})`.execute(
    tx,
  );
}

/**
 * Locks the person of a session, so that the session cannot move to another person during the transaction.
 */
export async function lockPersonOfSession(tx: Executor, sessionId: string): Promise<void> {
  await sql`select from channel_people where session_id = ${sessionId} for no key update`.execute(tx);
}

/** Marks a broadcast's message to one person as sent if the platform has accepted all API calls that send it. */
export async function markBroadcastMessageIfAllSent(
  tx: Executor,
  { broadcast_id, person_id }: BroadcastRecipientKey,
): Promise<void> {
  await sql`
    update channel_broadcasts b set state = 'SENT', reason = null, is_told = false, changed_at = now()
    where b.broadcast_id = ${broadcast_id} and b.person_id = ${person_id}
      and (b.state = 'QUEUED' or b.reason = 'LOST') and not exists (
      select from channel_sends s
      where s.broadcast_id = b.broadcast_id and s.person_id = b.person_id and s.state <> 'SENT')`.execute(tx);
}

export async function markBroadcastMessageFailed(
  tx: Executor,
  { broadcast_id, person_id }: BroadcastRecipientKey,
  code: ChannelProblemCode,
): Promise<void> {
  await sql`
    update channel_broadcasts set state = 'FAILED', reason = ${skipReasonByError[code]}, is_told = false, changed_at = now()
    where broadcast_id = ${broadcast_id} and person_id = ${person_id} and state = 'QUEUED'`.execute(tx);
}

/**
 * Stores that broadcasts have reached a person or, with `isRead`, that the person has read them. `callCondition` is an
 * SQL condition. It selects the platform API calls `s` that sent these broadcasts. Times that are already stored do not
 * change. Returns whether anything was new.
 */
export async function markBroadcastsReceived(
  tx: Executor,
  personId: string,
  isRead: boolean,
  callCondition: RawBuilder<unknown>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update channel_broadcasts b set delivered_at = coalesce(delivered_at, now()),
      read_at = case when ${isRead} then now() end
    where b.person_id = ${personId} and b.state = 'SENT' and b.read_at is null
      and (${isRead} or b.delivered_at is null) and exists (
        select from channel_sends s
        where s.broadcast_id = b.broadcast_id and s.person_id = b.person_id and s.state = 'SENT' and ${callCondition})`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0) > 0;
}

/** An SQL condition: no part of the broadcast message `b` was sent or is being sent to the platform. */
export const nothingSentCondition = sql`b.state = 'QUEUED' and not exists (
  select from channel_sends o where o.broadcast_id = b.broadcast_id and o.person_id = b.person_id
    and o.state in ('SENDING', 'SENT'))`;

/**
 * Holds back the waiting messages of a paused broadcast. If the first part of a message was sent, its other parts are
 * sent too. An API call that runs now is held back only if the platform asks us to retry it later.
 */
export async function holdWaitingMessages(tx: Executor, broadcastId: string): Promise<void> {
  // This update waits until other processes have put their API calls back into the queue. Only then can the next update
  // find and hold back those calls.
  await sql`
    update channel_broadcasts b set is_held = true
    where b.broadcast_id = ${broadcastId} and b.state = 'QUEUED' and not exists (
      select from channel_sends o where o.broadcast_id = b.broadcast_id and o.person_id = b.person_id
        and o.state = 'SENT')`.execute(tx);
  await sql`
    update channel_sends s set state = 'HELD', changed_at = now()
    from channel_broadcasts b where b.broadcast_id = ${broadcastId} and ${nothingSentCondition}
      and s.broadcast_id = b.broadcast_id and s.person_id = b.person_id and s.state = 'QUEUED'`.execute(tx);
}

const createQueueHeldCallsQuery = (broadcastId: string) => sql`
  update channel_sends set state = 'QUEUED', try_at = now(), changed_at = now()
  where broadcast_id = ${broadcastId} and state = 'HELD'`;

/** Puts a broadcast's held-back messages into the queue again. */
export async function releaseHeldMessages(tx: Executor, broadcastId: string): Promise<void> {
  await sql`
    update channel_broadcasts set is_held = false where broadcast_id = ${broadcastId} and is_held`.execute(
    tx,
  );
  await createQueueHeldCallsQuery(broadcastId).execute(tx);
}

/**
 * Deletes the waiting messages of a broadcast, and returns the ids of their sessions. If the first part of a message
 * was sent, the message stays and its other parts are sent too.
 */
export async function deleteWaitingMessages(tx: Executor, broadcastId: string): Promise<string[]> {
  await holdWaitingMessages(tx, broadcastId);
  const { rows } = await sql<{ session_id: string }>`
    with gone as (
      delete from channel_sends s using channel_broadcasts b
      where b.broadcast_id = ${broadcastId} and ${nothingSentCondition}
        and s.broadcast_id = b.broadcast_id and s.person_id = b.person_id and s.state = 'HELD'
      returning s.person_id)
    delete from channel_broadcasts where broadcast_id = ${broadcastId} and state = 'QUEUED'
      and person_id in (select person_id from gone)
    returning session_id`.execute(tx);
  await createQueueHeldCallsQuery(broadcastId).execute(tx);
  return rows.map(({ session_id }) => session_id);
}

/** Returns the ids of the broadcasts that have a waiting message to this person. */
export async function listWaitingBroadcastIds(db: Executor, personId: string): Promise<string[]> {
  const { rows } = await sql<{ broadcast_id: string }>`
    select broadcast_id from channel_broadcasts where person_id = ${personId} and state = 'QUEUED'`.execute(
    db,
  );
  return rows.map(({ broadcast_id }) => broadcast_id);
}

/** Returns how many messages of a broadcast wait to be sent, by the id of the page that sends them. */
export async function countWaitingMessagesByPage(
  db: Executor,
  broadcastId: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ page_id: string; count: number }>`
    select page_id, count(*)::int as count from channel_broadcasts
    where broadcast_id = ${broadcastId} and state = 'QUEUED' group by page_id`.execute(db);
  return new Map(rows.map(({ page_id, count }) => [page_id, count]));
}

/** The result of a broadcast's message to one session, in the form that the feature `broadcasts` stores. */
export interface BroadcastMessageResult {
  readonly session_id: string;
  /** Why the message was not sent. Null if it was sent. */
  readonly reason: BroadcastSkipReason | null;
  readonly changed_at: Date;
}

/** Returns at most `limit` results of the broadcast's messages. Leaves out results that an earlier call returned. */
export async function takeNewResults(
  tx: Executor,
  broadcastId: string,
  limit: number,
): Promise<BroadcastMessageResult[]> {
  const { rows } = await sql<BroadcastMessageResult>`
    update channel_broadcasts b set is_told = true
    where b.broadcast_id = ${broadcastId} and b.person_id in (
      select person_id from channel_broadcasts
      where broadcast_id = ${broadcastId} and state <> 'QUEUED' and not is_told limit ${limit} for update)
    returning session_id, reason, changed_at`.execute(tx);
  return rows;
}

export async function hasNewResults(db: Executor, broadcastId: string): Promise<boolean> {
  const { rows } = await sql`
    select from channel_broadcasts
    where broadcast_id = ${broadcastId} and state <> 'QUEUED' and not is_told limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Deletes some rows of a broadcast from the table `channel_broadcasts`, with the API calls that are held back. Returns
 * false if there were none.
 */
export async function deleteSomeBroadcastRows(db: Executor, broadcastId: string): Promise<boolean> {
  // `numAffectedRows` is undefined for a statement that ends with a `select`.
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from channel_broadcasts where broadcast_id = ${broadcastId} and person_id in (
        select person_id from channel_broadcasts where broadcast_id = ${broadcastId} limit ${rowsPerDelete})
      returning person_id),
    unsent as (
      delete from channel_sends where broadcast_id = ${broadcastId} and state = 'HELD'
        and person_id in (select person_id from gone))
    select count(*)::int as count from gone`.execute(db);
  return (rows[0]?.count ?? 0) > 0;
}
