import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Rooms } from "../rooms/service.ts";

/** The target of a file: a conversation, or a folder of the person's drive (null: the top of the drive). */
export type UploadDestination = { readonly conversationId: string } | { readonly folderId: string | null };

/** The functions that the feature `drive` provides for files in a drive. */
export interface DriveFunctions {
  /** Throws if the person has no such folder, or if their drive cannot take another entry. */
  requireFolder(userId: string, folderId: string | null): Promise<void>;
  /**
   * Adds the file to the folder, in the transaction that makes the file readable. `name` is the uploader's
   * name for the file.
   */
  add(
    tx: Kysely<DB>,
    userId: string,
    folderId: string | null,
    file: { id: string; name: string },
  ): Promise<void>;
  publishDriveChange(userId: string): void;
}

export type DestinationRules = ReturnType<typeof createDestinationRules>;

/** Checks whether a person may add files to a conversation or a drive, and adds them. */
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

    /** Throws if the person may not upload to this conversation or folder. Runs before an upload begins. */
    async requireOpen(userId: string, destination: UploadDestination): Promise<void> {
      if ("conversationId" in destination) await rooms.requireOpenRoom(userId, destination.conversationId);
      else await requireDriveFunctions().requireFolder(userId, destination.folderId);
    },

    /**
     * Runs at the end of an upload. Throws if the person has left the room in the meantime. Ignores a deleted folder,
     * so that the file is not lost.
     */
    async requireStillMember(userId: string, destination: UploadDestination): Promise<void> {
      if ("conversationId" in destination) await rooms.requireMember(userId, destination.conversationId);
    },

    /**
     * Returns the room that the file's row refers to. For a file of the drive it is the person's room for their own
     * notes.
     */
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
        await requireDriveFunctions().add(tx, userId, destination.folderId, file);
    },

    announce(userId: string, destination: UploadDestination): void {
      if (!("conversationId" in destination)) requireDriveFunctions().publishDriveChange(userId);
    },
  };
}
