import { Readable } from "node:stream";
import type { FileImport, ImportTarget } from "@kakehashi/contract/imports";
import type { PageMeta } from "@kakehashi/contract/kit/page";
import type { Language } from "@kakehashi/contract/languages";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { DownloadAnswer } from "../../kit/http/download.ts";
import { offsetOf } from "../../kit/http/list-bytes.ts";
import { newId } from "../../kit/ids.ts";
import { type AuditAuthor, recordAudit } from "../audit/service.ts";
import type { ImportDependencies } from "./dependencies.ts";
import { ImportProblem } from "./problem.ts";
import { toSkippedCsv } from "./skipped-csv.ts";
import * as skippedStore from "./skipped-store.ts";
import { createImportStarter, importJobName } from "./starting.ts";
import * as store from "./store.ts";
import { runImportUndo, type UndoByTarget } from "./undo.ts";
import * as undoStore from "./undo-store.ts";
import type { WriteUnitsByTarget } from "./work.ts";

const undoJob = "import-undo";
/** Timeout of one run of an import, in seconds. A million units take about ten minutes. */
const timeoutSeconds = 4 * 60 * 60;
/** Seconds without a heartbeat after which another process continues an import. */
const heartbeatSeconds = 15;
/**
 * Number of workers for imports in this process. One person's imports use one worker at a time, and a large file takes
 * an hour. So even two large files leave a worker for other people.
 */
const workerLimits = { workers: 3, perGroup: 1, timeoutSeconds, heartbeatSeconds } as const;
/** Maximum number of failed runs of an import. An import whose file is invalid ends after the first run. */
const maximumTries = 10;

export type Imports = ReturnType<typeof createImports>;

/** Imports files from other translation tools into the memory or the glossary, in a background job. */
export function createImports({ db, jobs, files, memory, glossary, ...dependencies }: ImportDependencies) {
  const log = dependencies.log.child({ feature: "imports" });
  let isStopping = false;
  const writers: WriteUnitsByTarget = { memory: memory.importPairs, glossary: glossary.importTerms };
  const undoByTarget: UndoByTarget = { memory: memory.undoImported, glossary: glossary.undoImported };
  const throwIfStopping = () => {
    if (isStopping) throw new Error("The server is stopping.");
  };

  async function deleteFile(id: string, fileId: string, userId: string | null): Promise<void> {
    // If this deletion fails, the hourly clean-up later deletes the file with the other unsent files.
    if (userId)
      await files
        .discardUnsent(userId, [fileId])
        .catch((deletionError) => log.error({ err: deletionError, id }, "A file stays."));
  }

  /** Opens the uploaded file. Fails if the owner has deleted the file since the upload. */
  async function openFile(fileId: string, userId: string | null): Promise<Readable> {
    try {
      if (userId === null) throw createNotFoundError();
      await files.requireUnsent(userId, fileId);
    } catch (error) {
      if (error instanceof AppError) throw new ImportProblem("GONE");
      throw error;
    }
    return files.open(fileId);
  }

  async function runImportJob(id: string, attemptNumber: number): Promise<void> {
    const importRun = await store.markImportRunning(db, id);
    if (!importRun) return;
    const { file_id: fileId, user_id: userId } = importRun;
    try {
      // Loads the file parsers only now, because many servers never need them.
      const { runImport } = await import("./work.ts");
      const isComplete = await runImport({ db, writers, throwIfStopping }, id, importRun, () =>
        openFile(fileId, userId),
      );
      // The run was stopped because the import was cancelled or another process continues it. So the import is not
      // marked as done.
      if (!isComplete) return;
      await store.markImportDone(db, id);
    } catch (error) {
      if (!(error instanceof ImportProblem)) {
        if (isStopping || attemptNumber < maximumTries) throw error;
        log.error({ err: error, id }, "An import failed.");
      }
      await store.markImportFailed(
        db,
        id,
        error instanceof ImportProblem ? error : new ImportProblem("INTERNAL"),
      );
    }
    await deleteFile(id, fileId, userId);
  }

  jobs.define<{ id: string }>(importJobName, ({ id }, attempt) => runImportJob(id, attempt), workerLimits);

  async function runUndoJob(id: string, attempt: number): Promise<void> {
    try {
      await runImportUndo({ db, undoers: undoByTarget, throwIfStopping }, id);
    } catch (error) {
      if (isStopping || attempt < maximumTries) throw error;
      log.error({ err: error, id }, "An import could not be taken back.");
      await undoStore.endFailedImportUndo(db, id);
    }
  }

  jobs.define<{ id: string }>(undoJob, ({ id }, attempt) => runUndoJob(id, attempt), workerLimits);

  async function requireImport(userId: string, id: string): Promise<FileImport> {
    await memory.requireScope(userId, null);
    const fileImport = await store.findImport(db, id);
    if (!fileImport) throw createNotFoundError();
    await memory.requireScope(userId, fileImport.project_id);
    return fileImport;
  }

  return {
    start: createImportStarter({ db, memory, files, jobs }),

    async list(
      userId: string,
      {
        target,
        project_id,
        page,
        paging,
      }: { target: ImportTarget; project_id?: string | undefined; page: number; paging: number },
    ): Promise<{ data: FileImport[]; meta: PageMeta }> {
      await memory.requireScope(userId, project_id);
      const offset = offsetOf({ page, paging });
      const { data, total } = await store.listImports(db, target, project_id ?? null, {
        offset,
        limit: paging,
      });
      return { data, meta: { page, paging, total, has_more: offset + data.length < total } };
    },

    find: requireImport,

    async cancel(userId: string, id: string): Promise<FileImport> {
      await requireImport(userId, id);
      const cancelledImport = await store.cancelImport(db, id);
      if (cancelledImport) await deleteFile(id, cancelledImport.file_id, cancelledImport.user_id);
      return requireImport(userId, id);
    },

    async undo(author: AuditAuthor & { userId: string }, id: string): Promise<FileImport> {
      const { state, target, file_name, project_id } = await requireImport(author.userId, id);
      if (state !== "UNDOING" && state !== "UNDONE")
        await db.transaction().execute(async (tx) => {
          if (!(await undoStore.beginImportUndo(tx, id))) {
            if (await undoStore.isImportUndoneOrUndoing(tx, id)) return;
            throw new AppError("IMPORT.UNDO");
          }
          await recordAudit(tx, author, `${target}.import-undo`, id, { title: file_name, project_id });
          await jobs.send(tx, undoJob, { id }, { group: author.userId });
        });
      return requireImport(author.userId, id);
    },

    async skipped(userId: string, id: string, reader: Language): Promise<DownloadAnswer> {
      const { file_name } = await requireImport(userId, id);
      const rows = await skippedStore.listSkippedUnits(db, id);
      return new DownloadAnswer({
        // Each response gets a new ETag. The list of skipped units may still grow, so browsers must not use a cached
        // list.
        etag: newId(),
        type: "text/csv; charset=utf-8",
        size: null,
        name: `${file_name}.skipped.csv`,
        inline: false,
        open: async () => Readable.from([Buffer.from(toSkippedCsv(rows, reader))]),
      });
    },

    prune: () => store.deleteOldImports(db),

    /** Stops running imports after their current step. Another process continues these imports. */
    close(): void {
      isStopping = true;
    },
  };
}
