import { join } from "node:path";
import type { Readable } from "node:stream";
import {
  type FileLocation,
  type FileType,
  type Rendition,
  type SharedFile,
  type StoredFile,
  unsentHours,
} from "@kakehashi/contract/files";
import type { PageMeta } from "@kakehashi/contract/kit/page";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import { Download } from "../../kit/http/download.ts";
import type { Router } from "../../kit/http/route.ts";
import { newId } from "../../kit/ids.ts";
import type { Log } from "../../kit/log.ts";
import type { Storage } from "../../kit/storage/storage.ts";
import type { Rooms } from "../rooms/service.ts";
import { createAdmission } from "./admission.ts";
import { keyOf, keysOf } from "./keys.ts";
import { createOpenUploads } from "./open-uploads.ts";
import { createQuota, type Quotas } from "./quota.ts";
import { resumableRoutes } from "./resumable.ts";
import { fileRoutes } from "./routes.ts";
import { mayShowInline } from "./sniff.ts";
import { Staging } from "./staging.ts";
import * as store from "./store.ts";
import { createUploadTurns } from "./upload-turns.ts";

export { readMultipart } from "./multipart.ts";

/** Hours that a removed file may wait for its removal. */
const removedHours = 1;
const hourMs = 3_600_000;

export interface FilesOptions {
  db: Kysely<DB>;
  storage: Storage;
  /** What arrives is kept here until it is whole. */
  dataDir: string;
  rooms: Pick<Rooms, "requireMember" | "requireOpen" | "idsOf">;
  quotas: Quotas;
  log: Log;
}

export type Files = ReturnType<typeof createFiles>;

