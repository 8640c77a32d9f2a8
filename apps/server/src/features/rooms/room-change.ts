import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import type { DomainEventPayloads } from "../events/service.ts";
import { insertSystemLine, type NewSystemLine } from "./lines.ts";
import * as members from "./members.ts";

/** Tells the members of a room that the room has changed. Call this after the commit. */
export type PublishRoomChange = () => Promise<void>;
export type LockRoom = (tx: Kysely<DB>) => Promise<members.LockedRoom | undefined>;
export type ChangeMembers = (
  tx: Kysely<DB>,
  room: members.LockedRoom,
) => Promise<readonly NewSystemLine[] | null>;

/**
 * Locks the room, runs the change and stores its system lines. Returns the payloads of `RoomChanged`, which the caller
 * publishes after the commit. The list is empty if nothing changed.
 */
export async function changeInTransaction(
  tx: Kysely<DB>,
  id: string,
  lock: LockRoom,
  changeMembers: ChangeMembers,
  filter: { userId?: string },
): Promise<DomainEventPayloads["RoomChanged"][]> {
  const room = await lock(tx);
  if (!room) throw createNotFoundError();
  const lines = await changeMembers(tx, room);
  if (!lines) return [];
  const linesToStore = lines.length > 0 ? lines : [undefined];
  const firstSeq = await members.takeSeq(tx, id, linesToStore.length);
  const sharedFields = await members.findRoomEventFields(tx, id);
  const roomFacts: DomainEventPayloads["RoomChanged"][] = [];
  for (const [offset, newSystemLine] of linesToStore.entries()) {
    const seq = firstSeq + offset;
    const line =
      newSystemLine && (await insertSystemLine(tx, id, { seq, number: room.last_number }, newSystemLine));
    roomFacts.push({ roomId: id, seq, ...sharedFields, ...filter, ...(line && { line }) });
  }
  return roomFacts;
}

/** Returns a function that locks the room for the server, without checking who its members are. */
export const createServerRoomLock = (id: string) => (tx: Kysely<DB>) => members.lockRoomForServer(tx, id);
