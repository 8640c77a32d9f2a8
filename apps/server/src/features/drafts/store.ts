import type { Draft } from "@kakehashi/contract/drafts";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";

type Executor = Kysely<DB>;

/** Stands for the room itself: part of a key, which null cannot be. */
const room = "00000000-0000-0000-0000-000000000000";
/** How long it is known that a draft was thrown away: a device that was away for longer may bring it back. */
const remembered = sql`interval '30 days'`;

interface Row {
  conversation_id: string;
  message_id: string;
  content: string;
  updated_at: Date;
  edited_at: Date;
}
const columns = sql`conversation_id, message_id, content, updated_at, edited_at`;

const present = ({ conversation_id, message_id, content, updated_at, edited_at }: Row): Draft => ({
  conversation_id,
  parent_id: message_id === room ? null : message_id,
  content,
  updated_at: updated_at.toISOString(),
  edited_at: edited_at.toISOString(),
});

/** In rooms that the person is in still. */
export async function list(db: Executor, userId: string): Promise<Draft[]> {
  const { rows } = await sql<Row>`
    select d.conversation_id, d.message_id, d.content, d.updated_at, d.edited_at
    from drafts d join conversation_members m on m.conversation_id = d.conversation_id and m.user_id = d.user_id
    where d.user_id = ${userId} and (d.content <> '' or d.edited_at > now() - ${remembered})
    order by d.updated_at desc`.execute(db);
  return rows.map(present);
}

/** `edited_at` and `base` as the contract says. */
export interface Words {
  content: string;
  edited_at?: string | undefined;
  base?: string | undefined;
}

/**
 * One statement decides: words written upon what is kept replace it, other words do if they are later. What is kept always
 * gets a later moment than before, so that nobody takes it for the same. Times are compared as devices know them, in
 * milliseconds.
 */
export async function save(
  db: Executor,
  userId: string,
  conversationId: string,
  parentId: string | null,
  { content, edited_at, base }: Words,
): Promise<{ draft: Draft; changed: boolean }> {
  const messageId = parentId ?? room;
  const words = content.trim() === "" ? "" : content;
  if (words === "") await forget(db, userId);
  const { rows } = await sql<Row>`
    insert into drafts (user_id, conversation_id, message_id, content, edited_at)
    values (${userId}, ${conversationId}, ${messageId}, ${words},
      date_trunc('milliseconds', least(coalesce(${edited_at ?? null}::timestamptz, now()), now())))
    on conflict (user_id, conversation_id, message_id) do update
    set content = excluded.content, updated_at = now(),
      edited_at = greatest(excluded.edited_at, date_trunc('milliseconds', drafts.edited_at) + interval '1 millisecond')
    where ${edited_at ?? null}::timestamptz is null
      or date_trunc('milliseconds', drafts.edited_at) = ${base ?? null}::timestamptz
      or excluded.edited_at > drafts.edited_at
    returning ${columns}`.execute(db);
  const [saved] = rows;
  if (saved) return { draft: present(saved), changed: true };
  const { rows: kept } = await sql<Row>`
    select ${columns} from drafts
    where user_id = ${userId} and conversation_id = ${conversationId} and message_id = ${messageId}`.execute(
    db,
  );
  const [row] = kept;
  if (row) return { draft: present(row), changed: false };
  // Thrown away so long ago that it was forgotten between the two looks.
  const now = new Date();
  const gone = { conversation_id: conversationId, message_id: messageId, content: "" };
  return { draft: present({ ...gone, updated_at: now, edited_at: now }), changed: false };
}

/** What was thrown away long ago. */
function forget(db: Executor, userId: string) {
  return sql`delete from drafts where user_id = ${userId} and content = '' and edited_at < now() - ${remembered}`.execute(
    db,
  );
}
