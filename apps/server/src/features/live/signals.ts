import type { Bus } from "../../kit/bus.ts";

/** The first character of a bus message to one user. It stands for the kind of the message. */
export const signalCharacters = { event: "=", join: "+", leave: "-", endSession: "!" } as const;
/** The text that takes the place of a session's id in a bus message that ends every session of a user. */
export const allSessionsPlaceholder = "*";

/** The subject of the bus for the events of a room. */
export const roomSubject = (room: string) => `live.room.${room}`;
/** The subject of the bus for the messages to one user. */
export const userSubject = (user: string) => `live.user.${user}`;

/** Publishes an event to everybody in a room. */
export function publishToRoom(bus: Bus, room: string, body: string): void {
  bus.publish(roomSubject(room), body);
}

/** Publishes an event to all clients of a user. */
export function publishToUser(bus: Bus, user: string, body: string): void {
  bus.publish(userSubject(user), signalCharacters.event + body);
}

/** Calls `onEvent` with the body of each event of a room, until the returned function is called. */
export function watchRoom(bus: Bus, room: string, onEvent: (body: string) => void): () => void {
  return bus.subscribe(roomSubject(room), onEvent);
}

/** Tells the processes with the user's clients that the user has joined a room. */
export function joinRoom(bus: Bus, user: string, room: string): void {
  bus.publish(userSubject(user), signalCharacters.join + room);
}

/** Tells the processes with the user's clients that the user has left a room. */
export function leaveRoom(bus: Bus, user: string, room: string): void {
  bus.publish(userSubject(user), signalCharacters.leave + room);
}

/**
 * Closes the sockets of one session of a user. Without `session` it closes the sockets of all the user's sessions.
 */
export function endSessions(bus: Bus, user: string, session?: string): void {
  bus.publish(userSubject(user), signalCharacters.endSession + (session ?? allSessionsPlaceholder));
}
