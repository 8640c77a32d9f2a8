import { mentionsOf } from "@kakehashi/contract/mentions";
import { type Message, shownRepliers } from "@kakehashi/contract/messages";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import { lockRoom, takeSeq } from "../rooms/service.ts";
import { type MessageRow, messageColumns, presentMessage } from "./message-row.ts";
import * as store from "./store.ts";

const returned = sql.join(messageColumns.map((column) => sql.ref(column)));

/**
 * Adds a reply and tells its thread's first message of it: two changes, each with a number of its own. Answers nothing
 * new where this send was stored before.
 */
export async function appendReply(
  tx: Executor,
  roomId: string,
  parentId: string,
  reply: store.NewMessage,
): Promise<{ reply: Message; parent: Message | null }> {
  const room = await lockRoom(tx, roomId, reply.user_id);
  if (!room) throw notFound();
  const stored = await store.findByClientId(tx, roomId, reply.user_id, reply.client_id);
  if (stored) return { reply: stored, parent: null };
  if (room.closed) throw new AppError("CONVERSATION.CLOSED");
  const seq = await takeSeq(tx, roomId, 2);
  const { rows: parents } = await sql<MessageRow & { reply_number: number }>`
    update messages set
      changed_seq = ${seq + 1}, reply_number = coalesce(reply_number, 0) + 1,
      reply_count = coalesce(reply_count, 0) + 1, last_reply_at = now(),
      reply_user_ids = (array_prepend(${reply.user_id}::uuid, array_remove(reply_user_ids, ${reply.user_id}::uuid)))[1:${sql.lit(shownRepliers)}]
    where conversation_id = ${roomId} and id = ${parentId} and parent_id is null
    returning ${returned}, reply_number`.execute(tx);
  const parent = parents[0];
  if (!parent) throw notFound();
  const { rows } = await sql<MessageRow>`
    insert into messages (conversation_id, id, seq, changed_seq, number, parent_id, user_id, client_id, content, language,
      files)
    values (${roomId}, ${reply.id}, ${seq}, ${seq}, ${parent.reply_number}, ${parentId}, ${reply.user_id},
      ${reply.client_id}, ${reply.content}, ${reply.language},
      ${reply.files ? JSON.stringify(reply.files) : null}::jsonb)
    returning ${returned}`.execute(tx);
  if (reply.files) {
    const { numUpdatedRows } = await tx
      .updateTable("files")
      .set({ message_id: reply.id })
      .where("message_id", "is", null)
      .where("removed_at", "is", null)
      .where(
        "id",
        "in",
        reply.files.map(({ id }) => id),
      )
      .executeTakeFirst();
    // Another message took one of them between the look at it and this.
    if (Number(numUpdatedRows) < reply.files.length) throw new AppError("FILE.GONE");
  }
  await follow(tx, roomId, parentId, reply.user_id, parent.reply_number, true);
  if (parent.user_id !== reply.user_id) await follow(tx, roomId, parentId, parent.user_id, 0, false);
  const called = mentionsOf(reply.content).userIds;
  await bringIn(tx, { conversation_id: roomId, parent_id: parentId, number: parent.reply_number }, called);
  const [row] = rows;
  if (!row) throw notFound();
  return { reply: presentMessage(row), parent: presentMessage(parent) };
}

/** Whom the new words of a reply call, and its old ones did not, follows the thread as if it had been sent with them. */
export async function bringInCalled(tx: Executor, message: Message, content: string): Promise<void> {
  const before = new Set(mentionsOf(message.content).userIds);
  const called = mentionsOf(content).userIds.filter((userId) => !before.has(userId));
  await bringIn(tx, message, called);
}

/** Whom a reply calls follows the thread from it on, also after having stopped. A message of the room itself brings in nobody. */
async function bringIn(
  tx: Executor,
  { conversation_id, parent_id, number }: Pick<Message, "conversation_id" | "parent_id" | "number">,
  userIds: readonly string[],
): Promise<void> {
  if (parent_id === null || userIds.length === 0) return;
  await sql`
    insert into thread_members (conversation_id, message_id, user_id, read_number, read_high)
    select ${conversation_id}, ${parent_id}, user_id, ${number - 1}::bigint, ${number - 1}::bigint
    from conversation_members
    where conversation_id = ${conversation_id} and user_id = any(${userIds}::uuid[])
    on conflict (conversation_id, message_id, user_id) do update
    set following = true, read_number = excluded.read_number,
        read_high = greatest(thread_members.read_high, excluded.read_high)
    where not thread_members.following`.execute(tx);
}

/**
 * Whoever replies has read what stands before. Who left the room is not brought back by an answer, nor, without
 * `again`, who stopped following.
 */
function follow(
  tx: Executor,
  roomId: string,
  parentId: string,
  userId: string,
  number: number,
  again: boolean,
) {
  return sql`
    insert into thread_members (conversation_id, message_id, user_id, read_number, read_high)
    select ${roomId}, ${parentId}, user_id, ${number}, ${number} from conversation_members
    where conversation_id = ${roomId} and user_id = ${userId}
    on conflict (conversation_id, message_id, user_id) do update
    set following = thread_members.following or ${again},
        read_number = greatest(thread_members.read_number, excluded.read_number),
        read_high = greatest(thread_members.read_high, excluded.read_high)`.execute(tx);
}

/** After a reply was deleted: how many there are, and whose, the latest first. Answers the thread's first message. */
export async function recountReplies(
  tx: Executor,
  roomId: string,
  parentId: string,
  seq: number,
): Promise<Message> {
  const { rows } = await sql<MessageRow>`
    update messages p set changed_seq = ${seq},
      reply_count = (p.reply_number - (
        select count(*) from messages d
        where d.conversation_id = ${roomId} and d.parent_id = ${parentId} and d.deleted_at is not null))::int,
      reply_user_ids = (
        select array_agg(user_id order by latest desc) from (
          select user_id, max(number) as latest from messages r
          where r.conversation_id = ${roomId} and r.parent_id = ${parentId} and r.deleted_at is null
          group by user_id order by latest desc limit ${sql.lit(shownRepliers)}) w)
    where p.conversation_id = ${roomId} and p.id = ${parentId}
    returning ${returned}`.execute(tx);
  const [row] = rows;
  if (!row) throw notFound();
  return presentMessage(row);
}
