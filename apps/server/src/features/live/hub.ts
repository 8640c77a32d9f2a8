import type { Bus } from "../../kit/bus.ts";
import type { QueuedFrame } from "./client-send-queue.ts";
import type { Connection } from "./connection.ts";
import { encodeMessageTail } from "./frames.ts";
import { SendScheduler } from "./rounds.ts";
import {
  allSessionsPlaceholder,
  createRoomBusSubject,
  createUserBusSubject,
  userMessageKindMarks,
} from "./signals.ts";

/** A person who is connected to this process, and the rooms whose events the person receives. */
interface ConnectedUser {
  readonly id: string;
  readonly connections: Set<Connection>;
  readonly rooms: Set<string>;
  /**
   * Counts the changes of this person's `rooms`. If the count changes while `reloadRooms` queries the database, the
   * result of the query is outdated.
   */
  roomChanges: number;
  readonly roomsLoaded: Promise<void>;
  readonly unsubscribe: () => void;
}

interface SubscribedRoom {
  readonly users: Set<ConnectedUser>;
  readonly unsubscribe: () => void;
}

/**
 * The functions that return the ids of users' rooms and the rooms' state. Another feature provides them, because the
 * hub does not know which rooms a user is in.
 */
export interface RoomSource {
  /** Returns the ids of the rooms whose events a user currently receives. */
  roomIdsOf(userId: string): Promise<readonly string[]>;
  /**
   * Returns, by user id, an event with the room's current state. Users who are not members of the room are left out.
   */
  createRoomStateEvents(roomId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, object>>;
}

/**
 * Sends messages from the bus to this process's connections. Knows rooms and users only by their ids. This class stores
 * both, because a user lists rooms and a room lists users, and each change must update both lists.
 */
export class Hub {
  readonly #bus: Bus;
  readonly #source: () => RoomSource;
  readonly #users = new Map<string, ConnectedUser>();
  /**
   * For each room, the users who joined before this process had subscribed to the room's events. After the
   * subscription, these users get the room's current state.
   */
  readonly #joiningUsers = new Map<string, Set<string>>();
  readonly #rooms = new Map<string, SubscribedRoom>();
  readonly #deliveryRounds: SendScheduler;
  #messages = 0;
  #messageBytesQueuedSoFar = 0;

  constructor(bus: Bus, source: () => RoomSource, onError: (error: unknown) => void) {
    this.#bus = bus;
    this.#source = source;
    this.#deliveryRounds = new SendScheduler(onError);
  }

  async addConnection(connection: Connection): Promise<void> {
    const userId = connection.session?.userId;
    if (userId === undefined) throw new Error("Only a connected client can be added");
    let user = this.#users.get(userId);
    if (!user) {
      user = this.#addConnectedUser(userId);
      this.#users.set(userId, user);
    }
    user.connections.add(connection);
    try {
      await user.roomsLoaded;
    } catch (error) {
      this.removeConnection(connection);
      throw error;
    }
  }

  removeConnection(connection: Connection): void {
    const user = this.#users.get(connection.session?.userId ?? "");
    if (!user?.connections.delete(connection) || user.connections.size > 0) return;
    this.#users.delete(user.id);
    user.unsubscribe();
    for (const room of [...user.rooms]) this.#removeFromRoom(user, room);
  }

  sendToConnection(connection: Connection, body: string): void {
    connection.deliver(this.#encodeMessage(body));
  }

  /** Total bytes of all messages that were queued so far. A message counts once, even if many clients receive it. */
  get messageBytesQueuedSoFar(): number {
    return this.#messageBytesQueuedSoFar;
  }

  #encodeMessage(body: string): QueuedFrame {
    const bytes = encodeMessageTail(String(++this.#messages), body);
    const position = this.#messageBytesQueuedSoFar;
    this.#messageBytesQueuedSoFar += bytes.length;
    return { data: bytes, totalBytesWhenQueued: position, isWholeFrame: false };
  }

  flushLater(connection: Connection): void {
    this.#deliveryRounds.flushLater(connection);
  }

  /**
   * Sends all waiting messages at once, without the pauses between rounds of sending, because the process is stopping.
   */
  sendAllNow(): void {
    this.#deliveryRounds.sendAllNow();
  }

  #addConnectedUser(id: string): ConnectedUser {
    // First subscribe to the user's events, then read the user's rooms, then apply the joins and leaves that arrived in
    // the meantime. So a person who joins or leaves a room at that moment gets either all later events of the room or
    // none.
    const payloadsWhileLoading: string[] = [];
    let areRoomsLoaded = false;
    const unsubscribe = this.#bus.subscribe(createUserBusSubject(id), (payload) => {
      if (
        areRoomsLoaded ||
        payload[0] === userMessageKindMarks.event ||
        payload[0] === userMessageKindMarks.endSession
      )
        this.#onBusMessage(user, payload);
      else payloadsWhileLoading.push(payload);
    });
    const loadRooms = async () => {
      await this.#bus.waitForSubscriptions();
      const rooms = await this.#source().roomIdsOf(id);
      if (this.#users.get(id) !== user) return;
      for (const room of rooms) this.#join(user, room);
      areRoomsLoaded = true;
      for (const payload of payloadsWhileLoading) this.#onBusMessage(user, payload);
      await this.#bus.waitForSubscriptions();
    };
    const roomsLoaded = loadRooms();
    const user: ConnectedUser = {
      id,
      connections: new Set(),
      rooms: new Set(),
      roomChanges: 0,
      roomsLoaded,
      unsubscribe,
    };
    return user;
  }

