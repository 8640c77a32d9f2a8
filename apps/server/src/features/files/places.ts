import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Rooms } from "../rooms/service.ts";

/**
 * Where to upload a file: a conversation, or a folder of the person's drive. A `folderId` of null is the top level of
 * the drive.
 */
export type UploadDestination = { readonly conversationId: string } | { readonly folderId: string | null };

/** The functions of the feature `drive` that the upload of a file into a drive needs. */
export interface DriveFunctions {
  /** Throws if the person has no such folder, or if their drive already has the maximum number of entries. */
  requireFolder(userId: string, folderId: string | null): Promise<void>;
  /**
   * Adds the file to the folder, in the transaction that makes the file readable. `name` is the uploader's
   * name for the file.
   */
  addFileToFolder(
    tx: Kysely<DB>,
    userId: string,
    folderId: string | null,
    file: { id: string; name: string },
  ): Promise<void>;
  publishDriveChange(userId: string): void;
}

export type DestinationRules = ReturnType<typeof createDestinationRules>;

/** Checks whether a person may add files to a conversation or a drive folder, and adds the files. */
export function createDestinationRules(
  rooms: Pick<Rooms, "requireMember" | "requireOpenRoom" | "openMyChat">,
) {
  let driveFunctions: DriveFunctions | undefined;

  function requireDriveFunctions(): DriveFunctions {
    if (!driveFunctions) throw new Error("Nobody keeps the drive.");
    return driveFunctions;
  }

  return {
    defineDrive(drive: DriveFunctions): void {
      driveFunctions = drive;
    },

    /** Throws if the person may not upload to this conversation or folder. Call this before an upload begins. */
    async requireOpen(userId: string, destination: UploadDestination): Promise<void> {
      if ("conversationId" in destination) await rooms.requireOpenRoom(userId, destination.conversationId);
      else await requireDriveFunctions().requireFolder(userId, destination.folderId);
    },

    /**
     * Call this at the end of an upload. Throws if the person has left the room in the meantime. If the folder was
     * deleted, does not throw, so that the file is not lost.
     */
    async requireStillMember(userId: string, destination: UploadDestination): Promise<void> {
      if ("conversationId" in destination) await rooms.requireMember(userId, destination.conversationId);
    },

    /** Returns the room id for the file's row. For a file in a drive, it is the room for the person's own notes. */
    roomOf: (userId: string, destination: UploadDestination): Promise<string> =>
      "conversationId" in destination
        ? Promise.resolve(destination.conversationId)
        : rooms.openMyChat(userId),

    async placeFile(
      tx: Kysely<DB>,
      userId: string,
      destination: UploadDestination,
      file: { id: string; name: string },
    ): Promise<void> {
      if (!("conversationId" in destination))
        await requireDriveFunctions().addFileToFolder(tx, userId, destination.folderId, file);
    },

    announce(userId: string, destination: UploadDestination): void {
      if (!("conversationId" in destination)) requireDriveFunctions().publishDriveChange(userId);
    },
  };
}
