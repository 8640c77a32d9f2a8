import type { Bus } from "../../kit/bus.ts";

/** The first character of a message on the bus to one user. It says what kind of message follows. */
export const userMessagePrefixes = { event: "=", join: "+", leave: "-", endSession: "!" } as const;
/** Replaces the session id in a bus message that ends every session of a user. */
export const allSessionsPlaceholder = "*";

/** The NATS subject for events of a room. */
export const createRoomBusSubject = (room: string) => `live.room.${room}`;
/** The NATS subject for messages to one user. */
export const createUserBusSubject = (user: string) => `live.user.${user}`;

/** Publishes an event to everybody in a room. */
export function publishToRoom(bus: Bus, room: string, body: string): void {
  bus.publish(createRoomBusSubject(room), body);
}

/** Publishes an event to all clients of a user. */
export function publishToUser(bus: Bus, user: string, body: string): void {
  bus.publish(createUserBusSubject(user), userMessagePrefixes.event + body);
}

/** Calls `onEvent` with the body of each event of a room, until the returned function is called. */
export function watchRoom(bus: Bus, room: string, onEvent: (body: string) => void): () => void {
  return bus.subscribe(createRoomBusSubject(room), onEvent);
}

/** Tells every process with a client of this user that the user has joined a room. */
export function publishRoomJoin(bus: Bus, user: string, room: string): void {
  bus.publish(createUserBusSubject(user), userMessagePrefixes.join + room);
}

/** Tells every process with a client of this user that the user has left a room. */
export function publishRoomLeave(bus: Bus, user: string, room: string): void {
  bus.publish(createUserBusSubject(user), userMessagePrefixes.leave + room);
}

/** Closes the sockets of one session of a user, or without `session` the sockets of all the user's sessions. */
export function publishSessionEnd(bus: Bus, user: string, session?: string): void {
  bus.publish(
    createUserBusSubject(user),
    userMessagePrefixes.endSession + (session ?? allSessionsPlaceholder),
  );
}
