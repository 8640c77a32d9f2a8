import { maximumKeptSkipLists, maximumListedSkippedEntries } from "@kakehashi/contract/imports";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import type { ImportItem } from "./item.ts";

export type SkippedUnit = Omit<Extract<ImportItem<never>, { kind: "skip" }>, "kind"> & { unit: number };

/** Adds skipped units to an import's stored list, up to the maximum length of the list. */
export async function insertSkippedUnits(
  tx: Executor,
  importId: string,
  skippedUnits: readonly SkippedUnit[],
): Promise<void> {
  if (skippedUnits.length === 0) return;
  await sql`
    insert into import_skips (import_id, unit, line, reason, detail, text)
    select ${importId}, unit, line, reason, detail, text
    from jsonb_to_recordset(${toJson(skippedUnits)}::jsonb)
      as s(unit bigint, line integer, reason text, detail text, text text)
    order by unit
    limit greatest(0, ${maximumListedSkippedEntries} - (select count(*) from import_skips where import_id = ${importId}))`.execute(
    tx,
  );
}

/** Deletes the lists of skipped units of this person's imports, except the newest `maximumKeptSkipLists`. */
export const deleteOldSkippedUnits = (tx: Executor, userId: string) =>
  sql`
    delete from import_skips where import_id in (
      select id from imports where user_id = ${userId} order by created_at desc, id desc offset ${maximumKeptSkipLists})`.execute(
    tx,
  );

export const listSkippedUnits = (db: Executor, importId: string) =>
  db
    .selectFrom("import_skips")
    .select(["line", "reason", "detail", "text"])
    .where("import_id", "=", importId)
    .orderBy("unit")
    .execute();
