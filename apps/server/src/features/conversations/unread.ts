import { everybodyId } from "@kakehashi/contract/mentions";
import { sql } from "kysely";

/**
 * SQL that counts the messages after the member's read mark that other people wrote and that are not deleted. Expects
 * the tables `c` (the room) and `m` (the member) in the query. Messages are numbered, so the difference of the newest
 * number and the read number is the count of all messages after the read mark. From it, the query subtracts the deleted
 * messages and the member's own messages. The member has no own messages above `read_high`, so it looks for them only
 * up to this number. No counter is stored, so no counter can become wrong.
 */
export const unreadCountSql = sql<number>`(case when c.last_number = m.read_number then 0 else (
  c.last_number - m.read_number
  - (select count(*) from messages d
     where d.conversation_id = c.id and d.parent_id is null and d.deleted_at is not null
       and d.number > m.read_number and d.number <= c.last_number)
  - (case when m.read_high = m.read_number then 0 else (
      select count(*) from messages o
      where o.conversation_id = c.id and o.parent_id is null and o.deleted_at is null and o.user_id = m.user_id
        and o.number > m.read_number and o.number <= m.read_high) end)
) end)::int`;

/**
 * SQL that counts unread messages that mention the member. Expects the tables `c` (the room) and `m` (the member) in
 * the query.
 */
export const mentionCountSql = sql<number>`(case when c.last_number = m.read_number then 0 else (
  select count(distinct e.number) from mentions e
  where e.conversation_id = c.id and e.number > m.read_number and e.author_id <> m.user_id
    and (e.user_id = m.user_id or (e.user_id = ${sql.lit(everybodyId)} and m.muted_at is null))
) end)::int`;
