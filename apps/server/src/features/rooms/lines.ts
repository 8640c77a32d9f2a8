import {
  maximumNamesInLine,
  maximumSystemLinesPerResponse,
  type SystemLine,
  type SystemLineKind,
} from "@kakehashi/contract/lines";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** A new system line. System lines record events in a room's history, such as "An joined". */
export interface NewSystemLine {
  kind: SystemLineKind;
  /** The person who acted on other people. Null if the people in the line acted themselves, or if the server acted. */
  actorId: string | null;
  userIds?: readonly string[];
  name?: string;
}

type LineRow = Omit<SystemLine, "created_at"> & { created_at: Date };

const lineColumns = sql`seq, number, kind, actor_id, user_ids, user_count, name, created_at`;
const toSystemLine = (row: LineRow): SystemLine => ({ ...row, created_at: row.created_at.toISOString() });

/**
 * Stores a system line after the message with `number`, and gives it the next sequence number (`seq`) of the locked
 * room.
 */
export async function insertSystemLine(
  tx: Executor,
  conversationId: string,
  position: { seq: number; number: number },
  { kind, actorId, userIds = [], name }: NewSystemLine,
): Promise<SystemLine> {
  const { rows } = await sql<LineRow>`
    insert into conversation_lines (conversation_id, seq, number, kind, actor_id, user_ids, user_count, name)
    values (${conversationId}, ${position.seq}, ${position.number}, ${kind}, ${actorId},
      ${userIds.slice(0, maximumNamesInLine)}::uuid[], ${userIds.length}, ${name ?? null})
    returning ${lineColumns}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("A line was not written");
  return toSystemLine(row);
}

async function selectSystemLines(
  db: Executor,
  conversationId: string,
  clauses: RawBuilder<unknown>,
): Promise<SystemLine[]> {
  const { rows } = await sql<LineRow>`
    select ${lineColumns} from conversation_lines where conversation_id = ${conversationId} and ${clauses}`.execute(
    db,
  );
  return rows.map(toSystemLine);
}

/** Returns the newest system lines in a range of message numbers, sorted oldest first. */
export async function listLines(
  db: Executor,
  conversationId: string,
  { from, to }: { from: number; to: number },
): Promise<SystemLine[]> {
  const newest = await selectSystemLines(
    db,
    conversationId,
    sql`number between ${from} and ${to} order by number desc, seq desc limit ${maximumSystemLinesPerResponse}`,
  );
  return newest.reverse();
}

/**
 * Returns the first system lines whose `seq` is after `since` and up to `until`. If not all of them fit into a
 * response, returns one line more than fits. So the caller sees that there are more.
 */
export function listLinesSince(
  db: Executor,
  conversationId: string,
  { since, until }: { since: number; until: number },
): Promise<SystemLine[]> {
  return selectSystemLines(
    db,
    conversationId,
    sql`seq > ${since} and seq <= ${until} order by seq limit ${maximumSystemLinesPerResponse + 1}`,
  );
}
