import { stat } from "node:fs/promises";
import type { PictureRenditionSize, StoredFile } from "@kakehashi/contract/files";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import type { Storage } from "../../kit/storage/storage.ts";
import { createStorageKey } from "./keys.ts";
import { toSafeFileName } from "./names.ts";
import { drawRenditions } from "./pictures.ts";
import type { DestinationRules, UploadDestination } from "./places.ts";
import type { QuotaChecks } from "./quota.ts";
import { detectType, fileCategoryOf } from "./sniff.ts";
import type { UnfinishedUploadFolder } from "./staging.ts";
import * as store from "./store.ts";

interface UploadStorerDependencies {
  db: Kysely<DB>;
  storage: Storage;
  staging: UnfinishedUploadFolder;
  quota: QuotaChecks;
  places: DestinationRules;
  /** Deletes the bytes and rows of files that were marked as removed. */
  deleteFiles(ids: readonly string[]): Promise<void>;
}

/** An upload whose bytes have all arrived in the temporary file `path`. */
interface ReceivedUpload {
  readonly id: string;
  readonly name: string;
  readonly path: string;
}

type RenditionSizes = Readonly<Record<`${PictureRenditionSize}_size`, number | null>>;

export function createUploadStorer({
  db,
  storage,
  staging,
  quota,
  places,
  deleteFiles,
}: UploadStorerDependencies) {
  /** Inserts the file's row as not readable, stores the bytes, and then marks the row as readable. */
  async function storeFileWithRow(
    userId: string,
    destination: UploadDestination,
    file: StoredFile,
    {
      sizes,
      originalName,
      storeBytes,
    }: { sizes: RenditionSizes; originalName: string; storeBytes: () => Promise<void> },
  ): Promise<StoredFile> {
    const { id } = file;
    const conversation_id = await places.roomOf(userId, destination);
    await quota.storeWithinQuota(userId, id, (tx) =>
      store.insertPendingFile(tx, {
        ...file,
        ...sizes,
        user_id: userId,
        conversation_id,
        in_drive: !("conversationId" in destination),
      }),
    );
    try {
      await storeBytes();
      await db.transaction().execute(async (tx) => {
        await places.placeFile(tx, userId, destination, { id, name: originalName });
        await store.unmarkFileRemoved(tx, id);
      });
    } catch (error) {
      await deleteFiles([id]);
      throw error;
    }
    places.announce(userId, destination);
    return file;
  }

  /**
   * Detects the upload's file type. For a picture, also draws smaller renditions. The pictures of one `owner` are drawn
   * one after another, so that other people do not wait for them. The returned `storeBytes` moves the upload and its
   * renditions into the storage.
   */
  async function detectTypeAndDrawRenditions(
    { id, name, path }: ReceivedUpload,
    owner: string,
  ): Promise<{ file: StoredFile; sizes: RenditionSizes; storeBytes(): Promise<void> }> {
    const { size } = await stat(path);
    if (size === 0) throw new AppError("FILE.EMPTY");
    const type = await detectType(path);
    const detectedCategory = fileCategoryOf(type);
    const picture = detectedCategory === "image" ? await drawRenditions(path, owner) : null;
    const findRenditionSize = (rendition: PictureRenditionSize) =>
      picture?.renditions.find((entry) => entry.rendition === rendition)?.size ?? null;
    return {
      file: {
        id,
        name: toSafeFileName(name),
        type,
        // A picture is stored as a plain file if its renditions could not be drawn. If the server could not decode the
        // picture safely, browsers should not try to decode it either.
        category: detectedCategory === "image" && !picture ? "application" : detectedCategory,
        size,
        width: picture?.originalWidth ?? null,
        height: picture?.originalHeight ?? null,
      },
      sizes: { small_size: findRenditionSize("small"), medium_size: findRenditionSize("medium") },
      async storeBytes() {
        for (const rendition of picture?.renditions ?? [])
          await storage.storeFile(rendition.path, createStorageKey(id, rendition.rendition), "image/webp");
        await storage.storeFile(path, createStorageKey(id, "original"), type);
      },
    };
  }

  return {
    detectTypeAndDrawRenditions,

    /** Stores the upload at `path` as a file and moves its bytes away from `path`. */
    async storeReceivedUpload(
      userId: string,
      destination: UploadDestination,
      upload: ReceivedUpload,
    ): Promise<StoredFile> {
      try {
        const { file, sizes, storeBytes } = await detectTypeAndDrawRenditions(upload, userId);
        return await storeFileWithRow(userId, destination, file, {
          sizes,
          originalName: upload.name,
          storeBytes,
        });
      } finally {
        await staging.remove(upload.path);
      }
    },

    /**
     * Copies a file of the person's drive on the server, so that the client need not upload its bytes again. Later
     * changes of the file do not affect the copy, and changes of the copy do not affect the file.
     */
    async copy(userId: string, sourceFileId: string, destination: UploadDestination): Promise<StoredFile> {
      const source = await store.findFile(db, sourceFileId);
      if (source?.user_id !== userId || !source.in_drive) throw createNotFoundError();
      const { name, type, category, size, width, height, small_size, medium_size } = source;
      const file: StoredFile = { id: newId(), name, type, category, size, width, height };
      return storeFileWithRow(userId, destination, file, {
        sizes: { small_size, medium_size },
        originalName: name,
        async storeBytes() {
          if (small_size !== null)
            await storage.copy(createStorageKey(sourceFileId, "small"), createStorageKey(file.id, "small"));
          if (medium_size !== null)
            await storage.copy(createStorageKey(sourceFileId, "medium"), createStorageKey(file.id, "medium"));
          await storage.copy(
            createStorageKey(sourceFileId, "original"),
            createStorageKey(file.id, "original"),
          );
        },
      });
    },
  };
}
