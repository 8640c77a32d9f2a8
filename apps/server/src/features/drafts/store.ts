import { type Draft, maximumDraftBytes, maximumDrafts } from "@kakehashi/contract/drafts";
import { maximumListBytes } from "@kakehashi/contract/kit/page";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

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

/**
 * In rooms that the person is in still. Ends where the drafts before reach the bytes of an answer: what would not fit is
 * not read.
 */
export async function list(
  db: Executor,
  userId: string,
  page: { offset: number; limit: number },
): Promise<{ found: Draft[]; more: boolean }> {
  const { rows } = await sql<Row & { rest: number }>`
    with page as (
      select d.user_id, d.conversation_id, d.message_id, d.updated_at, d.edited_at,
        octet_length(d.content) as bytes
      from drafts d join conversation_members m on m.conversation_id = d.conversation_id and m.user_id = d.user_id
      where d.user_id = ${userId} and (d.content <> '' or d.edited_at > now() - ${remembered})
      order by d.updated_at desc, d.conversation_id, d.message_id
      limit ${page.limit + 1} offset ${page.offset}
    ), summed as (
      select *, sum(bytes) over run - bytes as before, row_number() over run as place, count(*) over () as total
      from page window run as (order by updated_at desc, conversation_id, message_id)
    )
    select s.conversation_id, s.message_id, d.content, s.updated_at, s.edited_at, (s.total - s.place)::int as rest
    from summed s join drafts d using (user_id, conversation_id, message_id)
    where s.before < ${maximumListBytes} and s.place <= ${page.limit}
    order by s.place`.execute(db);
  return { found: rows.map(present), more: (rows.at(-1)?.rest ?? 0) > 0 };
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
 *
 * Null when the person's drafts would be too many or too long together. A draft may always get shorter. Saves that run
 * at the same time do not see each other, so a few more than the maximum can be kept.
 */
export async function save(
  db: Executor,
  userId: string,
  conversationId: string,
  parentId: string | null,
  { content, edited_at, base }: Words,
): Promise<{ draft: Draft; changed: boolean } | null> {
  const messageId = parentId ?? room;
  const words = content.trim() === "" ? "" : content;
  if (words === "") await forget(db, userId);
  // The size of a stored text is known without reading it, so this stays cheap with many drafts.
  const { rows } = await sql<(Row & { allowed: true }) | { conversation_id: null; allowed: boolean }>`
    with others as (
      select count(*) as total, coalesce(sum(octet_length(content)), 0) as bytes from drafts
      where user_id = ${userId} and content <> ''
        and (conversation_id, message_id) <> (${conversationId}::uuid, ${messageId}::uuid)
    ), checked as (
      select ${words} = '' or (total < ${maximumDrafts} and bytes + octet_length(${words}) <= ${maximumDraftBytes})
        or exists (select from drafts
          where user_id = ${userId} and conversation_id = ${conversationId} and message_id = ${messageId}
            and octet_length(content) >= octet_length(${words})) as allowed
      from others
    ), saved as (
    insert into drafts (user_id, conversation_id, message_id, content, edited_at)
    select ${userId}::uuid, ${conversationId}::uuid, ${messageId}::uuid, ${words},
      date_trunc('milliseconds', least(coalesce(${edited_at ?? null}::timestamptz, now()), now()))
    from checked where allowed
    on conflict (user_id, conversation_id, message_id) do update
    set content = excluded.content, updated_at = now(),
      edited_at = greatest(excluded.edited_at, date_trunc('milliseconds', drafts.edited_at) + interval '1 millisecond')
    where ${edited_at ?? null}::timestamptz is null
      or date_trunc('milliseconds', drafts.edited_at) = ${base ?? null}::timestamptz
      or excluded.edited_at > drafts.edited_at
    returning ${columns}
    )
    select saved.*, checked.allowed from checked left join saved on true`.execute(db);
  const [saved] = rows;
  if (saved?.conversation_id) return { draft: present(saved), changed: true };
  if (!saved?.allowed) return null;
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

/** Thrown away drafts that are remembered at most, the last ones; a person who answers all day sends a few hundred. */
const rememberedDrafts = 2_000;

/** What was thrown away long ago, or before many others. */
function forget(db: Executor, userId: string) {
  return sql`
    delete from drafts where user_id = ${userId} and content = '' and edited_at < greatest(
      now() - ${remembered},
      (select edited_at from drafts where user_id = ${userId} and content = ''
       order by edited_at desc offset ${rememberedDrafts} limit 1))`.execute(db);
}
