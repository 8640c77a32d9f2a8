import { type Conversation, maximumMembersForLiveReadMarks } from "@kakehashi/contract/conversations";
import type { LiveEvent } from "@kakehashi/contract/live";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { findReadMark, type ReadMark } from "./read-marks.ts";

/**
 * Milliseconds for which the server collects who has read a room before it sends one event. Otherwise, if everybody
 * reads a message at once, each of n readers would cause n events.
 */
const readEventDelayMs = 1_000;

interface PendingReadEvent {
  seq: number;
  readNumberByUser: Map<string, number>;
}

interface ConversationReadsDependencies {
  db: Kysely<DB>;
  events: Events;
  live: Live;
  rooms: Pick<Rooms, "advanceRead" | "rewindRead">;
  view(userId: string, id: string): Promise<Conversation>;
}

export function createReadTracking({
  db,
  events,
  live,
  rooms: { advanceRead, rewindRead },
  view,
}: ConversationReadsDependencies) {
  const pendingReadsByRoom = new Map<string, PendingReadEvent>();

  function publishReadToOtherMembers(id: string, userId: string, readMark: ReadMark): void {
    const pendingReads = pendingReadsByRoom.get(id);
    if (pendingReads) {
      pendingReads.readNumberByUser.set(userId, readMark.read_number);
      pendingReads.seq = Math.max(pendingReads.seq, readMark.seq);
      return;
    }
    const newPendingReads: PendingReadEvent = {
      seq: readMark.seq,
      readNumberByUser: new Map([[userId, readMark.read_number]]),
    };
    pendingReadsByRoom.set(id, newPendingReads);
    setTimeout(() => {
      pendingReadsByRoom.delete(id);
      const movedReadMarks = [...newPendingReads.readNumberByUser].map(([user_id, read_number]) => ({
        user_id,
        read_number,
      }));
      const event: LiveEvent = {
        type: "SEEN",
        conversation_id: id,
        seq: newPendingReads.seq,
        reads: movedReadMarks,
      };
      live.toRoom(id, event);
    }, readEventDelayMs).unref();
  }

  function publishReadMark(id: string, userId: string, newMark: ReadMark): void {
    const { read_number, unread_count, mention_count, seq } = newMark;
    const readMark = { read_number, unread_count, mention_count, seq };
    events.publish("ReadMoved", { userId, roomId: id, mark: readMark });
  }

  return {
    /**
     * Moves a person's read mark (the last message that the person has read) forward. The person's other devices get an
     * event at once. The other members of a small room get an event a moment later.
     */
    async markRead(userId: string, id: string, number: number | undefined): Promise<Conversation> {
      const movedReadMark = (await advanceRead(userId, id, number)) && (await findReadMark(db, id, userId));
      const conversation = await view(userId, id);
      // Publish the event even if the read mark has not moved. The client may repeat a request because both its
      // response and its event were lost.
      publishReadMark(id, userId, movedReadMark || conversation);
      if (
        movedReadMark &&
        conversation.kind !== "MY_CHAT" &&
        conversation.member_count <= maximumMembersForLiveReadMarks
      )
        publishReadToOtherMembers(id, userId, movedReadMark);
      return conversation;
    },

    /**
     * Moves a person's read mark (the last message that the person has read) back, to just before this message. Other
     * members get no event, because the person has in fact read the messages.
     */
    async markUnread(userId: string, id: string, number: number): Promise<ReadMark> {
      const movedReadMark = (await rewindRead(userId, id, number)) && (await findReadMark(db, id, userId));
      if (!movedReadMark) throw createNotFoundError();
      publishReadMark(id, userId, movedReadMark);
      return movedReadMark;
    },
  };
}
