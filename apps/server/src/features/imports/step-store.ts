import type { SkippedCounts } from "@kakehashi/contract/imports";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import type { UnitChange } from "./item.ts";

// Stores what one step of a running import has done. A step is one transaction.

/**
 * Locks a running import. Returns false if the import was cancelled, or if another run has already handled the next
 * units.
 */
export async function lockImportAtUnit(tx: Executor, id: string, handledUnitCount: number): Promise<boolean> {
  const { rows } = await sql`
    select from imports where id = ${id} and state = 'RUNNING' and units = ${handledUnitCount} for update`.execute(
    tx,
  );
  return rows.length > 0;
}

export interface ImportStepCounts {
  /** The number of units that this import step has stored or skipped. */
  units: number;
  read_bytes: number;
  added: number;
  replaced: number;
  unchanged: number;
  skippedByReason: SkippedCounts;
}

/**
 * Adds the counts of one import step to the stored counts of the import. `read_bytes` replaces the stored number,
 * because it counts from the beginning of the file.
 */
export async function addImportStepCounts(
  tx: Executor,
  id: string,
  stepCounts: ImportStepCounts,
): Promise<void> {
  await sql`
    update imports set units = units + ${stepCounts.units}, read_bytes = ${stepCounts.read_bytes}, added = added + ${stepCounts.added},
      replaced = replaced + ${stepCounts.replaced}, unchanged = unchanged + ${stepCounts.unchanged},
      skipped = (
        select coalesce(jsonb_object_agg(reason, count), '{}') from (
          select key as reason, sum(value::bigint) as count
          from (select * from jsonb_each_text(skipped)
            union all select * from jsonb_each_text(${JSON.stringify(stepCounts.skippedByReason)}::jsonb)) both_counts
          group by key) sums)
    where id = ${id}`.execute(tx);
}

/**
 * Stores the changes of an import step for a later undo. If the import changed a unit twice, only the unit's state from
 * before the import is kept.
 */
export async function insertImportChanges(
  tx: Executor,
  importId: string,
  changes: readonly UnitChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    insert into import_changes (import_id, unit_id, before)
    select distinct on (c.id) ${importId}::uuid, c.id, nullif(c.before, 'null')
    from rows from (jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as (id uuid, before jsonb))
      with ordinality as c(id, before, place)
    order by c.id, c.place
    on conflict (import_id, unit_id) do update set at = excluded.at`.execute(tx);
}