export function createFiles({ db, storage, dataDir, rooms, quotas, ...options }: FilesOptions) {
  const log = options.log.child({ feature: "files" });
  const logFailure = (error: unknown) => log.error({ err: error }, "Sweeping files failed.");
  const staging = new Staging(join(dataDir, "incoming"));
  const quota = createQuota(db, quotas);
  const openUploads = createOpenUploads(quota, staging);

  /** Removes the bytes of removed files, then their rows. What fails here is found by the next sweep. */
  async function deleteFiles(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      try {
        await storage.remove(keysOf(id));
        await store.deleteRemoved(db, id);
      } catch (error) {
        logFailure(error);
      }
    }
  }

  /** Files that were never sent, and whatever a crash left behind. */
  async function deleteUnused(): Promise<void> {
    await deleteFiles(await store.markRemoved(db, store.unsentSince(unsentHours)));
    await deleteFiles(await store.listRemoved(db, removedHours));
    await openUploads.releaseSwept(await staging.deleteOlderThan(unsentHours * hourMs), 2 * unsentHours);
  }
  const sweeping = setInterval(() => void deleteUnused().catch(logFailure), hourMs);
  sweeping.unref();

  /** A file as far as this person may know of it: sent in a room of theirs, or their own and not sent yet. */
  async function accessFile(userId: string, id: string): Promise<store.FoundFile> {
    const found = await store.findFile(db, id);
    if (!found) throw notFound();
    if (found.message_id !== null) await rooms.requireMember(userId, found.conversation_id);
    else if (found.user_id !== userId) throw notFound();
    return found;
  }

  const admit = createAdmission({ db, storage, staging, quota, deleteFiles });

  return {
    staging,
    admit,
    deleteUnused,
    quota,
    openUploads,
    uploadTurn: createUploadTurns(),

    async upload(
      userId: string,
      conversationId: string,
      name: string,
      stream: Readable,
    ): Promise<StoredFile> {
      await quota.requireRoom(userId);
      const path = await staging.receive(stream);
      return admit(userId, conversationId, { id: newId(), name, path });
    },

    requireMember: rooms.requireMember,
    requireOpen: rooms.requireOpen,

    /** The person's own files for this room, in the order asked; FILE.GONE where one is not, or is sent already. */
    async unsent(userId: string, conversationId: string, ids: readonly string[]): Promise<StoredFile[]> {
      const found = await store.listUnsent(db, { userId, conversationId }, ids);
      const byId = new Map(found.map((file) => [file.id, file]));
      return [...new Set(ids)].map((id) => {
        const file = byId.get(id);
        if (!file) throw new AppError("FILE.GONE");
        return file;
      });
    },

    /** Throws away the person's own files that no message carries; answers which. */
    async discard(userId: string, ids: readonly string[]): Promise<string[]> {
      const removed = await store.markRemoved(db, store.unsentOf(userId, ids));
      await deleteFiles(removed);
      return removed;
    },

    /**
     * Takes a message's files away, all or these, in the caller's transaction; answers which. After its commit, the
     * caller hands them to `forget`.
     */
    removeFrom: (
      executor: Kysely<DB>,
      conversationId: string,
      messageId: string,
      ids: readonly string[] | null,
    ): Promise<string[]> => store.markRemoved(executor, store.sentWith(conversationId, messageId, ids)),

    deleteFiles,

    /** Throws away what only this person could see: what they had not sent, and all files of their own notes. */
    async discardOwn(userId: string, notesId: string | null): Promise<void> {
      await deleteFiles(await store.markRemoved(db, store.onlyTheirs(userId, notesId)));
    },

    /** What a person has sent, page by page: those before `before` (an id) in time. Bytes come from `open`. */
    sentBy: (userId: string, before: string | null, limit: number) =>
      store.listSentBy(db, userId, before, limit),
    open: (id: string) => storage.read(keyOf(id, "original")),

    async list(
      userId: string,
      query: { type: FileType; in?: string | undefined; mine: boolean; page: number; paging: number },
    ): Promise<{ data: SharedFile[]; meta: PageMeta }> {
      const { page, paging } = query;
      if (query.in) await rooms.requireMember(userId, query.in);
      const chosen = {
        rooms: query.in ? [query.in] : await rooms.idsOf(userId),
        type: query.type,
        owner: query.mine ? userId : null,
      };
      const offset = (page - 1) * paging;
      const [data, total] = await Promise.all([
        store.listShared(db, userId, chosen, { offset, limit: paging }),
        store.countShared(db, chosen),
      ]);
      return { data, meta: { page, paging, total, has_more: offset + data.length < total } };
    },

    async locations(userId: string, mine: boolean): Promise<FileLocation[]> {
      const roomIds = await rooms.idsOf(userId);
      return store.listLocations(db, userId, { rooms: roomIds, owner: mine ? userId : null });
    },

    async describe(userId: string, id: string): Promise<SharedFile> {
      await accessFile(userId, id);
      const found = await store.findShared(db, userId, id);
      if (!found) throw notFound();
      return found;
    },

    /** For who has looked already what the reader may see. */
    describeAll: (userId: string, ids: readonly string[]): Promise<SharedFile[]> =>
      store.listByIds(db, userId, ids),

    async download(userId: string, id: string, save: boolean): Promise<Download> {
      const { name, type, size } = await accessFile(userId, id);
      return new Download({
        etag: id,
        // Without the charset a browser would guess one, and some guesses are scripts.
        type: type.startsWith("text/") ? `${type}; charset=utf-8` : type,
        size,
        name,
        inline: !save && mayShowInline(type),
        open: (range) => storage.read(keyOf(id, "original"), range),
      });
    },

    async rendition(userId: string, id: string, rendition: Rendition): Promise<Download> {
      const found = await accessFile(userId, id);
      const size = found[`${rendition}_size`];
      if (size === null) throw notFound();
      return new Download({
        etag: `${id}-${rendition}`,
        type: "image/webp",
        size,
        name: `${found.name.replace(/\.[^.]{1,16}$/u, "")}.webp`,
        inline: true,
        open: (range) => storage.read(keyOf(id, rendition), range),
      });
    },

    close: () => clearInterval(sweeping),

    routes({ route, api, authenticate }: Router): void {
      fileRoutes(route, this);
      resumableRoutes(api, this, authenticate);
    },
  };
}
