import type { Language } from "@kakehashi/contract/languages";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { rowsWithinBytes } from "../../kit/db/fitting.ts";
import { notFound } from "../../kit/errors.ts";
import type { GramCounts, Pair } from "./grams.ts";

/** A new pair. */
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

/** These pairs as a table, each once. */
const unitsTable = (units: readonly NewUnit[]) => sql`given as (
      select distinct on (md5(folded), source_language, target_language, scope, md5(target)) *
      from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as g(id uuid, scope uuid, source_language text,
        target_language text, source text, target text, folded text, grams integer[], approved boolean, user_id uuid,
        message_id uuid, conversation_id uuid, lexemes text[])
      order by md5(folded), source_language, target_language, scope, md5(target), approved desc
    )`;

/** Inserts the given pairs. An existing pair becomes approved if the given one is. */
const insertUnitsTable = sql`insert into memory_units (id, scope, source_language, target_language, source, target, folded,
        grams, approved, user_id, message_id, conversation_id, lexemes)
      select id, scope, source_language, target_language, source, target, folded, grams, approved, user_id, message_id,
        conversation_id, array_to_tsvector(lexemes)
      from given
      on conflict (source_key, source_language, target_language, scope, target_key) do update
        set approved = memory_units.approved or excluded.approved, updated_at = now()`;

/**
 * Inserts pairs. If a pair exists, it stays in its place, and becomes approved if the new one is approved. Returns how
 * many are new.
 */
export async function insertUnits(db: Executor, units: readonly NewUnit[]): Promise<number> {
  if (units.length === 0) return 0;
  const { rows } = await sql<{ added: number }>`
    with ${unitsTable(units)}, written as (
      ${insertUnitsTable}
      returning xmax = 0 as added
    )
    select (count(*) filter (where added))::int as added from written`.execute(db);
  return rows[0]?.added ?? 0;
}

/** A pair that an import has added, or approved: then `before` says when it had been changed until then. */
export interface ImportedUnit {
  id: string;
  before: { updated_at: string } | null;
}

/** Writes pairs of a file. Of one that is there only the approval changes, from no to yes. Answers those that it wrote. */
export async function importUnits(db: Executor, units: readonly NewUnit[]): Promise<ImportedUnit[]> {
  if (units.length === 0) return [];
  // The last join reads the table as it was before the statement.
  const { rows } = await sql<ImportedUnit>`
    with ${unitsTable(units)}, written as (
      ${insertUnitsTable}
        where excluded.approved and not memory_units.approved
      returning id
    )
    select w.id, case when u.id is not null then jsonb_build_object('updated_at', u.updated_at) end as before
    from written w left join memory_units u on u.id = w.id`.execute(db);
  return rows;
}

/** What an import did to a pair, and when: `at` in all its microseconds. `before` as `importUnits` answered it. */
export interface UnitToUndo {
  id: string;
  at: string;
  before: object | null;
}

/** Removes pairs that an import added, and takes its approvals back. Pairs that were changed since stay as they are. */
export async function undoImported(
  tx: Executor,
  given: readonly UnitToUndo[],
): Promise<{ undone: number; kept: number }> {
  const { rows } = await sql<{ undone: number; kept: number }>`
    with present as (
      select u.id, g.before, u.updated_at = g.at as same
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(id uuid, at timestamptz, before jsonb)
      join memory_units u on u.id = g.id
      for update of u
    ), removed as (
      delete from memory_units u using present p where u.id = p.id and p.same and p.before is null returning u.id
    ), restored as (
      update memory_units u set approved = false, updated_at = (p.before->>'updated_at')::timestamptz
      from present p where u.id = p.id and p.same and p.before is not null returning u.id
    )
    select (select count(*) from removed)::int + (select count(*) from restored)::int as undone,
      (select count(*) from present where not same)::int as kept`.execute(tx);
  return rows[0] ?? { undone: 0, kept: 0 };
}

export interface Candidate {
  id: string;
  folded: string;
}

/** Pairs in these scopes that have a similar length, and a key of each group of one of the lists. */
export async function listCandidates(
  db: Executor,
  { from, to }: Pair,
  scopes: readonly string[],
  grams: {
    anyOf: readonly (readonly (readonly number[])[])[];
    shortest: number;
    longest: number;
    maximum: number;
  },
): Promise<Candidate[]> {
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
  const { rows } = await sql<Candidate>`
    select id, folded from memory_units
    where (${sharesGrams})
      and length(folded) between ${grams.shortest} and ${grams.longest}
      and source_language = ${from} and target_language = ${to} and scope = any(${scopes}::uuid[])
    limit ${grams.maximum}`.execute(db);
  return rows;
}

/** How frequent the most frequent pieces are, from the statistics of the last `analyze`. */
export async function readGramCounts(db: Executor): Promise<GramCounts> {
  const { rows } = await sql<{ rows: number; grams: number[] | null; shares: number[] | null }>`
    select c.reltuples::float8 as rows, s.most_common_elems::text::int[] as grams, s.most_common_elem_freqs as shares
    from pg_class c
    left join pg_stats s on s.schemaname = c.relnamespace::regnamespace::text and s.tablename = c.relname
      and s.attname = 'grams'
    where c.oid = 'memory_units'::regclass`.execute(db);
  const [unitRow] = rows;
  const grams = unitRow?.grams ?? [];
  // After the elements' fractions the array has three more values: the smallest, the largest, and that of null
  // elements.
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
  updated_at: Date;
}

const columns = sql`u.id, u.scope, u.source_language, u.target_language, u.source, u.target, u.approved, u.user_id,
  p.name as user_name, u.updated_at`;
const tables = sql`memory_units u left join users p on p.id = u.user_id`;

