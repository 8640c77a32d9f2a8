import type { Draft } from "@kakehashi/contract/drafts";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";

type Executor = Kysely<DB>;

/** Stands for the room itself: part of a key, which null cannot be. */
const room = "00000000-0000-0000-0000-000000000000";

interface Row {
  conversation_id: string;
  message_id: string;
  content: string;
  updated_at: Date;
}

const present = ({ conversation_id, message_id, content, updated_at }: Row): Draft => ({
  conversation_id,
  parent_id: message_id === room ? null : message_id,
  content,
  updated_at: updated_at.toISOString(),
});

/** In rooms that the person is in still. */
export async function list(db: Executor, userId: string): Promise<Draft[]> {
  const { rows } = await sql<Row>`
    select d.conversation_id, d.message_id, d.content, d.updated_at
    from drafts d join conversation_members m on m.conversation_id = d.conversation_id and m.user_id = d.user_id
    where d.user_id = ${userId} order by d.updated_at desc`.execute(db);
  return rows.map(present);
}

export async function save(
  db: Executor,
  userId: string,
  conversationId: string,
  parentId: string | null,
  content: string,
): Promise<Draft> {
  const key = { user_id: userId, conversation_id: conversationId, message_id: parentId ?? room };
  if (content.trim() === "") {
    await db
      .deleteFrom("drafts")
      .where("user_id", "=", key.user_id)
      .where("conversation_id", "=", key.conversation_id)
      .where("message_id", "=", key.message_id)
      .execute();
    return present({ ...key, content: "", updated_at: new Date() });
  }
  const row = await db
    .insertInto("drafts")
    .values({ ...key, content })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "conversation_id", "message_id"])
        .doUpdateSet({ content, updated_at: sql`now()` }),
    )
    .returning(["conversation_id", "message_id", "content", "updated_at"])
    .executeTakeFirstOrThrow();
  return present(row);
}
