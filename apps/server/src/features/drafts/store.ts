import {
  type ChatDraft,
  maximumDraftBytesPerPerson,
  maximumDraftsPerPerson,
} from "@kakehashi/contract/drafts";
import { maximumListBytes } from "@kakehashi/contract/kit/page";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { scanTable } from "../../kit/db/scan.ts";
import type { DeletedNamesRemover } from "../users/service.ts";

/**
 * The parent id of a draft that belongs to a room and not to a thread. The primary key contains the parent id, so this
 * id cannot be null.
 */
const parentIdOfRoomDraft = "00000000-0000-0000-0000-000000000000";
/**
 * Days for which a deleted draft is remembered. A device that was offline for longer may bring the draft back by saving
 * its old copy.
 */
const deletedDraftLifetime = sql`interval '30 days'`;

interface DraftRow {
  conversation_id: string;
  message_id: string;
  content: string;
  updated_at: Date;
  edited_at: Date;
}
const draftColumns = sql`conversation_id, message_id, content, updated_at, edited_at`;

const toDraft = ({ conversation_id, message_id, content, updated_at, edited_at }: DraftRow): ChatDraft => ({
  conversation_id,
  parent_id: message_id === parentIdOfRoomDraft ? null : message_id,
  content,
  updated_at: updated_at.toISOString(),
  edited_at: edited_at.toISOString(),
});

/** Reads a person's drafts in rooms of which the person is still a member, as many as fit into one API response. */
export async function listDrafts(
  db: Executor,
  userId: string,
  page: { offset: number; limit: number },
): Promise<{ drafts: ChatDraft[]; hasMore: boolean }> {
  const { rows } = await sql<DraftRow & { rest: number }>`
    with page as (
      select d.user_id, d.conversation_id, d.message_id, d.updated_at, d.edited_at,
        octet_length(d.content) as bytes
      from drafts d join conversation_members m on m.conversation_id = d.conversation_id and m.user_id = d.user_id
      where d.user_id = ${userId} and (d.content <> '' or d.edited_at > now() - ${deletedDraftLifetime})
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
  return { drafts: rows.map(toDraft), hasMore: (rows.at(-1)?.rest ?? 0) > 0 };
}

/** A draft to save. The contract explains `edited_at` and `base`. */
export interface DraftToSave {
  content: string;
  edited_at?: string | undefined;
  base?: string | undefined;
}

/**
 * Saves a draft in one statement. The draft replaces the stored draft if its edit began from the stored draft, or if
 * its edit is later. The stored time (in milliseconds, as on devices) always grows, so two versions never have the same
 * time. Returns null if the person's drafts would become too many or too long, but never refuses a draft that becomes
 * shorter. Parallel saves do not see each other, so slightly more drafts than the maximum can be stored.
 */
export async function saveDraftIfNewer(
  db: Executor,
  userId: string,
  conversationId: string,
  parentId: string | null,
  { content, edited_at, base }: DraftToSave,
): Promise<{ draft: ChatDraft; changed: boolean } | null> {
  const messageId = parentId ?? parentIdOfRoomDraft;
  const text = content.trim() === "" ? "" : content;
  if (text === "") await deleteExpiredDrafts(db, userId);
  // PostgreSQL knows the size of a stored text without reading the text. So summing the sizes is fast.
  const { rows } = await sql<(DraftRow & { allowed: true }) | { conversation_id: null; allowed: boolean }>`
    with others as (
      select count(*) as total, coalesce(sum(octet_length(content)), 0) as bytes from drafts
      where user_id = ${userId} and content <> ''
        and (conversation_id, message_id) <> (${conversationId}::uuid, ${messageId}::uuid)
    ), checked as (
      select ${text} = '' or (total < ${maximumDraftsPerPerson} and bytes + octet_length(${text}) <= ${maximumDraftBytesPerPerson})
        or exists (select from drafts
          where user_id = ${userId} and conversation_id = ${conversationId} and message_id = ${messageId}
            and octet_length(content) >= octet_length(${text})) as allowed
      from others
    ), saved as (
    insert into drafts (user_id, conversation_id, message_id, content, edited_at)
    select ${userId}::uuid, ${conversationId}::uuid, ${messageId}::uuid, ${text},
      date_trunc('milliseconds', least(coalesce(${edited_at ?? null}::timestamptz, now()), now()))
    from checked where allowed
    on conflict (user_id, conversation_id, message_id) do update
    set content = excluded.content, updated_at = now(),
      edited_at = greatest(excluded.edited_at, date_trunc('milliseconds', drafts.edited_at) + interval '1 millisecond')
    where ${edited_at ?? null}::timestamptz is null
      or date_trunc('milliseconds', drafts.edited_at) = ${base ?? null}::timestamptz
      or excluded.edited_at > drafts.edited_at
    returning ${draftColumns}
    )
    select saved.*, checked.allowed from checked left join saved on true`.execute(db);
  const [savedRow] = rows;
  if (savedRow?.conversation_id) return { draft: toDraft(savedRow), changed: true };
  if (!savedRow?.allowed) return null;
  const { rows: storedRows } = await sql<DraftRow>`
    select ${draftColumns} from drafts
    where user_id = ${userId} and conversation_id = ${conversationId} and message_id = ${messageId}`.execute(
    db,
  );
  const [row] = storedRows;
  if (row) return { draft: toDraft(row), changed: false };
  // The stored row was a deleted draft, and a clean-up removed it between the two queries. So the person has no draft
  // here.
  const now = new Date();
  const emptyDraft = { conversation_id: conversationId, message_id: messageId, content: "" };
  return { draft: toDraft({ ...emptyDraft, updated_at: now, edited_at: now }), changed: false };
}

/**
 * How many deleted drafts are remembered for each person. The latest ones are kept. Even somebody who writes all day
 * sends only a few hundred messages.
 */
const maximumDeletedDrafts = 2_000;

/** Removes deleted drafts that are too old, or too many for one person. */
function deleteExpiredDrafts(db: Executor, userId: string) {
  return sql`
    delete from drafts where user_id = ${userId} and content = '' and edited_at < greatest(
      now() - ${deletedDraftLifetime},
      (select edited_at from drafts where user_id = ${userId} and content = ''
       order by edited_at desc offset ${maximumDeletedDrafts} limit 1))`.execute(db);
}

/**
 * Removes names of deleted people from all drafts. The drafts keep their times, so a newer text on a device still
 * replaces the stored text.
 */
export async function removeNamesOfDeletedPeople(db: Executor, names: DeletedNamesRemover): Promise<void> {
  const drafts = { table: "drafts", key: ["user_id", "conversation_id", "message_id"] };
  for await (const { areRows } of scanTable(db, drafts, names.sqlHasNames("content")))
    await sql`update drafts set content = ${names.sqlWithoutNames("content")} where ${areRows}`.execute(db);
}
