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
  /** Removes bytes and rows of files that were marked as removed. */
  forget(ids: readonly string[]): Promise<void>;
}

export function createAdmission({ db, storage, staging, quota, forget }: Parts) {
  /** Makes a file of what has arrived at `path`, which is gone afterwards. */
  return async function admit(
    userId: string,
    conversationId: string,
    arrived: { id: string; name: string; path: string },
  ): Promise<StoredFile> {
    const { id, path } = arrived;
    try {
      const { size } = await stat(path);
      if (size === 0) throw new AppError("FILE.EMPTY");
      const type = await sniffType(path);
      const sniffed = categoryOf(type);
      const picture = sniffed === "image" ? await drawRenditions(path, userId) : null;
      const file: StoredFile = {
        id,
        name: cleanName(arrived.name),
        type,
        // A picture that cannot be drawn is never put into a page either: a browser would unpack the same bomb.
        category: sniffed === "image" && !picture ? "application" : sniffed,
        size,
        width: picture?.width ?? null,
        height: picture?.height ?? null,
      };
      const sizeOf = (rendition: Rendition) =>
        picture?.drawn.find((drawn) => drawn.rendition === rendition)?.size ?? null;
      await quota.within(userId, id, (tx) =>
        store.insertPending(tx, {
          ...file,
          user_id: userId,
          conversation_id: conversationId,
          small_size: sizeOf("small"),
          medium_size: sizeOf("medium"),
        }),
      );
      try {
        for (const drawn of picture?.drawn ?? [])
          await storage.take(drawn.path, keyOf(id, drawn.rendition), "image/webp");
        await storage.take(path, keyOf(id, "original"), type);
        await store.keepFile(db, id);
      } catch (error) {
        await forget([id]);
        throw error;
      }
      return file;
    } finally {
      await staging.remove(path);
    }
  };
}
