import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";

type Executor = Kysely<DB>;

/** Moves a read mark forward, at most to the room's last message. Returns whether it moved. */
export function advanceReadMark(
  db: Executor,
  id: string,
  userId: string,
  number: number | undefined,
): Promise<boolean> {
  const newNumber = sql`least(c.last_number, coalesce(${number ?? null}::bigint, c.last_number))`;
  return moveReadMark(db, id, userId, sql`${newNumber}`, sql`m.read_number < ${newNumber}`);
}

/**
 * Sets a read mark to just before a message, even if the person has already read further. Returns false if the person
 * is not in the room.
 */
export function setReadMarkBefore(
  db: Executor,
  id: string,
  userId: string,
  number: number,
): Promise<boolean> {
  return moveReadMark(db, id, userId, sql`least(c.last_number, ${number - 1}::bigint)`, sql`true`);
}

/** A member's read mark after it was moved to the room's last message. */
export interface MovedReadMark {
  readonly user_id: string;
  readonly read_number: number;
  readonly seq: number;
}

/** Moves the read marks of members who had read everything up to the number `fromNumber` to the room's last message. */
export async function moveUpToDateReadMarks(
  db: Executor,
  id: string,
  fromNumber: number,
): Promise<MovedReadMark[]> {
  const { rows } = await sql<MovedReadMark>`
    update conversation_members m
    set read_number = c.last_number, read_high = greatest(m.read_high, c.last_number)
    from conversations c
    where c.id = m.conversation_id and m.conversation_id = ${id} and m.read_number >= ${fromNumber}
    returning m.user_id, m.read_number, c.last_seq as seq`.execute(db);
  return rows;
}

async function moveReadMark(
  db: Executor,
  id: string,
  userId: string,
  newNumber: ReturnType<typeof sql>,
  condition: ReturnType<typeof sql>,
): Promise<boolean> {
  const { rows: movedRows } = await sql`
    update conversation_members m
    set read_number = ${newNumber}, read_high = greatest(m.read_high, ${newNumber})
    from conversations c
    where c.id = m.conversation_id and m.conversation_id = ${id} and m.user_id = ${userId} and ${condition}
    returning 1`.execute(db);
  return movedRows.length > 0;
}
