import { Readable } from "node:stream";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Drive } from "../drive/service.ts";
import type { Files } from "../files/service.ts";
import { type ArchiveFile, streamJsonArray, streamJsonDocument } from "./archive.ts";
import * as contents from "./contents.ts";
import * as store from "./store.ts";

/** Maximum number of files whose descriptions one query of an export reads. */
const filesPerPage = 500;
/** File types that are already compressed. Such files are stored in the archive as they are. */
const compressedTypePattern = /^(?:image|video|audio)\/|zip/;

interface ArchiveFileDependencies {
  readonly db: Kysely<DB>;
  readonly files: Pick<Files, "listSentBy" | "open">;
  readonly drive: Pick<Drive, "listForExport">;
}

/** Returns the function that lists the files of a person's export: their data as JSON, and the files themselves. */
export function createArchiveFileList({ db, files, drive }: ArchiveFileDependencies) {
  async function* readSentFiles(userId: string) {
    let lastId: string | null = null;
    for (;;) {
      const sentFiles: Awaited<ReturnType<typeof files.listSentBy>> = await files.listSentBy(
        userId,
        lastId,
        filesPerPage,
      );
      yield* sentFiles;
      lastId = sentFiles.at(-1)?.id ?? null;
      if (sentFiles.length < filesPerPage) return;
    }
  }

  return async function listArchiveFiles(userId: string): Promise<ArchiveFile[]> {
    const language = (await store.findExportOwner(db, userId))?.interface_language ?? "en";
    const createArchiveFileOfRows = (path: string, readRows: () => AsyncIterable<object>): ArchiveFile => ({
      path,
      open: async () => streamJsonArray(readRows(), language),
    });
    const createArchiveFileOfDocument = (
      path: string,
      readDocument: () => Promise<unknown>,
    ): ArchiveFile => ({
      path,
      open: async () => streamJsonDocument(await readDocument(), language),
    });
    const archiveFiles: ArchiveFile[] = [
      createArchiveFileOfDocument("account.json", () => contents.findAccount(db, userId)),
      createArchiveFileOfDocument("profile.json", () => contents.findProfile(db, userId)),
      createArchiveFileOfDocument("sign-ins.json", () => contents.listSignIns(db, userId)),
      createArchiveFileOfDocument("identities.json", () => contents.listIdentities(db, userId)),
      createArchiveFileOfDocument("address-changes.json", () => contents.listEmailAddressChanges(db, userId)),
      createArchiveFileOfDocument("invitations.json", () => contents.listSentInvitations(db, userId)),
      createArchiveFileOfDocument("conversations.json", () => contents.listJoinedRooms(db, userId)),
      createArchiveFileOfDocument("projects.json", () => contents.listProjects(db, userId)),
      createArchiveFileOfRows("codes.json", () => contents.readCodeVersions(db, userId)),
      createArchiveFileOfDocument("drafts.json", () => contents.listDrafts(db, userId)),
      createArchiveFileOfDocument("translation-drafts.json", () =>
        contents.listTranslationDrafts(db, userId),
      ),
      createArchiveFileOfDocument("bot-text-drafts.json", () => contents.listBotTextDrafts(db, userId)),
      createArchiveFileOfDocument("bookmarks.json", () => contents.listBookmarks(db, userId)),
      createArchiveFileOfRows("messages.json", () => contents.readMessages(db, userId)),
      createArchiveFileOfRows("translations.json", () => contents.readTranslations(db, userId)),
      createArchiveFileOfRows("notifications.json", () => contents.readNotifications(db, userId)),
      createArchiveFileOfRows("audit.json", () => contents.readAuditEntries(db, userId)),
      createArchiveFileOfRows("files.json", () => readSentFiles(userId)),
    ];
    const driveEntries = await drive.listForExport(userId);
    archiveFiles.push(createArchiveFileOfDocument("drive.json", async () => driveEntries));
    for (const { id, path, type, trashed_at } of driveEntries) {
      if (type === null) continue;
      // Begin the path of an entry in the trash with the entry's id, because several entries in the trash may have the
      // same name.
      const archivePath = trashed_at ? `drive-trash/${id} ${path.split("/").at(-1)}` : `drive/${path}`;
      archiveFiles.push({
        path: archivePath,
        isAlreadyCompressed: compressedTypePattern.test(type),
        open: () => files.open(id),
      });
    }
    const avatar = await contents.findAvatar(db, userId);
    if (avatar)
      archiveFiles.push({
        path: "avatar.webp",
        isAlreadyCompressed: true,
        open: async () => Readable.from([avatar]),
      });
    for await (const { id, name, type } of readSentFiles(userId)) {
      // The path begins with the file's id, because several files may have the same name. Slashes are replaced, so that
      // a file's name cannot point outside the folder.
      const path = `files/${id} ${name.replace(/[\\/:]/g, "_")}`;
      archiveFiles.push({
        path,
        isAlreadyCompressed: compressedTypePattern.test(type),
        open: () => files.open(id),
      });
    }
    return archiveFiles;
  };
}
