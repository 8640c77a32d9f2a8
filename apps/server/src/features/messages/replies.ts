import { findMentionedPeople } from "@kakehashi/contract/mentions";
import { type Message, shownReplierCount } from "@kakehashi/contract/messages";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { type MessageRow, messageColumns, messageOfRow } from "./message-row.ts";

const returnedColumns = sql.join(messageColumns.map((column) => sql.ref(column)));

/**
 * Makes the people whom an edited reply newly mentions follow its thread, as if the reply had mentioned them when it
 * was sent.
 */
export async function addMentionedFollowers(
  tx: Executor,
  { conversation_id, parent_id, number, content: contentBefore }: Message,
  newContent: string,
): Promise<void> {
  const earlierMentionedIds = new Set(findMentionedPeople(contentBefore).userIds);
  const newlyMentionedIds = findMentionedPeople(newContent).userIds.filter(
    (userId) => !earlierMentionedIds.has(userId),
  );
  if (parent_id === null || newlyMentionedIds.length === 0) return;
  await sql`select follow_called(${conversation_id}, ${parent_id}, ${newlyMentionedIds}::uuid[], ${number}::bigint)`.execute(
    tx,
  );
}

/**
 * Counts the replies of a thread and their authors again, after a reply was deleted. Returns the thread's first
 * message.
 */
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
          group by user_id order by latest desc limit ${sql.lit(shownReplierCount)}) w)
    where p.conversation_id = ${roomId} and p.id = ${parentId}
    returning ${returnedColumns}`.execute(tx);
  const [row] = rows;
  if (!row) throw createNotFoundError();
  return messageOfRow(row);
}
