import { type DataExport, exportRetentionDays } from "@kakehashi/contract/exports";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

const exportColumns = [
  "id",
  "state",
  "done",
  "total",
  "size",
  "requested_at",
  "ready_at",
  "expires_at",
] as const;

function toDataExport(row: {
  id: string;
  state: string;
  done: number;
  total: number;
  size: number | null;
  requested_at: Date;
  ready_at: Date | null;
  expires_at: Date | null;
}): DataExport {
  return {
    ...row,
    state: row.state as DataExport["state"],
    requested_at: row.requested_at.toISOString(),
    ready_at: row.ready_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

/** Adds an export. Returns undefined while an earlier export is being written. */
export async function insertExport(
  db: Executor,
  id: string,
  userId: string,
): Promise<DataExport | undefined> {
  const row = await db
    .insertInto("data_exports")
    .values({ id, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning(exportColumns)
    .executeTakeFirst();
  return row && toDataExport(row);
}

const isUnexpiredCondition = sql<boolean>`(expires_at is null or expires_at > now())`;

export async function findLatestExport(db: Executor, userId: string): Promise<DataExport | undefined> {
  const row = await db
    .selectFrom("data_exports")
    .select(exportColumns)
    .where("user_id", "=", userId)
    .where(isUnexpiredCondition)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && toDataExport(row);
}

/** Finds a finished export that has not expired. Only its owner can find it. */
export async function findReadyExport(
  db: Executor,
  userId: string,
  id: string,
): Promise<{ size: number; requested_at: Date } | undefined> {
  const row = await db
    .selectFrom("data_exports")
    .select(["size", "requested_at"])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("state", "=", "READY")
    .where(isUnexpiredCondition)
    .executeTakeFirst();
  return row && { size: row.size ?? 0, requested_at: row.requested_at };
}

/** Marks an export as running and returns its owner's id. Undefined if the export is already finished or deleted. */
export async function markExportRunning(db: Executor, id: string): Promise<string | undefined> {
  const row = await db
    .updateTable("data_exports")
    .set({ state: "RUNNING", done: 0 })
    .where("id", "=", id)
    .where("state", "in", ["WAITING", "RUNNING"])
    .returning("user_id")
    .executeTakeFirst();
  return row?.user_id;
}

export function setExportProgress(db: Executor, id: string, doneFiles: number, totalFiles: number) {
  return db
    .updateTable("data_exports")
    .set({ done: doneFiles, total: totalFiles })
    .where("id", "=", id)
    .execute();
}

/**
 * Marks an export as finished and returns when the export expires. Undefined if the owner's account was deleted while
 * the export was being written.
 */
export async function markExportReady(db: Executor, id: string, size: number): Promise<Date | undefined> {
  const row = await db
    .updateTable("data_exports")
    .set({
      state: "READY",
      done: sql`total`,
      size,
      ready_at: sql`now()`,
      expires_at: sql`now() + make_interval(days => ${exportRetentionDays})`,
    })
    .where("id", "=", id)
    .where("state", "=", "RUNNING")
    .returning("expires_at")
    .executeTakeFirst();
  return row?.expires_at ?? undefined;
}

/** Marks an export as failed. Returns false if it is finished or was deleted. */
export async function markExportFailed(db: Executor, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("data_exports")
    .set({ state: "FAILED", expires_at: sql`now() + make_interval(days => ${exportRetentionDays})` })
    .where("id", "=", id)
    .where("state", "in", ["WAITING", "RUNNING"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function findExportOwner(db: Executor, userId: string) {
  return db
    .selectFrom("users")
    .select(["email", "interface_language", "settings", "device_time_zone"])
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** Returns the ids of at most `limit` exports that can no longer be downloaded. */
export async function listExpiredExportIds(db: Executor, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("data_exports")
    .select("id")
    .where("expires_at", "<=", sql<Date>`now()`)
    .orderBy("expires_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export async function listExportIdsOf(db: Executor, userId: string): Promise<string[]> {
  const rows = await db.selectFrom("data_exports").select("id").where("user_id", "=", userId).execute();
  return rows.map((row) => row.id);
}

export function deleteExport(db: Executor, id: string) {
  return db.deleteFrom("data_exports").where("id", "=", id).execute();
}
