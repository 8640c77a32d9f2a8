import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { mentionCountSql, unreadCountSql } from "./unread.ts";

export interface ReadMark {
  read_number: number;
  unread_count: number;
  mention_count: number;
  seq: number;
}

/**
 * Returns the number of the last message that a member has read in a room, and the member's unread counts. Undefined
 * for a person who is not in the room.
 */
export async function findReadMark(
  db: Executor,
  roomId: string,
  userId: string,
): Promise<ReadMark | undefined> {
  const { rows } = await sql<ReadMark>`
    select m.read_number, ${unreadCountSql} as unread_count, ${mentionCountSql} as mention_count,
      c.last_seq as seq
    from conversation_members m join conversations c on c.id = m.conversation_id
    where c.id = ${roomId} and m.user_id = ${userId}`.execute(db);
  return rows[0];
}
