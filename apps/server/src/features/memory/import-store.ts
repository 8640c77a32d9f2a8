import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { givenPairsTable, insertGivenPairsStatement, type NewTranslationPairRow } from "./store.ts";

/**
 * A translation pair that an import added or approved. For an added pair, `before` is null. For an approved pair,
 * `before` has the time of the pair's last change before the import.
 */
export interface ImportedPairChange {
  id: string;
  before: { updated_at: string } | null;
}

/**
 * Returns the bytes on disk of the translation memory with its indexes. This is fast, because PostgreSQL only adds up
 * the sizes of files.
 */
export async function readBytesOfTranslationMemory(db: Executor): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_total_relation_size('memory_units')::float8 as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/**
 * Stores the translation pairs of a file. The only change of an existing pair is that it may become approved. Returns
 * the pairs that were added or approved.
 */
export async function importPairs(
  db: Executor,
  units: readonly NewTranslationPairRow[],
): Promise<ImportedPairChange[]> {
  if (units.length === 0) return [];
  // The last join still reads the table as it was before this statement. So `before` gets the time at which the pair
  // was last changed before the import.
  const { rows } = await sql<ImportedPairChange>`
    with ${givenPairsTable(units)}, written as (
      ${insertGivenPairsStatement}
        where excluded.approved and not memory_units.approved
      returning id
    )
    select w.id, case when u.id is not null then jsonb_build_object('updated_at', u.updated_at) end as before
    from written w left join memory_units u on u.id = w.id`.execute(db);
  return rows;
}

/**
 * A change of a translation pair by an import, as needed for an undo. `at` is the time of the change with microseconds.
 * `before` comes from `importPairs`.
 */
export interface PairChangeToUndo {
  id: string;
  at: string;
  before: object | null;
}

/**
 * Undoes an import into the translation memory: removes the added pairs and makes the approved pairs unapproved again.
 * Pairs that somebody has changed after the import stay unchanged.
 */
export async function undoImportedPairs(
  tx: Executor,
  changesToUndo: readonly PairChangeToUndo[],
): Promise<{ undone: number; kept: number }> {
  const { rows } = await sql<{ undone: number; kept: number }>`
    with present as (
      select u.id, g.before, u.updated_at = g.at as same
      from jsonb_to_recordset(${JSON.stringify(changesToUndo)}::jsonb) as g(id uuid, at timestamptz, before jsonb)
      join memory_units u on u.id = g.id
      for update of u
    ), removed as (
      delete from memory_units u using present p where u.id = p.id and p.same and p.before is null returning u.id
    ), restored as (
      update memory_units u set approved = false, updated_at = (p.before->>'updated_at')::timestamptz, changed_at = now()
      from present p where u.id = p.id and p.same and p.before is not null returning u.id
    )
    select (select count(*) from removed)::int + (select count(*) from restored)::int as undone,
      (select count(*) from present where not same)::int as kept`.execute(tx);
  return rows[0] ?? { undone: 0, kept: 0 };
}
