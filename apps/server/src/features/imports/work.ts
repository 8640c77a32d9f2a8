import type { ImportTarget, SkippedCounts, SkipReason } from "@kakehashi/contract/imports";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { OpenFile } from "./decode.ts";
import type { Item } from "./item.ts";
import { openImport, type Units } from "./reader.ts";
import * as store from "./store.ts";

/** Units that are written in one transaction. */
const unitsPerStep = 500;

/** What became of units that were written. */
export interface Written {
  added: number;
  /** Were there and are changed. */
  replaced: number;
  /** Units for which there is no room. */
  refused?: readonly { index: number; reason: SkipReason }[];
}

/** Writes units in the caller's transaction. */
export type Writers = {
  [T in ImportTarget]: (
    tx: Kysely<DB>,
    units: readonly Units[T][],
    given: { approved: boolean; userId: string | null; projectId: string | null },
  ) => Promise<Written>;
};

/** It was cancelled, or another process runs it too and came further. */
class Superseded extends Error {}

export interface RunParts {
  db: Kysely<DB>;
  writers: Writers;
  /** Throws where the import must not go on now. */
  checkStopping(): void;
}

/**
 * Reads a file and imports it, from the unit on that an earlier run had reached: what was read and how far it came are
 * written in one transaction. Throws `ImportProblem`. Answers false if the import was cancelled.
 */
export async function runImport<T extends ImportTarget>(
  { db, writers, checkStopping }: RunParts,
  id: string,
  begun: store.BegunImport & { target: T },
  open: OpenFile,
): Promise<boolean> {
  const file = await openImport(begun.target, open);
  await store.setFormat(db, id, file.format, file.encoding);
  let readBytes = 0;
  /** Units of the file that were passed, in this run or an earlier one. */
  let passed = 0;
  let done = begun.units;
  let waiting: Item<Units[T]>[] = [];

  async function step(items: readonly Item<Units[T]>[]): Promise<void> {
    checkStopping();
    await db.transaction().execute(async (tx) => {
      if (!(await store.lockAt(tx, id, done))) throw new Superseded();
      const units = items.flatMap((item, index) => (item.kind === "unit" ? [{ item, index }] : []));
      const written = await writers[begun.target](
        tx,
        units.map(({ item }) => item.unit),
        { approved: begun.approved, userId: begun.user_id, projectId: begun.project_id },
      );
      const refused = (written.refused ?? []).flatMap(({ index, reason }) => {
        const at = units[index];
        const text = at ? Object.values(at.item.unit).find((value) => typeof value === "string") : "";
        return at
          ? [
              {
                unit: done + at.index,
                line: at.item.line,
                reason,
                detail: "",
                text: String(text).slice(0, 100),
              },
            ]
          : [];
      });
      const skips = items.flatMap((item, index) => {
        if (item.kind === "unit") return [];
        const { kind: _, ...skipped } = item;
        return [{ ...skipped, unit: done + index }];
      });
      const all = [...skips, ...refused];
      const skipped: SkippedCounts = {};
      for (const { reason } of all) skipped[reason] = (skipped[reason] ?? 0) + 1;
      await store.insertSkips(tx, id, all);
      await store.advance(tx, id, {
        units: items.length,
        read_bytes: readBytes,
        added: written.added,
        replaced: written.replaced,
        unchanged: units.length - written.added - written.replaced - refused.length,
        skipped,
      });
    });
    done += items.length;
  }

  async function flush(least: number): Promise<void> {
    while (waiting.length > 0 && waiting.length >= least) {
      await step(waiting.slice(0, unitsPerStep));
      waiting = waiting.slice(unitsPerStep);
    }
  }

  try {
    try {
      for await (const items of file.read((bytes) => {
        readBytes = bytes;
      })) {
        const fresh = items.slice(Math.max(0, done + waiting.length - passed));
        passed += items.length;
        waiting.push(...fresh);
        await flush(unitsPerStep);
      }
    } catch (error) {
      // What stands before the broken place is imported.
      if (!(error instanceof Superseded)) await flush(1);
      throw error;
    }
    await flush(1);
    return true;
  } catch (error) {
    if (error instanceof Superseded) return false;
    throw error;
  }
}
