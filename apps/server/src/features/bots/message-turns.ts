import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { type OutsideMessage, toMessageEvent } from "./outside-message.ts";
import * as store from "./session-store.ts";
import type * as turnStore from "./turn-store.ts";
import type { createTurns } from "./turns.ts";

/**
 * A visitor's message, and the session that receives it. Functions that take a list of these expect at most one message
 * for each session.
 */
export interface SessionMessage {
  readonly sessionId: string;
  readonly message: OutsideMessage;
}

interface VisitorMessageStorageDependencies {
  readonly turns: Pick<ReturnType<typeof createTurns>, "writeTurnInConversation" | "talks">;
  /** Responds to the long polls of the visitor's pages: HTTP requests that stay open until the session has news. */
  announceSession(sessionId: string): void;
}

interface NewMessageTurn {
  readonly session: store.SessionRow;
  readonly clientId: string;
  readonly event: ReturnType<typeof toMessageEvent>;
}

/**
 * Stores messages of visitors whom people answer instead of the bot. Storing many messages together takes as few SQL
 * statements as storing one.
 */
export function createVisitorMessageStorage({ turns, announceSession }: VisitorMessageStorageDependencies) {
  /**
   * Writes a turn of each session (the visitor's message and the bot's reaction) into the session's conversation. Call
   * the returned function after the commit.
   */
  async function writeTurnsInTalks(
    tx: Kysely<DB>,
    turnsToWrite: readonly { session: store.SessionRow; turn: turnStore.TurnRow }[],
  ): Promise<() => Promise<void>> {
    const talks = turns.talks();
    if (!talks || turnsToWrite.length === 0) return async () => {};
    const { unwrittenSessionIds, publish } = await talks.writeEachTurn(tx, turnsToWrite);
    const publishCallbacks = [publish];
    for (const { session, turn } of turnsToWrite)
      if (unwrittenSessionIds.includes(session.id))
        publishCallbacks.push(await turns.writeTurnInConversation(tx, session, turn));
    return async () => {
      for (const publishCallback of publishCallbacks) await publishCallback();
    };
  }

  /**
   * Stores visitors' messages in sessions that people answer. Skips sessions that the bot answers, that have no
   * conversation or that have reached their size limits, and messages that are already stored. Call `publish` after the
   * commit.
   */
  return async function storeVisitorMessages(
    tx: Kysely<DB>,
    sessionMessages: readonly SessionMessage[],
  ): Promise<{ storedSessionIds: ReadonlySet<string>; publish: () => Promise<void> }> {
    const sessions = await store.lockSessions(
      tx,
      sessionMessages.map(({ sessionId }) => sessionId),
    );
    const repeatedSessionIds = await listRepeatedSessionIds(tx, sessionMessages);
    const newTurns = sessionMessages.flatMap(({ sessionId, message }): NewMessageTurn[] => {
      const session = sessions.get(sessionId);
      if (!session?.is_paused || session.conversation_id === null || store.isSessionFull(session)) return [];
      if (repeatedSessionIds.has(sessionId)) return [];
      return [{ session, clientId: message.clientId, event: toMessageEvent(session, message) }];
    });
    const rows = await insertTurns(tx, newTurns);
    const publishTurns = await writeTurnsInTalks(
      tx,
      newTurns.flatMap(({ session }) => {
        const turn = rows.get(session.id);
        return turn ? [{ session, turn }] : [];
      }),
    );
    const storedSessionIds = new Set(newTurns.map(({ session }) => session.id));
    return {
      storedSessionIds,
      publish: async () => {
        for (const id of storedSessionIds) announceSession(id);
        await publishTurns();
      },
    };
  };
}

/**
 * Returns the ids of the sessions whose message in `sessionMessages` is already stored, because the client sent it
 * twice.
 */
async function listRepeatedSessionIds(
  tx: Executor,
  sessionMessages: readonly SessionMessage[],
): Promise<Set<string>> {
  const { rows } = await sql<{ session_id: string }>`
    select t.session_id
    from unnest(${sessionMessages.map(({ sessionId }) => sessionId)}::uuid[], ${sessionMessages.map(({ message }) => message.clientId)}::uuid[])
      as g(session_id, client_id)
    join bot_turns t on t.session_id = g.session_id and t.client_id = g.client_id`.execute(tx);
  return new Set(rows.map(({ session_id }) => session_id));
}

/**
 * Stores one turn for each visitor's message. The bot does nothing in these turns, because people answer. Returns the
 * turns by session id.
 */
async function insertTurns(
  tx: Executor,
  turns: readonly NewMessageTurn[],
): Promise<Map<string, turnStore.TurnRow>> {
  if (turns.length === 0) return new Map();
  const { rows } = await sql<turnStore.TurnRow & { session_id: string }>`
    with given as (
      select * from unnest(
        ${turns.map(({ session }) => session.id)}::uuid[], ${turns.map(({ session }) => session.turn_count + 1)}::int[],
        ${turns.map(({ clientId }) => clientId)}::uuid[], ${turns.map(({ event }) => toJson(event))}::text[])
        as g(session_id, number, client_id, event)),
    counted as (
      update bot_sessions s set turn_count = g.number, last_at = now(), seen_at = now(),
        turn_bytes = turn_bytes + octet_length(g.event) + octet_length('[]')
      from given g where s.id = g.session_id)
    insert into bot_turns (session_id, number, client_id, event, effects, ran)
    select session_id, number, client_id, event::jsonb, '[]', '[]' from given
    returning session_id, number, client_id, event, effects, ran, created_at`.execute(tx);
  return new Map(rows.map(({ session_id, ...turn }) => [session_id, turn]));
}
