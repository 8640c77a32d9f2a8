import type {
  ConversationWithFileCount,
  FileTypeFilter,
  PictureRenditionSize,
  SharedFile,
  StoredFile,
} from "@kakehashi/contract/files";
import type { PageMeta } from "@kakehashi/contract/kit/page";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { DownloadAnswer } from "../../kit/http/download.ts";
import type { Storage } from "../../kit/storage/storage.ts";
import type { Rooms } from "../rooms/service.ts";
import { createStorageKey } from "./keys.ts";
import * as shared from "./shared-store.ts";
import { mayShowInline } from "./sniff.ts";
import type * as store from "./store.ts";

interface SharedFileDependencies {
  readonly db: Kysely<DB>;
  readonly storage: Storage;
  readonly rooms: Pick<Rooms, "requireMember" | "idsOf">;
  /** Returns a file that this person may open. Throws "not found" for any other file. */
  accessFile(userId: string, id: string): Promise<store.FoundFile>;
}

/** Opens a file for a download. With `shouldSave`, browsers always save the file and never display it. */
export function openDownload(
  storage: Pick<Storage, "read">,
  { id, name, type, size }: Pick<StoredFile, "id" | "name" | "type" | "size">,
  shouldSave: boolean,
): DownloadAnswer {
  return new DownloadAnswer({
    etag: id,
    // Without a charset in the header, a browser guesses one. In some charsets, a harmless text becomes a script. So
    // texts are always sent as UTF-8.
    type: type.startsWith("text/") ? `${type}; charset=utf-8` : type,
    size,
    name,
    inline: !shouldSave && mayShowInline(type),
    open: (range) => storage.read(createStorageKey(id, "original"), range),
  });
}

/** Lists the files that people have sent, and opens them for download. */
export function createSharedFiles({ db, storage, rooms, accessFile }: SharedFileDependencies) {
  return {
    async list(
      userId: string,
      query: {
        type: FileTypeFilter;
        roomId?: string | undefined;
        isOwnOnly: boolean;
        page: number;
        paging: number;
      },
    ): Promise<{ data: SharedFile[]; meta: PageMeta }> {
      const { page, paging } = query;
      if (query.roomId) await rooms.requireMember(userId, query.roomId);
      const fileFilter = {
        roomIds: query.roomId ? [query.roomId] : await rooms.idsOf(userId),
        type: query.type,
        ownerId: query.isOwnOnly ? userId : null,
      };
      const offset = (page - 1) * paging;
      const [data, totalCount] = await Promise.all([
        shared.listSharedFiles(db, userId, fileFilter, { offset, limit: paging }),
        shared.countSharedFiles(db, fileFilter),
      ]);
      return { data, meta: { page, paging, total: totalCount, has_more: offset + data.length < totalCount } };
    },

    /** Lists the files of these rooms. The caller has checked that the person is a member of all of them. */
    async listOfRooms(
      userId: string,
      roomIds: readonly string[],
      { page, paging }: { page: number; paging: number },
    ): Promise<{ data: SharedFile[]; meta: PageMeta }> {
      const fileFilter = { roomIds, type: "all", ownerId: null } as const;
      const offset = (page - 1) * paging;
      const [data, total] = await Promise.all([
        shared.listSharedFiles(db, userId, fileFilter, { offset, limit: paging }),
        shared.countSharedFiles(db, fileFilter),
      ]);
      return { data, meta: { page, paging, total, has_more: offset + data.length < total } };
    },

    async listLocations(userId: string, isOwnOnly: boolean): Promise<ConversationWithFileCount[]> {
      const roomIds = await rooms.idsOf(userId);
      return shared.listRoomsWithFiles(db, userId, { roomIds, ownerId: isOwnOnly ? userId : null });
    },

    async describe(userId: string, id: string): Promise<SharedFile> {
      await accessFile(userId, id);
      const sharedFile = await shared.findSharedFile(db, userId, id);
      if (!sharedFile) throw createNotFoundError();
      // People outside the team's room can download a project's files. But the description of a file names the room, so
      // only members of the room may read the description.
      await rooms.requireMember(userId, sharedFile.conversation_id);
      return sharedFile;
    },

    /** Returns the descriptions of files. The caller has already checked that the reader may see these files. */
    describeFiles: (userId: string, ids: readonly string[]): Promise<SharedFile[]> =>
      shared.listSharedFilesByIds(db, userId, ids),

    async download(userId: string, id: string, shouldSave: boolean): Promise<DownloadAnswer> {
      return openDownload(storage, await accessFile(userId, id), shouldSave);
    },

    async downloadRendition(
      userId: string,
      id: string,
      rendition: PictureRenditionSize,
    ): Promise<DownloadAnswer> {
      const file = await accessFile(userId, id);
      const size = file[`${rendition}_size`];
      if (size === null) throw createNotFoundError();
      return new DownloadAnswer({
        etag: `${id}-${rendition}`,
        type: "image/webp",
        size,
        name: `${file.name.replace(/\.[^.]{1,16}$/u, "")}.webp`,
        inline: true,
        open: (range) => storage.read(createStorageKey(id, rendition), range),
      });
    },
  };
}
