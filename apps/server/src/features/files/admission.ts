import { stat } from "node:fs/promises";
import type { Rendition, StoredFile } from "@kakehashi/contract/files";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Storage } from "../../kit/storage/storage.ts";
import { keyOf } from "./keys.ts";
import { cleanName } from "./names.ts";
import { drawRenditions } from "./pictures.ts";
import type { Quota } from "./quota.ts";
import { categoryOf, sniffType } from "./sniff.ts";
import type { Staging } from "./staging.ts";
import * as store from "./store.ts";

interface Parts {
  db: Kysely<DB>;
  storage: Storage;
  staging: Staging;
  quota: Quota;
  /** Deletes the bytes and rows of files that were marked as removed. */
  deleteFiles(ids: readonly string[]): Promise<void>;
}

export function createFileAdmission({ db, storage, staging, quota, deleteFiles }: Parts) {
  /** Turns the upload at `path` into a file. The upload is gone afterwards. */
  return async function admit(
    userId: string,
    conversationId: string,
    receivedFile: { id: string; name: string; path: string },
  ): Promise<StoredFile> {
    const { id, path } = receivedFile;
    try {
      const { size } = await stat(path);
      if (size === 0) throw new AppError("FILE.EMPTY");
      const type = await sniffType(path);
      const sniffed = categoryOf(type);
      const picture = sniffed === "image" ? await drawRenditions(path, userId) : null;
      const file: StoredFile = {
        id,
        name: cleanName(receivedFile.name),
        type,
        // A picture that cannot be drawn is not shown inline either: it may be a decompression bomb for the browser
        // too.
        category: sniffed === "image" && !picture ? "application" : sniffed,
        size,
        width: picture?.width ?? null,
        height: picture?.height ?? null,
      };
      const sizeOf = (rendition: Rendition) =>
        picture?.renditions.find((entry) => entry.rendition === rendition)?.size ?? null;
      await quota.storeWithinQuota(userId, id, (tx) =>
        store.insertPending(tx, {
          ...file,
          user_id: userId,
          conversation_id: conversationId,
          small_size: sizeOf("small"),
          medium_size: sizeOf("medium"),
        }),
      );
      try {
        for (const drawn of picture?.renditions ?? [])
          await storage.storeFile(drawn.path, keyOf(id, drawn.rendition), "image/webp");
        await storage.storeFile(path, keyOf(id, "original"), type);
        await store.unmarkRemoved(db, id);
      } catch (error) {
        await deleteFiles([id]);
        throw error;
      }
      return file;
    } finally {
      await staging.remove(path);
    }
  };
}
