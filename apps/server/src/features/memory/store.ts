import type { Language } from "@kakehashi/contract/languages";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import type { LanguagePair } from "./grams.ts";

/** A row to insert into the translation memory: a text and its translation. */
export interface NewTranslationPairRow {
  id: string;
  scope: string;
  source_language: Language;
  target_language: Language;
  source: string;
  target: string;
  folded: string;
  grams: number[];
  approved: boolean;
  user_id: string | null;
  message_id: string | null;
  conversation_id: string | null;
  lexemes: string[];
}

/** SQL for a `with` clause: the table `given` contains these translation pairs without duplicates. */
export const givenPairsTable = (pairRows: readonly NewTranslationPairRow[]) => sql`given as (
      select distinct on (md5(folded), source_language, target_language, scope, md5(target)) *
      from jsonb_to_recordset(${JSON.stringify(pairRows)}::jsonb) as g(id uuid, scope uuid, source_language text,
        target_language text, source text, target text, folded text, grams integer[], approved boolean, user_id uuid,
        message_id uuid, conversation_id uuid, lexemes text[])
      order by md5(folded), source_language, target_language, scope, md5(target), approved desc
    )`;

/**
 * SQL that inserts the pairs of the table `given` into the translation memory. If a pair already exists, its text
 * stays, and it becomes approved if the given pair is approved.
 */
export const insertGivenPairsStatement = sql`insert into memory_units (id, scope, source_language, target_language, source, target, folded,
        grams, approved, user_id, message_id, conversation_id, lexemes)
      select id, scope, source_language, target_language, source, target, folded, grams, approved, user_id, message_id,
        conversation_id, array_to_tsvector(lexemes)
      from given
      on conflict (source_key, source_language, target_language, scope, target_key) do update
        set approved = memory_units.approved or excluded.approved, updated_at = now(),
          changed_at = case when excluded.approved and not memory_units.approved then now() else memory_units.changed_at end`;

/**
 * Inserts translation pairs, and records which messages contain them. If a pair already exists, its text stays, and it
 * becomes approved if the new pair is approved. Returns the number of new pairs.
 */
export async function insertPairs(db: Executor, pairRows: readonly NewTranslationPairRow[]): Promise<number> {
  if (pairRows.length === 0) return 0;
  const { rows } = await sql<{ added: number }>`
    with ${givenPairsTable(pairRows)}, written as (
      ${insertGivenPairsStatement}
      returning id, source_key, source_language, target_language, scope, target_key, xmax = 0 as added
    ), supported as (
      insert into memory_supports (unit_id, message_id, conversation_id)
      select w.id, g.message_id, g.conversation_id
      from written w join given g on md5(g.folded)::uuid = w.source_key and md5(g.target)::uuid = w.target_key
        and (g.source_language, g.target_language, g.scope) = (w.source_language, w.target_language, w.scope)
      where g.message_id is not null
      on conflict do nothing
    )
    select (count(*) filter (where added))::int as added from written`.execute(db);
  return rows[0]?.added ?? 0;
}

export interface TranslationPairRow {
  id: string;
  scope: string;
  source_language: Language;
  target_language: Language;
  source: string;
  target: string;
  approved: boolean;
  user_id: string | null;
  user_name: string | null;
  user_reading: string | null;
  user_latin_name: string | null;
  updated_at: Date;
  changed_at: Date;
}

export const pairColumns = sql`u.id, u.scope, u.source_language, u.target_language, u.source, u.target, u.approved, u.user_id,
  p.name as user_name, p.reading as user_reading, p.latin_name as user_latin_name, u.updated_at,
  coalesce(u.changed_at, u.created_at) as changed_at`;
export const pairFromClause = sql`memory_units u left join users p on p.id = u.user_id`;

export async function selectPairs(db: Executor, clauses: RawBuilder<unknown>): Promise<TranslationPairRow[]> {
  const { rows } =
    await sql<TranslationPairRow>`select ${pairColumns} from ${pairFromClause} ${clauses}`.execute(db);
  return rows;
}

/**
 * Returns those translation pairs of `ids` that the reader may see. Translators and admins see all pairs. Other people
 * see pairs from files and pairs from messages in rooms of which they are members.
 */
export const findVisiblePairs = (
  db: Executor,
  ids: readonly string[],
  reader: { userId: string; canSeeAll: boolean },
): Promise<TranslationPairRow[]> =>
  selectPairs(
    db,
    sql`where u.id = any(${ids}::uuid[]) and (${reader.canSeeAll} or u.message_id is null or exists (
      select from memory_supports s join conversation_members m on m.conversation_id = s.conversation_id
      where s.unit_id = u.id and m.user_id = ${reader.userId}))`,
  );

