import type { Bus } from "../../kit/bus.ts";

/** The first character of a message on the bus to one user. It says what kind of message follows. */
export const userMessageKindMarks = { event: "=", join: "+", leave: "-", endSession: "!" } as const;
/** Replaces the session id in a bus message that ends every session of a user. */
export const allSessionsPlaceholder = "*";

/** The NATS subject for events of a room. */
export const createRoomBusSubject = (roomId: string) => `live.room.${roomId}`;
/** The NATS subject for messages to one user. */
export const createUserBusSubject = (userId: string) => `live.user.${userId}`;

/** Publishes an event to everybody in a room. */
export function publishToRoom(bus: Bus, roomId: string, body: string): void {
  bus.publish(createRoomBusSubject(roomId), body);
}

/** Publishes an event to all clients of a user. */
export function publishToUser(bus: Bus, userId: string, body: string): void {
  bus.publish(createUserBusSubject(userId), userMessageKindMarks.event + body);
}

/** Calls `onEvent` with the body of each event of a room, until the returned function is called. */
export function watchRoom(bus: Bus, roomId: string, onEvent: (body: string) => void): () => void {
  return bus.subscribe(createRoomBusSubject(roomId), onEvent);
}

/** Tells every process with a client of this user that the user has joined a room. */
export function publishRoomJoin(bus: Bus, userId: string, roomId: string): void {
  bus.publish(createUserBusSubject(userId), userMessageKindMarks.join + roomId);
}

/** Tells every process with a client of this user that the user has left a room. */
export function publishRoomLeave(bus: Bus, userId: string, roomId: string): void {
  bus.publish(createUserBusSubject(userId), userMessageKindMarks.leave + roomId);
}

/** Closes the sockets of one session of a user. Without `sessionId`, closes the sockets of all the user's sessions. */
export function publishSessionEnd(bus: Bus, userId: string, sessionId?: string): void {
  bus.publish(
    createUserBusSubject(userId),
    userMessageKindMarks.endSession + (sessionId ?? allSessionsPlaceholder),
  );
}
