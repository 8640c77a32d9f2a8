import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { DataExport } from "@kakehashi/contract/exports";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { DownloadAnswer } from "../../kit/http/download.ts";
import { newId } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import type { Storage } from "../../kit/storage/storage.ts";
import type { AuditAuthor } from "../audit/service.ts";
import { recordAudit } from "../audit/service.ts";
import type { Drive } from "../drive/service.ts";
import type { Files } from "../files/service.ts";
import { formatDay, type Mailer } from "../mail/service.ts";
import type { Notifications } from "../notifications/service.ts";
import { writeZipArchive } from "./archive.ts";
import { createArchiveFileList } from "./archive-files.ts";
import * as store from "./store.ts";

const exportJob = "data-export";
/** Timeout of one export. Four hours are enough to read a hundred gigabytes from slow storage. */
const timeoutSeconds = 4 * 60 * 60;
/**
 * At most `workers` exports are written at the same time, and at most `perGroup` of one person, because one export may
 * take hours.
 */
const workerLimits = { workers: 2, perGroup: 1 };
/** After this many failed attempts the export is marked as failed, and its owner is notified. */
const maximumTries = 3;
/** How many expired exports one query deletes. */
const exportsPerBatch = 100;

const createArchiveKey = (id: string) => `exports/${id}.zip`;

export interface ExportDependencies {
  db: Kysely<DB>;
  jobs: Jobs;
  mailer: Mailer;
  notifications: Notifications;
  files: Files;
  drive: Pick<Drive, "listForExport">;
  storage: Storage;
  publicUrl: string;
  log: Log;
}

export type DataExports = ReturnType<typeof createDataExports>;

/** Creates a person's export: an archive with all their data. */
export function createDataExports(dependencies: ExportDependencies) {
  const { db, jobs, mailer, notifications, files, storage, publicUrl } = dependencies;
  const log = dependencies.log.child({ feature: "exports" });
  const logFailure = (error: unknown) => log.error({ err: error }, "Writing an export failed.");
  const listArchiveFiles = createArchiveFileList(dependencies);

  async function writeExport(id: string, userId: string): Promise<void> {
    await mkdir(files.staging.folder, { recursive: true });
    const path = join(files.staging.folder, newId());
    try {
      const files = await listArchiveFiles(userId);
      await store.setExportProgress(db, id, 0, files.length);
      let notificationIds = Promise.resolve<unknown>(undefined);
      const size = await writeZipArchive(path, files, (writtenFileCount) => {
        notificationIds = notificationIds
          .then(() => store.setExportProgress(db, id, writtenFileCount, files.length))
          .catch(logFailure);
      });
      await notificationIds;
      await storage.storeFile(path, createArchiveKey(id), "application/zip");
      await notifyOwner(id, userId, size);
    } finally {
      await rm(path, { force: true });
    }
  }

  async function notifyOwner(id: string, userId: string, size: number): Promise<void> {
    const notificationIds = await db.transaction().execute(async (tx) => {
      const owner = await store.findExportOwner(tx, userId);
      const expiresAt = owner && (await store.markExportReady(tx, id, size));
      if (!owner || !expiresAt) return [];
      const language = owner.interface_language;
      await mailer.send(tx, {
        recipient: owner.email,
        language,
        template: "export_ready",
        link: `${publicUrl}/settings#data`,
        values: { until: formatDay(expiresAt, language, owner) },
      });
      return [await notifications.write(tx, { userId, type: "EXPORT_READY", actorId: null })];
    });
    if (notificationIds.length === 0) await storage.remove([createArchiveKey(id)]);
    // A person keeps only one export, so the new export replaces the older ones.
    else
      await deleteExports(
        (await store.listExportIdsOf(db, userId)).filter((otherExportId) => otherExportId !== id),
      );
    await notifications.announce(notificationIds);
  }

  async function endAsFailed(id: string, userId: string): Promise<void> {
    const notificationIds = await db
      .transaction()
      .execute(async (tx) =>
        (await store.markExportFailed(tx, id))
          ? [await notifications.write(tx, { userId, type: "EXPORT_FAILED", actorId: null })]
          : [],
      );
    await notifications.announce(notificationIds);
  }

  jobs.define<{ id: string }>(
    exportJob,
    async ({ id }, attempt) => {
      const userId = await store.markExportRunning(db, id);
      if (userId === undefined) return;
      try {
        await writeExport(id, userId);
      } catch (error) {
        if (attempt < maximumTries) throw error;
        logFailure(error);
        await endAsFailed(id, userId);
      }
    },
    { timeoutSeconds, ...workerLimits },
  );

  /**
   * Deletes an export's file before its database row. If the server stops between the two, the next run still finds the
   * row and continues.
   */
  async function deleteExports(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await storage.remove([createArchiveKey(id)]);
      await store.deleteExport(db, id);
    }
  }

  return {
    async request(author: AuditAuthor & { userId: string }): Promise<DataExport> {
      const id = newId();
      return db.transaction().execute(async (tx) => {
        const startedExport = await store.insertExport(tx, id, author.userId);
        if (!startedExport) throw new AppError("EXPORT.RUNNING");
        await recordAudit(tx, author, "data.export", author.userId);
        await jobs.send(tx, exportJob, { id }, { group: author.userId });
        return startedExport;
      });
    },

    latest: async (userId: string): Promise<DataExport | null> =>
      (await store.findLatestExport(db, userId)) ?? null,

    async download(userId: string, id: string): Promise<DownloadAnswer> {
      const readyExport = await store.findReadyExport(db, userId, id);
      if (!readyExport) throw createNotFoundError();
      return new DownloadAnswer({
        etag: id,
        type: "application/zip",
        size: readyExport.size,
        name: `kakehashi-${readyExport.requested_at.toISOString().slice(0, 10)}.zip`,
        inline: false,
        open: (range) => storage.read(createArchiveKey(id), range),
      });
    },

    deleteExportsOf: async (userId: string) => deleteExports(await store.listExportIdsOf(db, userId)),

    /** Deletes expired exports and returns their number. */
    async prune(): Promise<number> {
      let count = 0;
      for (;;) {
        const expiredExports = await store.listExpiredExportIds(db, exportsPerBatch);
        await deleteExports(expiredExports);
        count += expiredExports.length;
        if (expiredExports.length < exportsPerBatch) return count;
      }
    },
  };
}
