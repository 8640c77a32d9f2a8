import { maximumLeftConversationIds, type RoomRole } from "@kakehashi/contract/conversations";
import type { RoomNoticeChoice } from "@kakehashi/contract/notices";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** A locked room with the role of one of its members. */
export interface LockedRoom {
  kind: string;
  role: RoomRole;
  /**
   * Whether the room is closed: the room is DIRECT and the account of one of the two people was deleted. Nobody would
   * read new messages, so the room takes none.
   */
  closed: boolean;
  last_seq: number;
  last_number: number;
}

/**
 * Locks the room until the transaction ends, so that changes are committed in the order of their sequence numbers. Then
 * locks the member's row, to see whether the member was removed or got another role during the wait.
 */
export async function lockRoom(tx: Executor, id: string, userId: string): Promise<LockedRoom | undefined> {
  const { rows } = await sql<LockedRoom>`
    select c.kind, m.role, c.closed_at is not null as closed, c.last_seq, c.last_number
    from conversations c join conversation_members m on m.conversation_id = c.id
    where c.id = ${id} and m.user_id = ${userId}
    for update of c for key share of m`.execute(tx);
  return rows[0];
}

/** Locks the room for a change by the server itself. The server has the rights of an owner. */
export async function lockRoomForServer(tx: Executor, id: string): Promise<LockedRoom | undefined> {
  const { rows } = await sql<LockedRoom>`
    select kind, 'OWNER' as role, closed_at is not null as closed, last_seq, last_number
    from conversations where id = ${id} for update`.execute(tx);
  return rows[0];
}

/** Reserves the room's next `count` sequence numbers for changes. Returns the first of them. */
export async function takeSeq(tx: Executor, id: string, count = 1): Promise<number> {
  const { rows } = await sql<{ last_seq: number }>`
    update conversations set last_seq = last_seq + ${count}, changed_at = now()
    where id = ${id} returning last_seq`.execute(tx);
  return (rows[0]?.last_seq ?? 0) - count + 1;
}

/**
 * Adds the given people to a room, except those who are already members or have no account. Returns the added people in
 * the given order. For them, all existing messages count as read. If `readNumber` is given, the messages after it count
 * as unread.
 */
export async function insertMembers(
  tx: Executor,
  conversationId: string,
  userIds: readonly string[],
  role: RoomRole = "MEMBER",
  readNumber: number | null = null,
): Promise<string[]> {
  const readMark = sql`least(c.last_number, ${readNumber}::bigint)`;
  const { rows } = await sql<{ user_id: string }>`
    with added as (
      insert into conversation_members (conversation_id, user_id, role, read_number, read_high)
      select c.id, u.id, ${role}, ${readMark}, ${readMark}
      from conversations c cross join users u
      where c.id = ${conversationId} and u.id = any(${userIds}::uuid[]) and u.deleted_at is null
      on conflict do nothing returning user_id
    ), back as (
      delete from conversation_leavings l using added a
      where l.conversation_id = ${conversationId} and l.user_id = a.user_id
    )
    select user_id from added`.execute(tx);
  const addedIds = new Set(rows.map((row) => row.user_id));
  return [...new Set(userIds)].filter((id) => addedIds.has(id));
}

/** Lists a person's rooms, without the room for their own notes. */
export async function listRoomsExceptMyChat(
  db: Executor,
  userId: string,
): Promise<{ id: string; kind: string }[]> {
  const { rows } = await sql<{ id: string; kind: string }>`
    select c.id, c.kind from conversation_members m join conversations c on c.id = m.conversation_id
    where m.user_id = ${userId} and c.kind <> 'MY_CHAT' order by c.id`.execute(db);
  return rows;
}

/**
 * Deletes the records of the rooms that a person has left. The person's clients use these records to learn which rooms
 * they must no longer show.
 */
export function deleteLeaveRecords(db: Executor, userId: string) {
  return db.deleteFrom("conversation_leavings").where("user_id", "=", userId).execute();
}