async function select(db: Executor, clauses: RawBuilder<unknown>): Promise<UnitRow[]> {
  const { rows } = await sql<UnitRow>`select ${columns} from ${tables} ${clauses}`.execute(db);
  return rows;
}

/**
 * The pairs among these ids that a person may see. Translators and admins see all. Others see pairs without a room and
 * pairs from their own rooms.
 */
export const findUnits = (
  db: Executor,
  ids: readonly string[],
  reader: { userId: string; canSeeAll: boolean },
): Promise<UnitRow[]> =>
  select(
    db,
    sql`where u.id = any(${ids}::uuid[]) and (${reader.canSeeAll} or u.conversation_id is null or exists (
      select from conversation_members m where m.conversation_id = u.conversation_id and m.user_id = ${reader.userId}))`,
  );

/** The approved translation of exactly this folded text: from the first scope that has one, the newest. */
export async function findApproved(
  db: Executor,
  { from, to }: Pair,
  scopes: readonly string[],
  folded: string,
): Promise<UnitRow | undefined> {
  const [unitRow] = await select(
    db,
    sql`where u.source_key = md5(${folded})::uuid and u.folded = ${folded} and u.source_language = ${from}
      and u.target_language = ${to} and u.scope = any(${scopes}::uuid[]) and u.approved
      order by array_position(${scopes}::uuid[], u.scope), u.updated_at desc, u.id limit 1`,
  );
  return unitRow;
}

export interface Search {
  scope: string;
  lexemes: string | null;
  from: Language | undefined;
  to: Language | undefined;
  approved: boolean | undefined;
}

const matching = ({ scope, lexemes, from, to, approved }: Search) => sql`
  from memory_units u where u.scope = ${scope} ${lexemes === null ? sql`` : sql`and u.lexemes @@ ${lexemes}::tsquery`}
    ${from ? sql`and u.source_language = ${from}` : sql``} ${to ? sql`and u.target_language = ${to}` : sql``}
    ${approved === undefined ? sql`` : sql`and u.approved = ${approved}`}`;

/**
 * A page of the search results, approved pairs first, and the number of results. At most `maximum` results are
 * counted.
 */
export async function searchUnits(
  db: Executor,
  query: Search,
  { offset, limit, most: maximum }: { offset: number; limit: number; most: number },
): Promise<{ units: UnitRow[]; total: number }> {
  // Without search words: the newest pairs, by their index. With words: the first pairs that the index of
  // words finds.
  const order = query.lexemes === null ? sql`order by u.updated_at desc, u.id desc` : sql``;
  const matchingUnits = sql`select u.id, u.approved, u.updated_at, octet_length(u.source) + octet_length(u.target) as bytes
    ${matching(query)} ${order} limit ${maximum}`;
  const sorted =
    query.lexemes === null ? sql`updated_at desc, id desc` : sql`approved desc, updated_at desc, id desc`;
  const page = sql`select * from found order by ${sorted} limit ${limit} offset ${offset}`;
  const { rows } = await sql<UnitRow & { total: number }>`
    with found as materialized (${matchingUnits})
    select ${columns}, (select count(*)::int from found) as total
    from ${rowsWithinBytes(page, sorted)} f join ${tables} on u.id = f.id
    order by ${sql.raw(query.lexemes === null ? "" : "u.approved desc, ")} u.updated_at desc, u.id desc`.execute(
    db,
  );
  return { units: rows.map(({ total: _, ...unit }) => unit), total: rows[0]?.total ?? 0 };
}

/** All pairs in the order of their ids, in batches. */
export async function* unitsInBatches(
  db: Executor,
  { scope, from, to }: Pick<Search, "scope" | "from" | "to">,
  maximum: number,
): AsyncGenerator<UnitRow[]> {
  // Starts below every id, so that each batch is read by the index of ids, even before the table is analysed.
  for (let last = "00000000-0000-0000-0000-000000000000"; ; ) {
    const batch: UnitRow[] = await select(
      db,
      sql`where u.scope = ${scope} and u.id > ${last}
        ${from ? sql`and u.source_language = ${from}` : sql``} ${to ? sql`and u.target_language = ${to}` : sql``}
        order by u.id limit ${maximum}`,
    );
    if (batch.length > 0) yield batch;
    last = batch.at(-1)?.id ?? last;
    if (batch.length < maximum) return;
  }
}

export async function lockUnit(tx: Executor, id: string): Promise<UnitRow> {
  const [unitRow] = await select(tx, sql`where u.id = ${id} for update of u`);
  if (!unitRow) throw notFound();
  return unitRow;
}

export const updateUnit = (
  tx: Executor,
  id: string,
  change: { target: string; approved: boolean; lexemes: readonly string[] },
) =>
  sql`update memory_units set target = ${change.target}, approved = ${change.approved}, updated_at = now(),
    lexemes = array_to_tsvector(${change.lexemes}::text[]) where id = ${id}`.execute(tx);

export const deleteUnit = (tx: Executor, id: string) =>
  sql`delete from memory_units where id = ${id}`.execute(tx);

/** Deletes the pairs of a message. With a text, deletes only the pair with that text, and only if it is not approved. */
export const forgetMessage = (tx: Executor, messageId: string, rejected?: string) =>
  sql`delete from memory_units where message_id = ${messageId}
    ${rejected === undefined ? sql`` : sql`and target = ${rejected} and not approved`}`.execute(tx);

export async function isPrivate(db: Executor, conversationId: string): Promise<boolean> {
  const { rows } = await sql<{
    kind: string;
  }>`select kind from conversations where id = ${conversationId}`.execute(db);
  return ["MY_CHAT", "DIRECT"].includes(rows[0]?.kind ?? "DIRECT");
}
