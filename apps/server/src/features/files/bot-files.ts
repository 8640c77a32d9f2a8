import { randomBytes } from "node:crypto";
import { botErrors } from "@kakehashi/contract/bot-errors";
import { type BotUpload, maximumBotFileBytes } from "@kakehashi/contract/bot-files";
import { createBotFilePath } from "@kakehashi/contract/flows/own-files";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { DownloadAnswer } from "../../kit/http/download.ts";
import type { Storage } from "../../kit/storage/storage.ts";
import * as store from "./bot-file-store.ts";
import { listStorageKeys } from "./keys.ts";
import { openDownload } from "./shared-files.ts";

/**
 * Manages the pictures and files in the messages of bots. A person uploads a file as for a message, and then a bot uses
 * it (decision 91). The file's URL contains a random key as a secret, because visitors and platforms have no access
 * token.
 */
export function createBotFiles({ db, storage }: { db: Kysely<DB>; storage: Storage }) {
  return {
    /**
     * Makes an unsent file of this person a file of the bot. Throws FILE.GONE for the field `file_id` if the person has
     * no such file.
     */
    async take(tx: Kysely<DB>, userId: string, botId: string, fileId: string): Promise<BotUpload> {
      const key = randomBytes(16).toString("hex");
      const storedFile = await store.convertToBotFile(tx, { userId, id: fileId, key });
      if (!storedFile) throw new AppError("FILE.GONE", { fields: { file_id: "gone_file" } });
      if (storedFile.size > maximumBotFileBytes)
        throw new AppError("BOT.FILE_TOO_LARGE", {
          fields: { file_id: botErrors["BOT.FILE_TOO_LARGE"].message },
        });
      await store.insertBotFileUses(tx, botId, [key]);
      const { id: _, ...file } = storedFile;
      return { ...file, address: createBotFilePath(key) };
    },

    /**
     * Records that a bot uses these files, so that the clean-up does not delete them. Returns the keys of those that
     * exist.
     */
    registerUses: async (
      tx: Kysely<DB>,
      botId: string,
      storageKeys: readonly string[],
    ): Promise<Set<string>> =>
      new Set(storageKeys.length > 0 ? await store.insertBotFileUses(tx, botId, storageKeys) : []),

    /** Opens a file for a download. Null if the file does not exist. */
    async download(key: string): Promise<DownloadAnswer | null> {
      const file = await store.findBotFileByKey(db, key);
      return file ? openDownload(storage, file, false) : null;
    },

    /** Deletes the files that no bot uses. */
    async deleteUnused(): Promise<void> {
      await store.markUnusedBotFilesRemoved(db);
      for (const id of await store.listRemovedBotFileIds(db)) {
        await storage.remove(listStorageKeys(id));
        await store.deleteRemovedBotFileRow(db, id);
      }
    },
  };
}
