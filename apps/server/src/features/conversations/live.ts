import type { LiveEvent } from "@kakehashi/contract/live";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";

/** Publishes the changes of rooms as live events to the rooms' members. */
export function startPublishingRoomEvents(events: Events, liveChannel: Live): void {
  const sendToRoom = (event: LiveEvent) => liveChannel.toRoom(event.conversation_id, event);
  const sendToUser = (userId: string, event: LiveEvent) => liveChannel.toUser(userId, event);

  events.on("RoomChanged", ({ roomId, seq, name, memberCount, line, userId }) =>
    sendToRoom({
      type: "CONVERSATION_CHANGED",
      conversation_id: roomId,
      seq,
      name,
      member_count: memberCount,
      ...(userId !== undefined && { user_id: userId }),
      ...(line && { line }),
    }),
  );
  events.on("MemberLeft", ({ roomId, userId, seq }) =>
    sendToUser(userId, { type: "CONVERSATION_REMOVED", conversation_id: roomId, seq }),
  );
  events.on("ChangesMissed", ({ roomId, seq }) =>
    sendToRoom({ type: "CHANGES_MISSED", conversation_id: roomId, seq }),
  );
  events.on("ReadMoved", ({ userId, roomId, mark }) =>
    sendToUser(userId, { type: "READ_CHANGED", conversation_id: roomId, ...mark }),
  );
}