/**
 * Returns the approved translation of exactly this normalised text. If there are several, the first scope wins, then
 * the newest pair.
 */
export async function findApprovedPair(
  db: Executor,
  { from, to }: LanguagePair,
  scopes: readonly string[],
  folded: string,
): Promise<TranslationPairRow | undefined> {
  const [pairRow] = await selectPairs(
    db,
    sql`where u.source_key = md5(${folded})::uuid and u.folded = ${folded} and u.source_language = ${from}
      and u.target_language = ${to} and u.scope = any(${scopes}::uuid[]) and u.approved
      order by array_position(${scopes}::uuid[], u.scope), u.updated_at desc, u.id limit 1`,
  );
  return pairRow;
}

/**
 * A message, and the translation pairs from which it is removed because the message and its translation no longer have
 * their texts.
 */
interface PairRemoval {
  messageId: string;
  /** The SQL condition for the pairs from which the message is removed. `u` is a pair in the translation memory. */
  condition: RawBuilder<unknown>;
}

/**
 * Removes a message from translation pairs, because the message and its translation no longer have their texts. A
 * pair's `message_id` names one of its messages. If it names the removed one, the pair gets the id of another of its
 * messages. If there is no other message, the pair is deleted.
 */
async function removeMessageFromPairs(tx: Executor, { messageId, condition }: PairRemoval): Promise<void> {
  const messagesOfPair = sql`memory_supports s where s.unit_id = u.id`;
  const isPairOfMessageCondition = sql`${condition} and exists (select from ${messagesOfPair} and s.message_id = ${messageId})`;
  // Lock the pairs first. Otherwise, if two messages with the same pair are deleted at once, each transaction still
  // sees the other message, and neither deletes the pair.
  await sql`select from memory_units u where ${isPairOfMessageCondition} order by u.id for update`.execute(
    tx,
  );
  await sql`
    delete from memory_units u where ${condition} and u.message_id = ${messageId}
      and not exists (select from ${messagesOfPair} and s.message_id <> ${messageId})`.execute(tx);
  await sql`
    update memory_units u set message_id = (
      select s.message_id from ${messagesOfPair} and s.message_id <> ${messageId} order by s.message_id limit 1)
    where ${condition} and u.message_id = ${messageId}`.execute(tx);
  await sql`
    delete from memory_supports d using memory_units u
    where d.message_id = ${messageId} and u.id = d.unit_id and ${condition}`.execute(tx);
}

/** Removes a deleted message from its translation pairs. Deletes the pairs that no other message contains. */
export const removeMessageFromAllPairs = (tx: Executor, messageId: string) =>
  removeMessageFromPairs(tx, { messageId, condition: sql`true` });

/**
 * Removes a message's earlier translations of the same original from the translation memory, after its translation has
 * changed. Pairs from files and pairs that other messages contain stay.
 */
export async function removeEarlierTranslations(tx: Executor, pairRow: NewTranslationPairRow): Promise<void> {
  if (!pairRow.message_id) return;
  const isEarlierTranslationCondition = sql`u.source_key = md5(${pairRow.folded})::uuid and u.folded = ${pairRow.folded}
    and u.source_language = ${pairRow.source_language} and u.target_language = ${pairRow.target_language}
    and u.target <> ${pairRow.target}`;
  await removeMessageFromPairs(tx, {
    messageId: pairRow.message_id,
    condition: isEarlierTranslationCondition,
  });
}

/**
 * Removes the pair of a rejected translation from the translation memory. A pair that other messages contain stays, but
 * is no longer approved, so that it is not used automatically. `scopes` are the scopes from which the message gets
 * suggestions.
 */
export async function rejectPair(
  tx: Executor,
  pairRow: NewTranslationPairRow,
  scopes: readonly string[],
): Promise<void> {
  const isSamePairCondition = sql`u.source_key = md5(${pairRow.folded})::uuid and u.folded = ${pairRow.folded}
    and u.source_language = ${pairRow.source_language} and u.target_language = ${pairRow.target_language}
    and u.target = ${pairRow.target} and u.scope = any(${scopes}::uuid[])`;
  if (pairRow.message_id)
    await removeMessageFromPairs(tx, { messageId: pairRow.message_id, condition: isSamePairCondition });
  await sql`
    update memory_units u set approved = false, updated_at = now(), changed_at = now()
    where ${isSamePairCondition} and approved`.execute(tx);
}

export async function isPrivateConversation(db: Executor, conversationId: string): Promise<boolean> {
  const { rows } = await sql<{
    kind: string;
  }>`select kind from conversations where id = ${conversationId}`.execute(db);
  return ["MY_CHAT", "DIRECT", "OUTSIDE"].includes(rows[0]?.kind ?? "DIRECT");
}
