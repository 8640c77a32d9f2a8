import type { FileImport, ImportTarget } from "@kakehashi/contract/imports";
import { AppError } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import { type AuditAuthor, recordAudit } from "../audit/service.ts";
import type { ImportDependencies } from "./dependencies.ts";
import * as skippedStore from "./skipped-store.ts";
import * as store from "./store.ts";

export const importJobName = "import";
/** Maximum number of imports of one person that wait or run at the same time. */
const maximumUnfinishedImports = 20;

const goneFileError = () => new AppError("FILE.GONE", { fields: { file_id: "gone_file" } });

/** Creates the function that starts an import. That function checks the caller's options and adds the import's job. */
export function createImportStarter({
  db,
  memory,
  files,
  jobs,
}: Pick<ImportDependencies, "db" | "memory" | "files" | "jobs">) {
  /** Throws an error that names the field if the person may not import into this project. */
  async function requireImportScope(userId: string, projectId: string | undefined): Promise<void> {
    try {
      await memory.requireScope(userId, projectId);
    } catch (error) {
      if (projectId !== undefined && error instanceof AppError && error.code === "ERR.NOT_FOUND")
        throw new AppError("ERR.INPUT", { fields: { project_id: "choice" } });
      throw error;
    }
  }

  /**
   * Finds the person's import of a file. Throws if that import has other options, because otherwise these options would
   * be ignored silently.
   */
  async function findSameImport(
    userId: string,
    fileId: string,
    options: store.ImportStartOptions,
  ): Promise<FileImport | undefined> {
    const fileImport = await store.findImportOfFile(db, userId, fileId);
    if (fileImport && !(await store.wasImportStartedWith(db, fileImport.id, options)))
      throw new AppError("ERR.INPUT", { fields: { file_id: "imported_file" } });
    return fileImport;
  }

  async function requireImportFile(userId: string, fileId: string) {
    try {
      return await files.requireUnsent(userId, fileId);
    } catch (error) {
      throw error instanceof AppError && error.code === "FILE.GONE" ? goneFileError() : error;
    }
  }

  return async function start(
    author: AuditAuthor & { userId: string },
    {
      file_id,
      target,
      approved,
      project_id,
    }: { file_id: string; target: ImportTarget; approved: boolean; project_id?: string | undefined },
  ): Promise<FileImport> {
    const { userId } = author;
    await requireImportScope(userId, project_id);
    const options = { target, approved, project_id: project_id ?? null };
    const existingImport = await findSameImport(userId, file_id, options);
    if (existingImport) return existingImport;
    const { name, size } = await requireImportFile(userId, file_id);
    const id = newId();
    await db.transaction().execute(async (tx) => {
      if ((await store.countUnfinishedImports(tx, userId)) >= maximumUnfinishedImports)
        throw new AppError("IMPORT.MANY");
      const row = { id, file_id, target, file_name: name, approved, user_id: userId, total_bytes: size };
      if (!(await store.insertImport(tx, { ...row, project_id: project_id ?? null }))) return;
      await skippedStore.deleteOldSkippedUnits(tx, userId);
      await recordAudit(tx, author, `${target}.import`, id, { title: name, project_id });
      await jobs.send(tx, importJobName, { id }, { group: userId });
    });
    // A parallel call may have started the import, even with other options.
    const startedImport = await findSameImport(userId, file_id, options);
    if (!startedImport) throw goneFileError();
    return startedImport;
  };
}