  #onBusMessage(user: ConnectedUser, payload: string): void {
    const content = payload.slice(1);
    switch (payload[0]) {
      case userMessageKindMarks.event:
        this.#deliver([user], content);
        break;
      case userMessageKindMarks.join:
        this.#join(user, content);
        if (!this.#bus.subscribesAtOnce) this.#addNewcomer(user, content);
        break;
      case userMessageKindMarks.leave:
        this.#removeFromRoom(user, content);
        break;
      case userMessageKindMarks.endSession:
        for (const connection of [...user.connections]) {
          if (content === allSessionsPlaceholder || connection.session?.sessionId === content) {
            connection.closeWithError("Your session has ended.");
            this.removeConnection(connection);
          }
        }
    }
  }

  #addNewcomer(user: ConnectedUser, roomId: string): void {
    const joiningUsersOfRoom = this.#joiningUsers.get(roomId);
    if (joiningUsersOfRoom) joiningUsersOfRoom.add(user.id);
    else {
      this.#joiningUsers.set(roomId, new Set([user.id]));
      void this.#sendRoomEvents(roomId);
    }
  }

  /**
   * Sends the room's current state to new members, because they missed the events before this process subscribed to the
   * room.
   */
  async #sendRoomEvents(roomId: string): Promise<void> {
    await this.#bus.waitForSubscriptions();
    const userIds = [...(this.#joiningUsers.get(roomId) ?? [])];
    this.#joiningUsers.delete(roomId);
    const events = await this.#source()
      .createRoomStateEvents(roomId, userIds)
      .catch(() => null);
    for (const userId of userIds) {
      const user = this.#users.get(userId);
      const event = events?.get(userId);
      if (user && event) this.#deliver([user], JSON.stringify(event));
      // The room's state could not be read. So close the client's connection. The client reconnects and requests the
      // changes that it missed.
      else if (user && !events)
        for (const connection of [...user.connections]) connection.close(1012, "Please connect again");
    }
  }

  /**
   * Reads all users' rooms from the database again, because no joins and leaves are published while the message bus is
   * down.
   */
  async reloadRooms(): Promise<void> {
    for (const user of [...this.#users.values()]) {
      await user.roomsLoaded;
      const { roomChanges } = user;
      const rooms = new Set(await this.#source().roomIdsOf(user.id));
      // The user joined or left a room during the query, so its result is outdated. Skip this user, whose `rooms` are
      // newer.
      if (this.#users.get(user.id) !== user || user.roomChanges !== roomChanges) continue;
      for (const room of user.rooms) if (!rooms.has(room)) this.#removeFromRoom(user, room);
      for (const room of rooms) this.#join(user, room);
    }
  }

  #join(user: ConnectedUser, roomId: string): void {
    if (user.rooms.has(roomId)) return;
    user.roomChanges++;
    user.rooms.add(roomId);
    let room = this.#rooms.get(roomId);
    if (!room) {
      const users = new Set<ConnectedUser>();
      room = {
        users,
        unsubscribe: this.#bus.subscribe(createRoomBusSubject(roomId), (body) => this.#deliver(users, body)),
      };
      this.#rooms.set(roomId, room);
    }
    room.users.add(user);
  }

  #removeFromRoom(user: ConnectedUser, roomId: string): void {
    if (!user.rooms.delete(roomId)) return;
    user.roomChanges++;
    const room = this.#rooms.get(roomId);
    if (!room) return;
    room.users.delete(user);
    if (room.users.size > 0) return;
    this.#rooms.delete(roomId);
    room.unsubscribe();
  }

  #deliver(users: Iterable<ConnectedUser>, body: string): void {
    const encodedMessage = this.#encodeMessage(body);
    for (const user of users) for (const connection of user.connections) connection.deliver(encodedMessage);
  }
}
