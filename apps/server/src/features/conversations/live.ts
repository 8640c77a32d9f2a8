import type { LiveEvent } from "@kakehashi/contract/live";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";

/** Publishes live events of rooms. */
export function publishRoomEvents(events: Events, live: Live): void {
  const toRoom = (event: LiveEvent) => live.toRoom(event.conversation_id, event);
  const toUser = (userId: string, event: LiveEvent) => live.toUser(userId, event);

  events.on("RoomChanged", ({ roomId, seq, name, memberCount, line, userId }) =>
    toRoom({
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
    toUser(userId, { type: "CONVERSATION_REMOVED", conversation_id: roomId, seq }),
  );
  events.on("ChangesMissed", ({ roomId, seq }) =>
    toRoom({ type: "CHANGES_MISSED", conversation_id: roomId, seq }),
  );
  events.on("ReadMoved", ({ userId, roomId, mark }) =>
    toUser(userId, { type: "READ_CHANGED", conversation_id: roomId, ...mark }),
  );
}
