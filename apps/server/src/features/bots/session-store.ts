import { maximumBytesPerBotSession, maximumTurnsPerBotSession } from "@kakehashi/contract/bot-visitors";
import type { BusinessHours } from "@kakehashi/contract/flows/file";
import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import type { FlowSession, SavedFlowReference } from "@kakehashi/contract/flows/session";
import type { Language } from "@kakehashi/contract/languages";
import { sql } from "kysely";
import { type Executor, executePrepared } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import { visitorNameSql } from "./told-name.ts";

export interface SessionRow {
  readonly id: string;
  readonly bot_id: string;
  /**
   * The story that the session runs. Null if no story runs: none has begun yet, or the bot had none, so that people
   * answer.
   */
  readonly flow_id: string | null;
  readonly save_number: number | null;
  readonly state: FlowSession;
  readonly turn_count: number;
  /** The bytes that all messages and other events of the session take. */
  readonly turn_bytes: number;
  readonly languages: Language[];
  readonly hours: BusinessHours | null;
  readonly is_archived: boolean;
  readonly platform: BotPlatform;
  /** The conversation between the visitor and the people who answer. Null until the first hand-over to people. */
  readonly conversation_id: string | null;
  /** True while people answer the visitor. The bot's story waits then. */
  readonly is_paused: boolean;
  /** The page (account) on an outside platform to which the visitor writes. Null for visitors on the web. */
  readonly page_id: string | null;
  /**
   * The visitor's name on the outside platform. For a web visitor who started again, the name that they told the bot
   * before.
   */
  readonly visitor_name: string | null;
  /** The first session of the same visitor, if this session began because the visitor started again. */
  readonly first_session_id: string | null;
  /** The visitor's time zone. Null if it is unknown. */
  readonly time_zone: string | null;
  /** When the session was last used. Broadcasts do not count. */
  readonly last_at: Date;
  /** The id of the person who created the bot. */
  readonly maker_id: string;
}

/** The columns of a session that say at which block of which story the session is. */
export type StoryPosition = Pick<
  SessionRow,
  "id" | "flow_id" | "save_number" | "state" | "languages" | "hours"
>;

/** Returns the saved version of a story that a session runs. Null if the session runs no story. */
export const toSavedFlowReference = ({
  flow_id,
  save_number,
}: Pick<SessionRow, "flow_id" | "save_number">): SavedFlowReference | null =>
  flow_id === null || save_number === null ? null : { flow_id, save_number };

/** Whether the session has reached its size limits, so that it can store no further messages. */
export const isSessionFull = ({
  turn_count,
  turn_bytes,
}: Pick<SessionRow, "turn_count" | "turn_bytes">): boolean =>
  turn_count >= maximumTurnsPerBotSession || turn_bytes >= maximumBytesPerBotSession;

