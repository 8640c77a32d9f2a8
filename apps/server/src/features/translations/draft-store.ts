import type { Language } from "@kakehashi/contract/languages";
import {
  maximumTranslationDraftBytesPerPerson,
  maximumTranslationDraftsPerPerson,
  type TranslationDraft,
} from "@kakehashi/contract/translation-drafts";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import type { StoredDraft } from "./draft-merge.ts";
import type { OriginalText } from "./source.ts";

type DraftedOriginal = Pick<OriginalText, "kind" | "id">;

/**
 * How long an empty draft is kept. In this time, a device that was offline can learn that the text was discarded.
 * Drafts for deleted messages are kept for the same time.
 */
const draftLifetime = sql`interval '30 days'`;
/** Maximum number of empty drafts per person. The oldest are deleted first. */
const maximumEmptyDrafts = 2_000;

const matchesDraft = (userId: string, { kind, id }: DraftedOriginal, language: Language) =>
  sql`user_id = ${userId} and subject_kind = ${kind} and subject_id = ${id} and language = ${language}`;

export const toDraft = (
  { edited_at, ...draft }: StoredDraft,
  { id }: DraftedOriginal,
  language: Language,
): TranslationDraft => ({ ...draft, message_id: id, language, edited_at: edited_at.toISOString() });

/** Locks a person's drafts until the transaction ends, so that their changes run one after the other. */
export async function lockDrafts(tx: Executor, userId: string): Promise<void> {
  const name = `translation drafts ${userId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

export async function findDraft(
  db: Executor,
  userId: string,
  subject: DraftedOriginal,
  language: Language,
): Promise<StoredDraft | undefined> {
  const { rows } = await sql<StoredDraft>`
    select content, version, revision, from_memory, date_trunc('milliseconds', edited_at) as edited_at, set_aside
    from translation_drafts where ${matchesDraft(userId, subject, language)}`.execute(db);
  return rows[0];
}

/**
 * Whether the person may store a draft with this many bytes. Both the number and the total size of a person's drafts
 * are limited.
 */
export async function doesDraftFitLimits(
  tx: Executor,
  userId: string,
  subject: DraftedOriginal,
  language: Language,
  bytes: number,
): Promise<boolean> {
  const { rows } = await sql<{ total: number; bytes: number }>`
    select count(*)::int as total, coalesce(sum(octet_length(content) + octet_length(set_aside)), 0)::int as bytes
    from translation_drafts
    where user_id = ${userId} and not (content = '' and set_aside = '') and not (${matchesDraft(userId, subject, language)})`.execute(
    tx,
  );
  const otherDrafts = rows[0] ?? { total: 0, bytes: 0 };
  return (
    otherDrafts.total < maximumTranslationDraftsPerPerson &&
    otherDrafts.bytes + bytes <= maximumTranslationDraftBytesPerPerson
  );
}

/** Locks a message, so that it cannot be deleted during the transaction. Returns false if it does not exist. */
export async function lockMessage(tx: Executor, { id, conversationId }: OriginalText): Promise<boolean> {
  const { rows } = await sql`
    select from messages where conversation_id = ${conversationId} and id = ${id} and deleted_at is null
    for share`.execute(tx);
  return rows.length > 0;
}

export async function saveDraft(
  tx: Executor,
  userId: string,
  { kind, id, conversationId }: Pick<OriginalText, "kind" | "id" | "conversationId">,
  language: Language,
  { content, set_aside, version, revision, from_memory, edited_at }: StoredDraft,
): Promise<void> {
  await sql`
    insert into translation_drafts
      (user_id, subject_kind, subject_id, conversation_id, language, content, set_aside, version, revision, from_memory,
       edited_at)
    values (${userId}, ${kind}, ${id}, ${conversationId}, ${language}, ${content}, ${set_aside}, ${version},
      ${revision}, ${from_memory}, ${edited_at})
    on conflict (user_id, subject_kind, subject_id, language) do update
    set content = excluded.content, set_aside = excluded.set_aside, version = excluded.version,
      revision = excluded.revision, from_memory = excluded.from_memory, edited_at = excluded.edited_at,
      updated_at = now()`.execute(tx);
}

/** Updates a stored draft. Unlike `saveDraft`, never inserts a row. */
export function updateDraft(
  tx: Executor,
  userId: string,
  subject: DraftedOriginal,
  language: Language,
  { content, set_aside, version, revision, from_memory, edited_at }: StoredDraft,
) {
  return sql`
    update translation_drafts
    set content = ${content}, set_aside = ${set_aside}, version = ${version}, revision = ${revision},
      from_memory = ${from_memory}, edited_at = ${edited_at}, updated_at = now()
    where ${matchesDraft(userId, subject, language)}`.execute(tx);
}

/**
 * Deletes a person's empty drafts that are older than `draftLifetime` or that exceed `maximumEmptyDrafts`. Also deletes
 * the person's drafts of messages whose deletion is older than `draftLifetime`.
 */
export async function deleteUnneededDrafts(tx: Executor, userId: string): Promise<void> {
  await sql`
    delete from translation_drafts where user_id = ${userId} and content = '' and set_aside = '' and edited_at < greatest(
      now() - ${draftLifetime},
      (select edited_at from translation_drafts where user_id = ${userId} and content = '' and set_aside = ''
       order by edited_at desc offset ${maximumEmptyDrafts} limit 1))`.execute(tx);
  await sql`
    delete from translation_drafts d using messages m
    where d.user_id = ${userId} and not (d.content = '' and d.set_aside = '')
      and m.conversation_id = d.conversation_id and m.id = d.subject_id and m.deleted_at < now() - ${draftLifetime}`.execute(
    tx,
  );
}
