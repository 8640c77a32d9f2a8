import {
  type FileImport,
  type ImportFormat,
  type ImportTarget,
  importRetentionDays,
} from "@kakehashi/contract/imports";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import type { ImportProblem } from "./problem.ts";

/** SQL condition: the import can be undone. It has ended, has written units, and has a stored list of its changes. */
export const canUndoCondition = sql<boolean>`(i.is_listed and i.state in ('DONE', 'FAILED', 'CANCELLED') and
  exists (select from import_changes where import_id = i.id))`;

type ImportRow = Omit<FileImport, "user" | "created_at" | "ended_at"> & {
  user_id: string | null;
  user_name: string | null;
  user_reading: string | null;
  user_latin_name: string | null;
  created_at: Date;
  ended_at: Date | null;
};

const importsQuery = (clauses: RawBuilder<unknown>) => sql<ImportRow & { count: number }>`
  select i.id, i.target, i.project_id, i.state, i.file_name, i.format, i.encoding, i.read_bytes, i.total_bytes, i.added, i.replaced,
    i.unchanged, i.skipped, i.problem, ${canUndoCondition} as can_undo, i.undone, i.kept, i.created_at, i.ended_at, i.user_id, u.name as user_name, u.reading as user_reading, u.latin_name as user_latin_name, count(*) over () as count
  from imports i left join users u on u.id = i.user_id ${clauses}`;

const toFileImport = ({
  user_id,
  user_name: name,
  user_reading: reading,
  user_latin_name: latin_name,
  created_at,
  ended_at,
  ...row
}: ImportRow & { count?: number }): FileImport => {
  const { count: _, ...importColumns } = row;
  return {
    ...importColumns,
    user:
      user_id === null
        ? null
        : { id: user_id, name: name ?? "", reading: reading ?? "", latin_name: latin_name ?? "" },
    created_at: created_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  };
};

export interface NewImport {
  id: string;
  file_id: string;
  target: ImportTarget;
  project_id: string | null;
  file_name: string;
  approved: boolean;
  user_id: string;
  total_bytes: number;
}

/** Inserts an import. Returns false if this file is being imported, or has already been imported. */
export async function insertImport(tx: Executor, row: NewImport): Promise<boolean> {
  const insertedImport = await tx
    .insertInto("imports")
    .values(row)
    .onConflict((conflict) => conflict.column("file_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return insertedImport !== undefined;
}

export async function countUnfinishedImports(tx: Executor, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from imports where user_id = ${userId} and ended_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function findImport(db: Executor, id: string): Promise<FileImport | undefined> {
  const { rows } = await importsQuery(sql`where i.id = ${id}`).execute(db);
  return rows[0] && toFileImport(rows[0]);
}

export async function findImportOfFile(
  db: Executor,
  userId: string,
  fileId: string,
): Promise<FileImport | undefined> {
  const { rows } = await importsQuery(sql`where i.file_id = ${fileId} and i.user_id = ${userId}`).execute(db);
  return rows[0] && toFileImport(rows[0]);
}

export interface ImportStartOptions {
  target: ImportTarget;
  approved: boolean;
  project_id: string | null;
}

/** Whether the import with this id was started with these options. */
export async function wasImportStartedWith(
  db: Executor,
  id: string,
  { target, approved, project_id }: ImportStartOptions,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from imports where id = ${id} and target = ${target} and approved = ${approved}
      and project_id is not distinct from ${project_id}::uuid`.execute(db);
  return rows.length > 0;
}

export async function listImports(
  db: Executor,
  target: ImportTarget,
  projectId: string | null,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ data: FileImport[]; total: number }> {
  const { rows } = await importsQuery(
    sql`where i.target = ${target} and i.project_id is not distinct from ${projectId} order by i.id desc limit ${limit} offset ${offset}`,
  ).execute(db);
  return { data: rows.map(toFileImport), total: rows[0]?.count ?? 0 };
}

export interface RunningImport {
  target: ImportTarget;
  file_id: string;
  approved: boolean;
  user_id: string | null;
  project_id: string | null;
  /** How many units of the file earlier runs of this import have handled. */
  units: number;
}

/** Marks an import as running and returns its row. Returns undefined if the import has ended or was cancelled. */
export async function markImportRunning(db: Executor, id: string): Promise<RunningImport | undefined> {
  const row = await db
    .updateTable("imports")
    .set({ state: "RUNNING" })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .returning(["target", "file_id", "approved", "user_id", "project_id", "units"])
    .executeTakeFirst();
  return row && { ...row, target: row.target as ImportTarget };
}

const isInProgressCondition = sql<boolean>`ended_at is null`;

export const setImportFormat = (db: Executor, id: string, format: ImportFormat, encoding: string) =>
  db
    .updateTable("imports")
    .set({ format, encoding })
    .where("id", "=", id)
    .where(isInProgressCondition)
    .execute();

export const markImportDone = (db: Executor, id: string) =>
  db
    .updateTable("imports")
    .set({ state: "DONE", read_bytes: sql`total_bytes`, ended_at: sql`now()` })
    .where("id", "=", id)
    .where(isInProgressCondition)
    .execute();

export const markImportFailed = (db: Executor, id: string, { code, line, detail }: ImportProblem) =>
  db
    .updateTable("imports")
    .set({ state: "FAILED", problem: toJson({ code, line, detail }), ended_at: sql`now()` })
    .where("id", "=", id)
    .where(isInProgressCondition)
    .execute();

/** Cancels an import. Returns the ids of its file and its owner, or undefined if the import has already ended. */
export const cancelImport = (db: Executor, id: string) =>
  db
    .updateTable("imports")
    .set({ state: "CANCELLED", ended_at: sql`now()` })
    .where("id", "=", id)
    .where(isInProgressCondition)
    .returning(["file_id", "user_id"])
    .executeTakeFirst();

/**
 * Deletes imports that ended more than `importRetentionDays` ago, with their lists of skipped and changed units.
 * Returns how many were deleted.
 */
export async function deleteOldImports(db: Executor): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from imports where ended_at < now() - make_interval(days => ${importRetentionDays}) and state <> 'UNDOING'`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