/** Returns which of the sessions with these ids have a conversation with people. */
export async function listSessionIdsWithTalk(db: Executor, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bot_sessions where id = any(${ids}::uuid[]) and conversation_id is not null`.execute(db);
  return rows.map(({ id }) => id);
}

export async function insertSession(
  tx: Executor,
  newSession: {
    id: string;
    save: SavedFlowReference | null;
    botId: string;
    platform: BotPlatform;
    tokenHash: Buffer;
    state: FlowSession;
    timeZone: string | null;
    pageId?: string;
    visitorName?: string | null;
    firstSessionId?: string | null;
    /**
     * Whether the session took over the state of an earlier session. Then its state cannot be computed from its own
     * turns (events and reactions) alone.
     */
    isContinued?: boolean;
  },
): Promise<void> {
  const {
    id,
    save,
    botId,
    platform,
    tokenHash,
    state,
    timeZone,
    pageId = null,
    isContinued = false,
  } = newSession;
  const { visitorName = null, firstSessionId = null } = newSession;
  await sql`
    insert into bot_sessions (id, bot_id, platform, page_id, token_hash, flow_id, save_number, state, began_with, time_zone,
      visitor_name, first_session_id)
    values (${id}, ${botId}, ${platform}, ${pageId}, ${tokenHash}, ${save?.flow_id ?? null}, ${save?.save_number ?? null},
      ${toJson(state)}::jsonb, ${isContinued ? toJson(state) : null}::jsonb, ${timeZone},
      ${visitorName}, ${firstSessionId})`.execute(tx);
}

/**
 * Marks a session as left, because its visitor starts again in a new session. Returns the id of the visitor's first
 * session and the visitor's name, if known. Returns undefined if there is no session with this token.
 */
export async function markSessionLeft(
  tx: Executor,
  botId: string,
  tokenHash: Buffer,
): Promise<{ first_session_id: string; visitor_name: string | null } | undefined> {
  const { rows } = await sql<{ first_session_id: string; visitor_name: string | null }>`
    update bot_sessions s set is_left = true
    where s.token_hash = ${tokenHash} and s.bot_id = ${botId} and s.platform = 'WEB'
    returning coalesce(s.first_session_id, s.id) as first_session_id, ${visitorNameSql} as visitor_name`.execute(
    tx,
  );
  return rows[0];
}

/** Marks a session as not left any more, because the visitor who had left it has opened it again. */
export async function markSessionNotLeft(db: Executor, id: string): Promise<void> {
  await sql`update bot_sessions set is_left = false where id = ${id} and is_left`.execute(db);
}

/** Stores the visitor's time zone, which changes when the visitor travels. */
export async function setSessionTimeZone(tx: Executor, id: string, timeZone: string): Promise<void> {
  await sql`
    update bot_sessions set time_zone = ${timeZone}
    where id = ${id} and time_zone is distinct from ${timeZone}`.execute(tx);
}

export async function findSessionIdByToken(
  db: Executor,
  botId: string,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select s.id from bot_sessions s join bots b on b.id = s.bot_id and b.removed_at is null
    where s.token_hash = ${tokenHash} and s.bot_id = ${botId}`.execute(db);
  return rows[0]?.id;
}

const selectSessionsSql = sql`
    select s.id, s.bot_id, s.flow_id, s.save_number, s.state, s.turn_count, s.turn_bytes::float8 as turn_bytes, b.languages, b.hours,
      b.archived_at is not null as is_archived, s.platform, s.conversation_id, s.is_paused, s.last_at, s.page_id, s.visitor_name,
      s.first_session_id, s.time_zone, b.created_by as maker_id
    from bot_sessions s join bots b on b.id = s.bot_id and b.removed_at is null`;
const createSessionByIdQuery = (id: string) => sql`${selectSessionsSql} where s.id = ${id}`;

/** Returns the session of the visitor who talks in this conversation. */
export async function findSessionOfConversation(
  db: Executor,
  conversationId: string,
  shouldLock: boolean,
): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    ${selectSessionsSql} where s.conversation_id = ${conversationId} ${shouldLock ? sql`for update of s` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** Sets whether people answer instead of the story. If `conversationId` is null, the session keeps its conversation. */
export async function setSessionPaused(
  tx: Executor,
  id: string,
  isPaused: boolean,
  conversationId: string | null = null,
): Promise<void> {
  await sql`
    update bot_sessions set is_paused = ${isPaused}, conversation_id = coalesce(${conversationId}, conversation_id)
    where id = ${id}`.execute(tx);
}

export async function findSession(db: Executor, id: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`${createSessionByIdQuery(id)}`.execute(db);
  return rows[0];
}

/**
 * Returns the session and locks it until the transaction ends, so that the events of the session are handled one after
 * the other.
 */
export async function lockSession(tx: Executor, id: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`${createSessionByIdQuery(id)} for update of s`.execute(tx);
  return rows[0];
}

/** Returns the session with this token and locks it until the transaction ends. */
export async function lockSessionByToken(
  tx: Executor,
  botId: string,
  tokenHash: Buffer,
): Promise<SessionRow | undefined> {
  const statement = sql<SessionRow>`
    ${selectSessionsSql} where s.token_hash = ${tokenHash} and s.bot_id = ${botId} for update of s`;
  const { rows } = await executePrepared(tx, statement);
  return rows[0];
}

/** Returns the sessions that exist, by id, and locks them. Always takes the locks in the order of the ids. */
export async function lockSessions(tx: Executor, ids: readonly string[]): Promise<Map<string, SessionRow>> {
  const { rows } = await sql<SessionRow>`
    ${selectSessionsSql} where s.id = any(${ids}::uuid[]) order by s.id for update of s`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}
