import type { Language } from "@kakehashi/contract/languages";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import type { GramCounts, GramLanguagePair } from "./grams.ts";

/** A new row of the translation memory: a text and its translation. */
export interface NewUnit {
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

/** Passes translation pairs to an SQL statement as a table named `given`, without duplicates. */
export const unitsTable = (units: readonly NewUnit[]) => sql`given as (
      select distinct on (md5(folded), source_language, target_language, scope, md5(target)) *
      from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as g(id uuid, scope uuid, source_language text,
        target_language text, source text, target text, folded text, grams integer[], approved boolean, user_id uuid,
        message_id uuid, conversation_id uuid, lexemes text[])
      order by md5(folded), source_language, target_language, scope, md5(target), approved desc
    )`;

/**
 * SQL that inserts the rows of the table `given` into the translation memory. An existing pair keeps its text, and
 * becomes approved if the given pair is approved.
 */
export const insertUnitsTable = sql`insert into memory_units (id, scope, source_language, target_language, source, target, folded,
        grams, approved, user_id, message_id, conversation_id, lexemes)
      select id, scope, source_language, target_language, source, target, folded, grams, approved, user_id, message_id,
        conversation_id, array_to_tsvector(lexemes)
      from given
      on conflict (source_key, source_language, target_language, scope, target_key) do update
        set approved = memory_units.approved or excluded.approved, updated_at = now(),
          changed_at = case when excluded.approved and not memory_units.approved then now() else memory_units.changed_at end`;

/**
 * Inserts translation pairs and records which messages contain them. An existing pair keeps its text, and becomes
 * approved if the new pair is approved. Returns the number of new pairs.
 */
export async function insertUnits(db: Executor, units: readonly NewUnit[]): Promise<number> {
  if (units.length === 0) return 0;
  const { rows } = await sql<{ added: number }>`
    with ${unitsTable(units)}, written as (
      ${insertUnitsTable}
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

export interface PairCandidate {
  id: string;
  folded: string;
}

/**
 * Lists the translation pairs in `scopes` whose source has a similar length, and has at least one key of every group in
 * one of the lists `anyOf`.
 */
export async function listCandidates(
  db: Executor,
  { from, to }: GramLanguagePair,
  scopes: readonly string[],
  grams: {
    anyOf: readonly (readonly (readonly number[])[])[];
    shortest: number;
    longest: number;
    maximum: number;
  },
): Promise<PairCandidate[]> {
  const sharesGrams = sql.join(
    grams.anyOf.map(
      (groups) =>
        sql`(${sql.join(
          groups.map((group) => sql`grams && ${group}::int[]`),
          sql` and `,
        )})`,
    ),
    sql` or `,
  );
  const { rows } = await sql<PairCandidate>`
    select id, folded from memory_units
    where (${sharesGrams})
      and length(folded) between ${grams.shortest} and ${grams.longest}
      and source_language = ${from} and target_language = ${to} and scope = any(${scopes}::uuid[])
    limit ${grams.maximum}`.execute(db);
  return rows;
}

/** Reads how often the most frequent index keys occur, from the statistics that PostgreSQL's last `analyze` stored. */
export async function readGramCounts(db: Executor): Promise<GramCounts> {
  const { rows } = await sql<{ rows: number; grams: number[] | null; shares: number[] | null }>`
    select c.reltuples::float8 as rows, s.most_common_elems::text::int[] as grams, s.most_common_elem_freqs as shares
    from pg_class c
    left join pg_stats s on s.schemaname = c.relnamespace::regnamespace::text and s.tablename = c.relname
      and s.attname = 'grams'
    where c.oid = 'memory_units'::regclass`.execute(db);
  const [unitRow] = rows;
  const grams = unitRow?.grams ?? [];
  // PostgreSQL's list of frequencies ends with three extra values: the smallest frequency, the largest, and the
  // frequency of null elements. Cut these values off.
  const shares = (unitRow?.shares ?? []).slice(0, grams.length);
  return {
    rows: Math.max(0, unitRow?.rows ?? 0),
    shareByGram: new Map(grams.map((gram, index) => [gram, shares[index] ?? 0])),
    rarest: shares.length > 0 ? Math.min(...shares) / 2 : 0,
  };
}

export interface UnitRow {
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

export const unitColumns = sql`u.id, u.scope, u.source_language, u.target_language, u.source, u.target, u.approved, u.user_id,
  p.name as user_name, p.reading as user_reading, p.latin_name as user_latin_name, u.updated_at,
  coalesce(u.changed_at, u.created_at) as changed_at`;
export const unitTables = sql`memory_units u left join users p on p.id = u.user_id`;

export async function selectUnits(db: Executor, clauses: RawBuilder<unknown>): Promise<UnitRow[]> {
  const { rows } = await sql<UnitRow>`select ${unitColumns} from ${unitTables} ${clauses}`.execute(db);
  return rows;
}

/**
 * Returns the translation pairs among `ids` that the reader may see. Translators and admins see all pairs. Other people
 * see pairs from files, and pairs from messages in their own rooms.
 */
export const findUnits = (
  db: Executor,
  ids: readonly string[],
  reader: { userId: string; canSeeAll: boolean },
): Promise<UnitRow[]> =>
  selectUnits(
    db,
    sql`where u.id = any(${ids}::uuid[]) and (${reader.canSeeAll} or u.message_id is null or exists (
      select from memory_supports s join conversation_members m on m.conversation_id = s.conversation_id
      where s.unit_id = u.id and m.user_id = ${reader.userId}))`,
  );

/** Returns the approved translation of exactly this normalised text. Earlier scopes win, then newer pairs. */
export async function findApproved(
  db: Executor,
  { from, to }: GramLanguagePair,
  scopes: readonly string[],
  folded: string,
): Promise<UnitRow | undefined> {
  const [unitRow] = await selectUnits(
    db,
    sql`where u.source_key = md5(${folded})::uuid and u.folded = ${folded} and u.source_language = ${from}
      and u.target_language = ${to} and u.scope = any(${scopes}::uuid[]) and u.approved
      order by array_position(${scopes}::uuid[], u.scope), u.updated_at desc, u.id limit 1`,
  );
  return unitRow;
}

/** Selects translation pairs that a message contained and no longer contains. */
interface LostSupport {
  messageId: string;
  /** A SQL condition that selects the translation pairs. */
  condition: RawBuilder<unknown>;
}

/**
 * Records that a message no longer contains translation pairs. A pair that other messages contain is kept and assigned
 * to one of these messages. A pair that no other message contains is deleted.
 */
async function removeSupport(tx: Executor, { messageId, condition }: LostSupport): Promise<void> {
  const supports = sql`memory_supports s where s.unit_id = u.id`;
  const isOfMessage = sql`${condition} and exists (select from ${supports} and s.message_id = ${messageId})`;
  // Lock the pairs first. If two messages were deleted at once without the lock, each transaction would still see the
  // other message with the pair, and neither would delete the pair.
  await sql`select from memory_units u where ${isOfMessage} order by u.id for update`.execute(tx);
  await sql`
    delete from memory_units u where ${condition} and u.message_id = ${messageId}
      and not exists (select from ${supports} and s.message_id <> ${messageId})`.execute(tx);
  await sql`
    update memory_units u set message_id = (
      select s.message_id from ${supports} and s.message_id <> ${messageId} order by s.message_id limit 1)
    where ${condition} and u.message_id = ${messageId}`.execute(tx);
  await sql`
    delete from memory_supports d using memory_units u
    where d.message_id = ${messageId} and u.id = d.unit_id and ${condition}`.execute(tx);
}

/** Deletes the translation pairs that only this message contains. */
export const forgetMessage = (tx: Executor, messageId: string) =>
  removeSupport(tx, { messageId, condition: sql`true` });

/**
 * After a message's translation has changed, removes the message's earlier translations of the same original from the
 * translation memory. Pairs from a file and pairs that other messages contain are kept.
 */
export async function replaceTexts(tx: Executor, unit: NewUnit): Promise<void> {
  if (!unit.message_id) return;
  const isEarlierText = sql`u.source_key = md5(${unit.folded})::uuid and u.folded = ${unit.folded}
    and u.source_language = ${unit.source_language} and u.target_language = ${unit.target_language}
    and u.target <> ${unit.target}`;
  await removeSupport(tx, { messageId: unit.message_id, condition: isEarlierText });
}

/**
 * After a rejected translation, removes the message's pair from the translation memory. If other messages contain the
 * pair, it stays but is no longer approved, so no message gets it automatically. `scopes` are the scopes from which the
 * message gets translations.
 */
export async function rejectPair(tx: Executor, unit: NewUnit, scopes: readonly string[]): Promise<void> {
  const isPair = sql`u.source_key = md5(${unit.folded})::uuid and u.folded = ${unit.folded}
    and u.source_language = ${unit.source_language} and u.target_language = ${unit.target_language}
    and u.target = ${unit.target} and u.scope = any(${scopes}::uuid[])`;
  if (unit.message_id) await removeSupport(tx, { messageId: unit.message_id, condition: isPair });
  await sql`
    update memory_units u set approved = false, updated_at = now(), changed_at = now()
    where ${isPair} and approved`.execute(tx);
}

export async function isPrivate(db: Executor, conversationId: string): Promise<boolean> {
  const { rows } = await sql<{
    kind: string;
  }>`select kind from conversations where id = ${conversationId}`.execute(db);
  return ["MY_CHAT", "DIRECT", "OUTSIDE"].includes(rows[0]?.kind ?? "DIRECT");
}