/** Returns the id of the room for a person's own notes. Undefined if the person has never opened their notes. */
export async function findMyChatId(db: Executor, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("conversations")
    .select("id")
    .where("kind", "=", "MY_CHAT")
    .where("pair", "=", userId)
    .executeTakeFirst();
  return row?.id;
}

/** Closes a room. Returns false if it was already closed. */
export async function closeRoom(tx: Executor, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("conversations")
    .set({ closed_at: sql`now()` })
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function deleteRoom(tx: Executor, id: string) {
  return tx.deleteFrom("conversations").where("id", "=", id).execute();
}

export async function deleteMember(tx: Executor, conversationId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from conversation_members where conversation_id = ${conversationId} and user_id = ${userId}
      returning user_id
    ), unfollowed as (
      delete from thread_members where conversation_id = ${conversationId} and user_id = ${userId}
    ), kept as (
      insert into conversation_leavings (user_id, conversation_id) select user_id, ${conversationId} from gone
      on conflict (user_id, conversation_id) do update set left_at = now()
    )
    select user_id from gone`.execute(tx);
  return rows.length > 0;
}

export async function listLeftRoomIds(db: Executor, userId: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("conversation_leavings")
    .select("conversation_id")
    .where("user_id", "=", userId)
    .where("left_at", ">", since)
    .orderBy("left_at", "desc")
    .limit(maximumLeftConversationIds)
    .execute();
  return rows.map((row) => row.conversation_id);
}

export async function findRole(
  tx: Executor,
  conversationId: string,
  userId: string,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom("conversation_members")
    .select("role")
    .where("conversation_id", "=", conversationId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.role;
}

export function updateRole(tx: Executor, conversationId: string, userId: string, role: RoomRole) {
  return tx
    .updateTable("conversation_members")
    .set({ role })
    .where("conversation_id", "=", conversationId)
    .where("user_id", "=", userId)
    .execute();
}

export async function countOwners(tx: Executor, conversationId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from conversation_members
    where conversation_id = ${conversationId} and role = 'OWNER'`.execute(tx);
  return rows[0]?.total ?? 0;
}

/** Makes the member who joined first an owner, and returns this member's id. */
export async function promoteOldestMember(tx: Executor, conversationId: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    update conversation_members set role = 'OWNER'
    where conversation_id = ${conversationId} and user_id = (
      select user_id from conversation_members where conversation_id = ${conversationId}
      order by joined_at, user_id limit 1)
    returning user_id`.execute(tx);
  return rows[0]?.user_id;
}

/** Renames a room. Returns false if the room already had this name. */
export async function updateName(tx: Executor, conversationId: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("conversations")
    .set({ name })
    .where("id", "=", conversationId)
    .where("name", "is distinct from", name)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the fields of a room that the event to all its members contains. */
export async function findRoomEventFields(
  tx: Executor,
  id: string,
): Promise<{ name: string | null; memberCount: number }> {
  const { rows } = await sql<{ name: string | null; memberCount: number }>`
    select name, (select count(*) from conversation_members where conversation_id = ${id})::int as "memberCount"
    from conversations where id = ${id}`.execute(tx);
  return rows[0] ?? { name: null, memberCount: 0 };
}

/** Sets or clears a member's own mark on the room: pinned or muted. If `isOn` is not given, toggles the mark. */
export async function setRoomPinnedOrMuted(
  db: Executor,
  id: string,
  userId: string,
  stateColumn: "pinned_at" | "muted_at",
  isOn: boolean | undefined,
): Promise<void> {
  const column = sql.ref(stateColumn);
  await sql`
    update conversation_members
    set ${column} = case when coalesce(${isOn ?? null}::boolean, ${column} is null) then coalesce(${column}, now()) end
    where conversation_id = ${id} and user_id = ${userId}`.execute(db);
}

/** Sets which messages of the room notify this member. Null: the member's general settings apply. */
export async function setRoomNoticeChoice(
  db: Executor,
  id: string,
  userId: string,
  noticeChoice: RoomNoticeChoice | null,
): Promise<void> {
  await sql`
    update conversation_members set notify_about = ${noticeChoice}
    where conversation_id = ${id} and user_id = ${userId}`.execute(db);
}
