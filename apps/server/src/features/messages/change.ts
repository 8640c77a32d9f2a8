import type { Message } from "@kakehashi/contract/messages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import type { Events } from "../events/service.ts";
import { type LockedRoom, lockRoom, lockRoomForServer, type Rooms } from "../rooms/service.ts";
import { findMessage } from "./store.ts";

interface LockedMessage {
  room: LockedRoom;
  message: Message;
}

export interface MessageChange {
  fact: "MessageEdited" | "MessageChanged" | "MessageDeleted" | "ReactionChanged" | "TranslationChanged";
  /** The message as it is after the change. */
  message: Message;
}

export interface MessageChangerDependencies {
  db: Kysely<DB>;
  events: Events;
  rooms: Pick<Rooms, "inTurn" | "remindOfSeq">;
}

export type MessageChanger = ReturnType<typeof createMessageChanger>;

/** Creates the function through which every change of a sent message is made. */
export function createMessageChanger({ db, events, rooms }: MessageChangerDependencies) {
  /**
   * Locks the room and runs `computeChanges` in a transaction. `computeChanges` changes the message and returns the changes, or nothing.
   * Publishes the changes after the commit. If `userId` is null, the server itself makes the change.
   */
  return async function change(
    userId: string | null,
    roomId: string,
    messageId: string,
    computeChanges: (tx: Kysely<DB>, locked: LockedMessage) => Promise<MessageChange[] | null>,
  ): Promise<Message> {
    const runTransaction = () =>
      db.transaction().execute(async (tx) => {
        const room = await (userId === null ? lockRoomForServer(tx, roomId) : lockRoom(tx, roomId, userId));
        const message = room && (await findMessage(tx, roomId, messageId));
        if (!room || !message) throw createNotFoundError();
        return { before: message, changes: (await computeChanges(tx, { room, message })) ?? [] };
      });
    const { before, changes } = await rooms.inTurn(roomId, runTransaction, userId ?? "");
    // Nothing changed, so the client probably repeats a request whose response was lost. The live event may be lost
    // too. So the room's last `seq` is published, and clients that missed the change request it.
    if (changes.length === 0) rooms.remindOfSeq(roomId);
    for (const { fact, message } of changes)
      if (fact === "MessageEdited") events.publish(fact, { before, after: message });
      else events.publish(fact, { message });
    return changes[0]?.message ?? before;
  };
}

export function throwIfDeleted({ deleted }: Message): void {
  if (deleted) throw new AppError("MESSAGE.DELETED");
}
