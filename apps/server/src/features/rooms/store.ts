import type { ConversationKind } from "@kakehashi/contract/conversation-kinds";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";

type Executor = Kysely<DB>;

/**
 * Inserts a room. Returns false if there is already a room with the same `pair`: a direct room of the two people, or
 * the room for the person's own notes.
 */
export async function insertRoom(
  db: Executor,
  room: {
    id: string;
    kind: ConversationKind;
    name: string | null;
    pair: string | null;
    created_by: string | null;
  },
): Promise<boolean> {
  const insertedRow = await db
    .insertInto("conversations")
    .values(room)
    .onConflict((conflict) => conflict.column("pair").doNothing())
    .returning("id")
    .executeTakeFirst();
  return insertedRow !== undefined;
}

export async function findByPair(db: Executor, pairKey: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("conversations")
    .select("id")
    .where("pair", "=", pairKey)
    .executeTakeFirst();
  return row?.id;
}

/** Returns whether the room is open. Undefined if the person is not in the room. */
export async function findIfRoomIsOpen(
  db: Executor,
  id: string,
  userId: string,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ open: boolean }>`
    select c.closed_at is null as open from conversation_members m join conversations c on c.id = m.conversation_id
    where m.conversation_id = ${id} and m.user_id = ${userId}`.execute(db);
  return rows[0]?.open;
}

export async function isOutsideRoom(db: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`select from conversations where id = ${id} and kind = 'OUTSIDE'`.execute(db);
  return rows.length > 0;
}

export async function isMember(db: Executor, id: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("conversation_members")
    .select("user_id")
    .where("conversation_id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the room's last `seq`. Undefined if the person is not in the room. */
export async function findLastSeq(db: Executor, id: string, userId: string): Promise<number | undefined> {
  const { rows } = await sql<{ last_seq: number }>`
    select c.last_seq from conversation_members m join conversations c on c.id = m.conversation_id
    where m.conversation_id = ${id} and m.user_id = ${userId}`.execute(db);
  return rows[0]?.last_seq;
}

/**
 * Returns the room's last `seq` after all changes of the room that are in progress. Each change locks the room's row,
 * so this query waits for these changes.
 */
export async function findSeqAfterRunningChanges(db: Executor, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ last_seq: number }>`
    select last_seq from conversations where id = ${id} for share`.execute(db);
  return rows[0]?.last_seq;
}

export async function listRoomIdsOfMember(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("conversation_members")
    .select("conversation_id")
    .where("user_id", "=", userId)
    .execute();
  return rows.map((row) => row.conversation_id);
}

/** Returns those of the given pairs of people who share a room. */
export async function listPairsSharingRoom(
  db: Executor,
  userIds: readonly string[],
  otherIds: readonly string[],
): Promise<{ user_id: string; other_id: string }[]> {
  const { rows } = await sql<{ user_id: string; other_id: string }>`
    select i.user_id, i.other_id from unnest(${userIds}::uuid[], ${otherIds}::uuid[]) as i(user_id, other_id)
    where exists (
      select from conversation_members o
      join conversation_members m on m.conversation_id = o.conversation_id and m.user_id = i.user_id
      where o.user_id = i.other_id)`.execute(db);
  return rows;
}
