import { sessionDays } from "@kakehashi/contract/bot-visitors";
import type { BusinessHours } from "@kakehashi/contract/flows/file";
import type { Flow } from "@kakehashi/contract/flows/flow";
import type { Platform } from "@kakehashi/contract/flows/limits";
import type { FlowEffect, FlowEvent, FlowSession, SavePlace } from "@kakehashi/contract/flows/session";
import type { Language } from "@kakehashi/contract/languages";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";

export interface SessionRow {
  readonly id: string;
  readonly bot_id: string;
  readonly flow_id: string;
  readonly save_number: number;
  readonly state: FlowSession;
  readonly turn_count: number;
  readonly languages: Language[];
  readonly hours: BusinessHours | null;
  readonly is_archived: boolean;
}

export interface TurnRow {
  readonly number: number;
  readonly event: FlowEvent;
  readonly effects: FlowEffect[];
  readonly ran: SavePlace[];
  readonly created_at: Date;
}

/** The story that a new visitor of this platform begins with. Undefined where the bot does not answer there. */
export async function findStart(
  db: Executor,
  botId: string,
  platform: Platform,
): Promise<(SavePlace & { languages: Language[]; hours: BusinessHours | null }) | undefined> {
  const { rows } = await sql<SavePlace & { languages: Language[]; hours: BusinessHours | null }>`
    select f.id as flow_id, p.save_number, b.languages, b.hours from bots b
    join bot_flows f on f.id = b.start_flow_id and f.removed_at is null and f.is_enabled
    join bot_flow_publications p on p.flow_id = f.id and p.number = f.published_number
    where b.id = ${botId} and b.archived_at is null and ${platform} = any(b.platforms)`.execute(db);
  return rows[0];
}

/** The save that a jump to this story of the bot runs. */
export async function findTarget(
  db: Executor,
  botId: string,
  flowId: string,
): Promise<SavePlace | undefined> {
  const { rows } = await sql<SavePlace>`
    select f.id as flow_id, p.save_number from bot_flows f
    join bot_flow_publications p on p.flow_id = f.id and p.number = f.published_number
    where f.id = ${flowId} and f.bot_id = ${botId} and f.removed_at is null and f.is_enabled`.execute(db);
  return rows[0];
}

export async function findSavedFlow(
  db: Executor,
  { flow_id, save_number }: SavePlace,
): Promise<Flow | undefined> {
  const { rows } = await sql<{ flow: Flow }>`
    select flow from bot_flow_saves where flow_id = ${flow_id} and number = ${save_number}`.execute(db);
  return rows[0]?.flow;
}

export async function insertSession(
  tx: Executor,
  given: SavePlace & { id: string; botId: string; platform: Platform; tokenHash: Buffer; state: FlowSession },
): Promise<void> {
  const { id, botId, platform, tokenHash, flow_id, save_number, state } = given;
  await sql`
    insert into bot_sessions (id, bot_id, platform, token_hash, flow_id, save_number, state)
    values (${id}, ${botId}, ${platform}, ${tokenHash}, ${flow_id}, ${save_number},
      ${toJson(state)}::jsonb)`.execute(tx);
}

export async function findByToken(
  db: Executor,
  botId: string,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from bot_sessions where token_hash = ${tokenHash} and bot_id = ${botId}`.execute(db);
  return rows[0]?.id;
}

/** Locked, so that the turns of a session come one after the other. */
export async function lockSession(tx: Executor, id: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.id, s.bot_id, s.flow_id, s.save_number, s.state, s.turn_count, b.languages, b.hours,
      b.archived_at is not null as is_archived
    from bot_sessions s join bots b on b.id = s.bot_id where s.id = ${id} for update of s`.execute(tx);
  return rows[0];
}

export async function findTurn(
  db: Executor,
  sessionId: string,
  by: { clientId: string } | { number: number },
): Promise<TurnRow | undefined> {
  const isIt = "number" in by ? sql`number = ${by.number}` : sql`client_id = ${by.clientId}`;
  const { rows } = await sql<TurnRow>`
    select number, event, effects, ran, created_at from bot_turns
    where session_id = ${sessionId} and ${isIt}`.execute(db);
  return rows[0];
}

export async function countLastMinute(db: Executor, sessionId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select created_at from bot_turns where session_id = ${sessionId} order by number desc limit 100) t
    where created_at > now() - interval '1 minute'`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertTurn(
  tx: Executor,
  session: { id: string; place: SavePlace; state: FlowSession },
  turn: Omit<TurnRow, "created_at"> & { clientId: string | null },
): Promise<TurnRow> {
  const { number, event, effects, ran, clientId } = turn;
  const { rows } = await sql<TurnRow>`
    insert into bot_turns (session_id, number, client_id, event, effects, ran)
    values (${session.id}, ${number}, ${clientId}, ${toJson(event)}::jsonb, ${toJson(effects)}::jsonb,
      ${toJson(ran)}::jsonb)
    returning number, event, effects, ran, created_at`.execute(tx);
  await sql`
    update bot_sessions set state = ${toJson(session.state)}::jsonb, flow_id = ${session.place.flow_id},
      save_number = ${session.place.save_number}, turn_count = ${number}, last_at = now()
    where id = ${session.id}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("A turn was not stored.");
  return row;
}

export async function listTurns(
  db: Executor,
  sessionId: string,
  since: number,
  limit: number,
): Promise<TurnRow[]> {
  const { rows } = await sql<TurnRow>`
    select number, event, effects, ran, created_at from bot_turns
    where session_id = ${sessionId} and number > ${since} order by number limit ${limit}`.execute(db);
  return rows;
}

/** Deletes sessions that nobody has used for long, with their turns. */
export async function pruneSessions(db: Executor): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from bot_sessions where last_at < now() - make_interval(days => ${sessionDays})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
