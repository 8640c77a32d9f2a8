import { type Mentioned, mentionsOf } from "@kakehashi/contract/mentions";
import { sql } from "kysely";

/** Stands for everybody in the room: part of a key, which null cannot be. */
const everybody = "00000000-0000-0000-0000-000000000000";

/** Whom a message calls, as the table of mentions names them; null for nobody, without a look where no `@` stands. */
export function calledIn(content: string): string[] | null {
  if (!content.includes("@")) return null;
  const { userIds, all }: Mentioned = mentionsOf(content);
  const called = all ? [...userIds, everybody] : [...userIds];
  return called.length > 0 ? called : null;
}

/** Unread messages that call a member, of rows `c` (the room) and `m` (the member): counted, as the unread ones are. */
export const mentionCount = sql<number>`(case when c.last_number = m.read_number then 0 else (
  select count(distinct e.number) from mentions e
  where e.conversation_id = c.id and e.number > m.read_number and e.author_id <> m.user_id
    and (e.user_id = m.user_id or (e.user_id = ${sql.lit(everybody)} and m.muted_at is null))
) end)::int`;
