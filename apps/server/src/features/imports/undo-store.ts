import type { ImportTarget } from "@kakehashi/contract/imports";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import type { UnitChange } from "./item.ts";
import { canUndoCondition } from "./store.ts";

/** Marks an import as being undone. Returns false if the import cannot be undone. */
export async function beginImportUndo(tx: Executor, id: string): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update imports i set state = 'UNDOING' where i.id = ${id} and ${canUndoCondition}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Whether an import was undone, or is being undone. */
export async function isImportUndoneOrUndoing(tx: Executor, id: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from imports where id = ${id} and state in ('UNDOING', 'UNDONE')`.execute(tx);
  return rows.length > 0;
}

/** Locks an import that is being undone. Returns its target: the memory or the glossary. */
export async function lockImportBeingUndone(tx: Executor, id: string): Promise<ImportTarget | undefined> {
  const { rows } = await sql<{ target: ImportTarget }>`
    select target from imports where id = ${id} and state = 'UNDOING' for update`.execute(tx);
  return rows[0]?.target;
}

/** A change that an import made to a unit of the memory or the glossary, as stored for an undo. */
export interface UndoableUnitChange extends UnitChange {
  /**
   * When the import wrote the unit, with microseconds. If the unit's last change is later, an undo leaves the unit
   * unchanged.
   */
  at: string;
}

/** Removes and returns the next changes in an import's stored list. */
export async function takeImportChangesToUndo(
  tx: Executor,
  importId: string,
  maximum: number,
): Promise<UndoableUnitChange[]> {
  const { rows } = await sql<UndoableUnitChange>`
    delete from import_changes where import_id = ${importId} and unit_id in (
      select unit_id from import_changes where import_id = ${importId} order by unit_id limit ${maximum})
    returning unit_id as id, at::text as at, before`.execute(tx);
  return rows;
}

export const addImportUndoCounts = (
  tx: Executor,
  id: string,
  { undone, kept }: { undone: number; kept: number },
) => sql`update imports set undone = undone + ${undone}, kept = kept + ${kept} where id = ${id}`.execute(tx);

export const finishImportUndo = (tx: Executor, id: string) =>
  sql`update imports set state = 'UNDONE' where id = ${id}`.execute(tx);

/** Ends an undo whose runs have failed several times. A new undo can revert the remaining changes. */
export const endFailedImportUndo = (db: Executor, id: string) =>
  sql`update imports set state = case when problem is null then 'DONE' else 'FAILED' end
    where id = ${id} and state = 'UNDOING'`.execute(db);
