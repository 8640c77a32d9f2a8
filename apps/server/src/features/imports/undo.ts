import type { ImportTarget } from "@kakehashi/contract/imports";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import * as store from "./undo-store.ts";

/** The number of changes that one transaction undoes. */
const unitsPerStep = 500;

/**
 * For each import target (memory or glossary), a function that undoes changes of an import in the caller's transaction.
 * `kept` counts the units that stay as they are, because somebody has changed them since the import.
 */
export type UndoByTarget = {
  [T in ImportTarget]: (
    tx: Kysely<DB>,
    changes: readonly store.UndoableUnitChange[],
  ) => Promise<{ undone: number; kept: number }>;
};

/**
 * Undoes an import step by step. Each transaction undoes some changes and removes them from the stored list, so after a
 * crash the next run continues with the others. `throwIfStopping` throws if the run must stop.
 */
export async function runImportUndo(
  { db, undoers, throwIfStopping }: { db: Kysely<DB>; undoers: UndoByTarget; throwIfStopping(): void },
  id: string,
): Promise<void> {
  for (let isDone = false; !isDone; ) {
    throwIfStopping();
    isDone = await db.transaction().execute(async (tx) => {
      const target = await store.lockImportBeingUndone(tx, id);
      if (!target) return true;
      const changes = await store.takeImportChangesToUndo(tx, id, unitsPerStep);
      if (changes.length > 0) await store.addImportUndoCounts(tx, id, await undoers[target](tx, changes));
      else await store.finishImportUndo(tx, id);
      return changes.length === 0;
    });
  }
}
