import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Rooms } from "../rooms/service.ts";

/** Where a file goes: into a conversation, or into a folder of the person's drive (null: the drive itself). */
export type Place = { readonly conversationId: string } | { readonly folderId: string | null };

/** The functions of `drive` for files that are stored there. */
export interface DriveKeeper {
  /** Throws if the person has no such folder, or if their drive cannot take another entry. */
  requireFolder(userId: string, folderId: string | null): Promise<void>;
  /**
   * Adds the file to the folder, in the transaction that makes it readable. `name` is the name that the
   * uploader gave.
   */
  add(
    tx: Kysely<DB>,
    userId: string,
    folderId: string | null,
    file: { id: string; name: string },
  ): Promise<void>;
  announce(userId: string): void;
}

export type Places = ReturnType<typeof createPlaces>;

/** The rules of the places where files go. */
export function createPlaces(rooms: Pick<Rooms, "requireMember" | "requireOpenRoom" | "openMyChat">) {
  let keeper: DriveKeeper | undefined;

  function requireKeeper(): DriveKeeper {
    if (!keeper) throw new Error("Nobody keeps the drive.");
    return keeper;
  }

  return {
    driveIsKeptBy(drive: DriveKeeper): void {
      keeper = drive;
    },

    /** Checked before an upload begins. */
    async requireOpen(userId: string, place: Place): Promise<void> {
      if ("conversationId" in place) await rooms.requireOpenRoom(userId, place.conversationId);
      else await requireKeeper().requireFolder(userId, place.folderId);
    },

    /**
     * Throws if the person has left the room when the upload ends. A deleted folder is ignored, so that the
     * file is not lost.
     */
    async requireStill(userId: string, place: Place): Promise<void> {
      if ("conversationId" in place) await rooms.requireMember(userId, place.conversationId);
    },

    /** The room that the file's row names. For the drive these are the person's own notes. */
    roomOf: (userId: string, place: Place): Promise<string> =>
      "conversationId" in place ? Promise.resolve(place.conversationId) : rooms.openMyChat(userId),

    async settle(
      tx: Kysely<DB>,
      userId: string,
      place: Place,
      file: { id: string; name: string },
    ): Promise<void> {
      if (!("conversationId" in place)) await requireKeeper().add(tx, userId, place.folderId, file);
    },

    announce(userId: string, place: Place): void {
      if (!("conversationId" in place)) requireKeeper().announce(userId);
    },
  };
}
