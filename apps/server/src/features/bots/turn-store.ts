import type { BroadcastUnsentReason } from "@kakehashi/contract/bot-broadcast-reasons";
import type { FlowEffect } from "@kakehashi/contract/flows/effects";
import type { TurnEvent } from "@kakehashi/contract/flows/events";
import type { FlowSession, SavedFlowReference } from "@kakehashi/contract/flows/session";
import { type RawBuilder, sql } from "kysely";
import { type Executor, executePrepared } from "../../kit/db/database.ts";
import { rowsWithinBytes } from "../../kit/db/fitting.ts";
import { toJson } from "../../kit/db/json.ts";

export interface TurnRow {
  readonly number: number;
  /** The `client_id` of the visitor's message. Null for other events. */
  readonly client_id: string | null;
  readonly event: TurnEvent;
  readonly effects: FlowEffect[];
  /**
   * The saved versions of stories that the turn ran: first the session's own story, then one for each story that a jump
   * or a phrase started.
   */
  readonly ran: SavedFlowReference[];
  readonly created_at: Date;
}

const turnColumns = sql`number, client_id, event, effects, ran, created_at`;

export async function findTurn(
  db: Executor,
  sessionId: string,
  by: { clientId: string } | { number: number },
): Promise<TurnRow | undefined> {
  const rowCondition = "number" in by ? sql`number = ${by.number}` : sql`client_id = ${by.clientId}`;
  const { rows } = await sql<TurnRow>`
    select ${turnColumns} from bot_turns where session_id = ${sessionId} and ${rowCondition}`.execute(db);
  return rows[0];
}

/** Returns the turn (an event and the bot's reaction) that started the timer or request with this token. */
export async function findTurnByEffectToken(
  db: Executor,
  sessionId: string,
  token: number,
): Promise<TurnRow | undefined> {
  const { rows } = await sql<TurnRow>`
    select ${turnColumns} from bot_turns
    where session_id = ${sessionId} and effects @> ${toJson([{ token }])}::jsonb
    order by number desc limit 1`.execute(db);
  return rows[0];
}

/** SQL that counts the events of a session in the last minute, up to 100. */
const createLastMinuteCountQuery = (sessionId: string) => sql`
    (select count(*)::int from (
      select created_at from bot_turns where session_id = ${sessionId} order by number desc limit 100) newest
    where created_at > now() - interval '1 minute')`;

export async function countTurnsInLastMinute(db: Executor, sessionId: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select ${createLastMinuteCountQuery(sessionId)} as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Returns the turn of a visitor's message if it is stored already, and the number of turns in the last minute. One
 * statement reads both, because every message needs both.
 */
export async function findRepeatedTurnAndRecentCount(
  db: Executor,
  sessionId: string,
  clientId: string,
): Promise<{ repeatedTurn: TurnRow | undefined; lastMinuteCount: number }> {
  const statement = sql<TurnRow & { last_minute: number }>`
    select ${createLastMinuteCountQuery(sessionId)} as last_minute, ${turnColumns}
    from (select) one left join bot_turns on session_id = ${sessionId} and client_id = ${clientId}`;
  const [row] = (await executePrepared(db, statement)).rows;
  if (!row) throw new Error("The count of turns has no row.");
  const { last_minute, ...turn } = row;
  return { repeatedTurn: turn.number === null ? undefined : turn, lastMinuteCount: last_minute };
}

/**
 * Returns the number of a session's turns (events and the bot's reactions) since the visitor's last message. Broadcasts
 * do not count.
 */
export async function countTurnsSinceVisitor(db: Executor, sessionId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bot_turns
    where session_id = ${sessionId} and event->>'type' <> 'broadcast' and number > coalesce(
      (select number from bot_turns where session_id = ${sessionId} and client_id is not null
        order by number desc limit 1), 0)`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Stores a turn (an event and the bot's reaction) and the session's state after it, in one statement. */
export async function insertTurn(
  tx: Executor,
  session: { id: string; save: SavedFlowReference | null; state: FlowSession },
  turn: Omit<TurnRow, "created_at">,
): Promise<TurnRow> {
  const { number, ran, client_id: clientId } = turn;
  const [event, effects] = [toJson(turn.event), toJson(turn.effects)];
  const statement = sql<TurnRow>`
    with session as (
      update bot_sessions set state = ${toJson(session.state)}::jsonb, flow_id = ${session.save?.flow_id ?? null},
        save_number = ${session.save?.save_number ?? null}, turn_count = ${number},
        last_at = case when ${turn.event.type === "broadcast"} then last_at else now() end,
        seen_at = case when ${turn.event.type === "message"} then now() else seen_at end,
        turn_bytes = turn_bytes + ${Buffer.byteLength(event) + Buffer.byteLength(effects)}
      where id = ${session.id})
    insert into bot_turns (session_id, number, client_id, event, effects, ran)
    values (${session.id}, ${number}, ${clientId}, ${event}::jsonb, ${effects}::jsonb, ${toJson(ran)}::jsonb)
    returning ${turnColumns}`;
  const [row] = (await executePrepared(tx, statement)).rows;
  if (!row) throw new Error("A turn was not stored.");
  return row;
}

/**
 * Returns at most `limit` turns (events and the bot's reactions) after number `sinceTurnNumber`, oldest first. If there are more,
 * `order` decides whether the oldest or the newest of them are returned.
 */
const listTurnsInOrder =
  (order: RawBuilder<unknown>) =>
  async (db: Executor, sessionId: string, sinceTurnNumber: number, limit: number): Promise<TurnRow[]> => {
    const page = sql`
      select number, pg_column_size(event) + octet_length(effects::text) as bytes from bot_turns
      where session_id = ${sessionId} and number > ${sinceTurnNumber} order by ${order} limit ${limit}`;
    const { rows } = await sql<TurnRow>`
      select ${turnColumns} from bot_turns
      where session_id = ${sessionId} and number in (select number from ${rowsWithinBytes(page, order)} fitting)
      order by number`.execute(db);
    return rows;
  };

/** Returns the first turns of a session after number `sinceTurnNumber`, as many as fit into one list. */
export const listTurns = listTurnsInOrder(sql`number`);

/** Returns the newest turns of a session after number `sinceTurnNumber`, as many as fit into one list. */
export const listNewestTurns = listTurnsInOrder(sql`number desc`);

/**
 * Stores why the message of a broadcast was not sent in these sessions. A null reason means that the message was sent
 * after all. A session contains the same broadcast at most once.
 */
export async function setUnsentReasons(
  tx: Executor,
  broadcastId: string,
  unsentReasons: readonly { readonly sessionId: string; readonly reason: BroadcastUnsentReason | null }[],
): Promise<void> {
  if (unsentReasons.length === 0) return;
  await sql`
    update bot_turns t set event = case when told.reason is null then t.event - 'unsent'
      else t.event || jsonb_build_object('unsent', told.reason) end
    from unnest(${unsentReasons.map(({ sessionId }) => sessionId)}::uuid[], ${unsentReasons.map(({ reason }) => reason)}::text[])
      as told (session_id, reason)
    where t.session_id = told.session_id and t.event ->> 'type' = 'broadcast'
      and t.event ->> 'broadcast_id' = ${broadcastId}
      and t.event ->> 'unsent' is distinct from told.reason`.execute(tx);
}
