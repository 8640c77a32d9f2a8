import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { mentionCount } from "./mentions.ts";
import { unreadCount } from "./unread.ts";

type Executor = Kysely<DB>;

export interface ReadMark {
  read_number: number;
  unread_count: number;
  mention_count: number;
  seq: number;
}

/** Moves a read mark forward, never past the end. Answers where it stands if it moved. */
export function advanceRead(
  db: Executor,
  id: string,
  userId: string,
  number: number | undefined,
): Promise<ReadMark | undefined> {
  const target = sql`least(c.last_number, coalesce(${number ?? null}::bigint, c.last_number))`;
  return moveRead(db, id, userId, sql`${target}`, sql`m.read_number < ${target}`);
}

/** Puts a read mark just before a message, wherever it stood. */
export function rewindRead(
  db: Executor,
  id: string,
  userId: string,
  number: number,
): Promise<ReadMark | undefined> {
  return moveRead(db, id, userId, sql`least(c.last_number, ${number - 1}::bigint)`, sql`true`);
}

async function moveRead(
  db: Executor,
  id: string,
  userId: string,
  target: ReturnType<typeof sql>,
  condition: ReturnType<typeof sql>,
): Promise<ReadMark | undefined> {
  const { rows: moved } = await sql`
    update conversation_members m
    set read_number = ${target}, read_high = greatest(m.read_high, ${target})
    from conversations c
    where c.id = m.conversation_id and m.conversation_id = ${id} and m.user_id = ${userId} and ${condition}
    returning 1`.execute(db);
  if (moved.length === 0) return undefined;
  const { rows } = await sql<ReadMark>`
    select m.read_number, ${unreadCount} as unread_count, ${mentionCount} as mention_count,
      c.last_seq as seq
    from conversation_members m join conversations c on c.id = m.conversation_id
    where c.id = ${id} and m.user_id = ${userId}`.execute(db);
  return rows[0];
}
