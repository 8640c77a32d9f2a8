import type { ImportSkipReason, ImportTarget, SkippedCounts } from "@kakehashi/contract/imports";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { OpenFile } from "./decode.ts";
import type { UnitChange } from "./item.ts";
import { type ImportItem, shortenSkippedText } from "./item.ts";
import { ImportProblem } from "./problem.ts";
import { openImportFile, type UnitByImportTarget } from "./reader.ts";
import * as skippedStore from "./skipped-store.ts";
import * as stepStore from "./step-store.ts";
import * as store from "./store.ts";

/** Maximum number of units that one transaction stores. */
const unitsPerStep = 500;
/**
 * Maximum UTF-16 code units of the texts that one transaction stores. A single longer unit is stored in a transaction
 * of its own. Indexing the longest texts is slow: 500 of them would take longer than a statement may take.
 */
const maximumTextLengthPerStep = 100_000;

/** Returns how many of the items one transaction stores. */
export function countItemsThatFitStep(items: readonly ImportItem<object>[]): number {
  let textLength = 0;
  for (const [index, item] of items.slice(0, unitsPerStep).entries()) {
    if (item.kind === "unit")
      for (const value of Object.values(item.unit)) if (typeof value === "string") textLength += value.length;
    if (textLength > maximumTextLengthPerStep) return Math.max(1, index);
  }
  return Math.min(items.length, unitsPerStep);
}

/** The result of storing the units of one import step in the memory or the glossary. */
export interface UnitWriteResult {
  added: number;
  /** The number of existing units that were changed. */
  replaced: number;
  /** Units that were not stored, or of which only a part was stored. They count neither as added nor as replaced. */
  refused?: readonly { index: number; reason: ImportSkipReason; text: string; detail?: string }[];
  /**
   * The units that were added or changed. `before` is the unit's state before the import, which an undo restores.
   * `before` is null for a new unit.
   */
  changes: readonly UnitChange[];
}

/** For each import target, a function that stores units in the caller's transaction. */
export type WriteUnitsByTarget = {
  [T in ImportTarget]: (
    tx: Kysely<DB>,
    units: readonly UnitByImportTarget[T][],
    importOptions: { approved: boolean; userId: string | null; projectId: string | null },
  ) => Promise<UnitWriteResult>;
};

/**
 * This error ends a run of an import. It is thrown if the import was cancelled, or if another process has taken it
 * over.
 */
class ImportRunSuperseded extends Error {}

export interface ImportRunDependencies {
  db: Kysely<DB>;
  writers: WriteUnitsByTarget;
  /** Throws if the server process is stopping. */
  throwIfStopping(): void;
}

/**
 * Counts the results of one import step and lists its skipped units. `firstUnitIndex` is the position of the step's
 * first unit in the file.
 */
function summarizeImportStep<T>(
  items: readonly ImportItem<T>[],
  writeResult: UnitWriteResult,
  firstUnitIndex: number,
): { counts: Omit<stepStore.ImportStepCounts, "read_bytes">; skips: skippedStore.SkippedUnit[] } {
  const skippedUnits: skippedStore.SkippedUnit[] = [];
  /** The positions in `items` of the units to store. */
  const itemIndexes: number[] = [];
  for (const [index, item] of items.entries()) {
    if (item.kind === "unit") itemIndexes.push(index);
    else {
      const { kind: _, ...skipped } = item;
      skippedUnits.push({ ...skipped, unit: firstUnitIndex + index });
    }
  }
  for (const { index, reason, text, detail = "" } of writeResult.refused ?? []) {
    const itemIndex = itemIndexes[index] ?? 0;
    const line = items[itemIndex]?.line ?? 0;
    skippedUnits.push({
      unit: firstUnitIndex + itemIndex,
      line,
      reason,
      detail,
      text: shortenSkippedText(text),
    });
  }
  const skippedCounts: SkippedCounts = {};
  for (const { reason } of skippedUnits) skippedCounts[reason] = (skippedCounts[reason] ?? 0) + 1;
  const { added, replaced } = writeResult;
  const unchangedCount = items.length - skippedUnits.length - added - replaced;
  return {
    counts: {
      units: items.length,
      added,
      replaced,
      unchanged: unchangedCount,
      skippedByReason: skippedCounts,
    },
    skips: skippedUnits,
  };
}

/**
 * Imports a file, beginning after the units that earlier runs handled. Each step stores its units and the progress of
 * the import in one transaction. Returns false if the import was cancelled or another process has continued it. Throws
 * `ImportProblem` if the file cannot be imported completely.
 */
export async function runImport<T extends ImportTarget>(
  { db, writers, throwIfStopping }: ImportRunDependencies,
  id: string,
  importRun: store.RunningImport & { target: T },
  openFile: OpenFile,
): Promise<boolean> {
  const { target, approved, user_id: userId, project_id: projectId } = importRun;
  const file = await openImportFile(target, openFile);
  await store.setImportFormat(db, id, file.format, file.encoding);
  let readByteCount = 0;
  let readUnitCount = 0;
  /** The number of the file's units that this run and earlier runs have stored or skipped. */
  let handledUnitCount = importRun.units;
  let pendingItems: ImportItem<UnitByImportTarget[T]>[] = [];

  async function importItems(items: readonly ImportItem<UnitByImportTarget[T]>[]): Promise<void> {
    throwIfStopping();
    await db.transaction().execute(async (tx) => {
      if (!(await stepStore.lockImportAtUnit(tx, id, handledUnitCount))) throw new ImportRunSuperseded();
      const units = items.flatMap((item) => (item.kind === "unit" ? [item.unit] : []));
      const writeResult = await writers[target](tx, units, { approved, userId, projectId });
      const { counts, skips } = summarizeImportStep(items, writeResult, handledUnitCount);
      await skippedStore.insertSkippedUnits(tx, id, skips);
      await stepStore.insertImportChanges(tx, id, writeResult.changes);
      await stepStore.addImportStepCounts(tx, id, { ...counts, read_bytes: readByteCount });
    });
    handledUnitCount += items.length;
  }

  /** Imports the pending items in steps. Unless `isEndOfFile`, the items of an incomplete step stay pending. */
  async function importPendingItems(isEndOfFile: boolean): Promise<void> {
    while (pendingItems.length > 0) {
      const itemCount = countItemsThatFitStep(pendingItems);
      if (itemCount === pendingItems.length && itemCount < unitsPerStep && !isEndOfFile) return;
      await importItems(pendingItems.slice(0, itemCount));
      pendingItems = pendingItems.slice(itemCount);
    }
  }

  async function readAllItems(): Promise<void> {
    const onRead = (bytes: number) => {
      readByteCount = bytes;
    };
    for await (const items of file.readItems(onRead)) {
      pendingItems.push(...items.slice(Math.max(0, handledUnitCount + pendingItems.length - readUnitCount)));
      readUnitCount += items.length;
      await importPendingItems(false);
    }
  }

  try {
    const problem = await readAllItems().catch((error: unknown) => {
      if (error instanceof ImportProblem) return error;
      throw error;
    });
    // Imports the units that are still pending. If a part of the file is broken, these are the last units before that
    // part.
    await importPendingItems(true);
    if (problem) throw problem;
    return true;
  } catch (error) {
    if (error instanceof ImportRunSuperseded) return false;
    throw error;
  }
}
