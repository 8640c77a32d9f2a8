import type { Bus } from "../../kit/bus.ts";
import type { Connection } from "./connection.ts";
import { encodeMessageTail } from "./frames.ts";
import type { QueuedFrame } from "./outbox.ts";
import { SendRounds } from "./rounds.ts";
import { allSessionsPlaceholder, roomSubject, signalCharacters, userSubject } from "./signals.ts";

/** A person with at least one connection to this process, with the rooms whose events the person receives. */
interface ConnectedUser {
  readonly id: string;
  readonly connections: Set<Connection>;
  readonly rooms: Set<string>;
  /**
   * Counts changes of this person's `rooms`. `reloadRooms` compares the count to notice a change during its database
   * query.
   */
  roomChanges: number;
  readonly roomsLoaded: Promise<void>;
  readonly unsubscribe: () => void;
}

interface SubscribedRoom {
  readonly users: Set<ConnectedUser>;
  readonly unsubscribe: () => void;
}

/** The functions with which the hub finds a user's rooms. Another feature provides them. */
export interface RoomSource {
  /** Returns the rooms whose events a user currently receives. */
  roomsOf(userId: string): Promise<readonly string[]>;
  /** Returns an event with the room's current state for each of these users who is a member of the room, by user id. */
  createRoomEvents(roomId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, object>>;
}

/**
 * Delivers messages of the bus to this process's connections. Knows rooms and users only by their ids. One class
 * handles both, because each user lists rooms and each room lists users, and every change must reach both lists.
 */
export class Hub {
  readonly #bus: Bus;
  readonly #source: () => RoomSource;
  readonly #users = new Map<string, ConnectedUser>();
  /**
   * Users who joined a room before this process had subscribed to the room's events, by room. They get the room's state
   * after the subscription.
   */
  readonly #joiningUsers = new Map<string, Set<string>>();
  readonly #rooms = new Map<string, SubscribedRoom>();
  readonly #deliveryRounds: SendRounds;
  #messages = 0;
  #totalMessageBytes = 0;

  constructor(bus: Bus, source: () => RoomSource, onError: (error: unknown) => void) {
    this.#bus = bus;
    this.#source = source;
    this.#deliveryRounds = new SendRounds(onError);
  }

  async add(connection: Connection): Promise<void> {
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
      this.remove(connection);
      throw error;
    }
  }

  remove(connection: Connection): void {
    const user = this.#users.get(connection.session?.userId ?? "");
    if (!user?.connections.delete(connection) || user.connections.size > 0) return;
    this.#users.delete(user.id);
    user.unsubscribe();
    for (const room of [...user.rooms]) this.#removeFromRoom(user, room);
  }

  /** Sends a message to one connection only. */
  sendToConnection(connection: Connection, body: string): void {
    connection.deliver(this.#encodeMessage(body));
  }

  /** Total bytes of all messages so far. A message counts once, however many clients receive it. */
  get totalMessageBytes(): number {
    return this.#totalMessageBytes;
  }

  #encodeMessage(body: string): QueuedFrame {
    const bytes = encodeMessageTail(String(++this.#messages), body);
    const position = this.#totalMessageBytes;
    this.#totalMessageBytes += bytes.length;
    return { bytes, position, isComplete: false };
  }

  flushLater(connection: Connection): void {
    this.#deliveryRounds.flushLater(connection);
  }

  /** Sends all waiting messages at once, because the process is stopping. */
  sendAllNow(): void {
    this.#deliveryRounds.sendAllNow();
  }

  #addConnectedUser(id: string): ConnectedUser {
    // First subscribe to the user's events, then read the user's rooms, then replay the joins and leaves that arrived
    // in between. So a person who joins or leaves a room at that moment gets either all later events of the room or
    // none.
    const payloadsWhileLoading: string[] = [];
    let areRoomsLoaded = false;
    const unsubscribe = this.#bus.subscribe(userSubject(id), (payload) => {
      if (
        areRoomsLoaded ||
        payload[0] === signalCharacters.event ||
        payload[0] === signalCharacters.endSession
      )
        this.#onBusMessage(user, payload);
      else payloadsWhileLoading.push(payload);
    });
    const loadRooms = async () => {
      await this.#bus.waitForSubscriptions();
      const rooms = await this.#source().roomsOf(id);
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
      case signalCharacters.event:
        this.#deliver([user], content);
        break;
      case signalCharacters.join:
        this.#join(user, content);
        if (!this.#bus.subscribesAtOnce) this.#addNewcomer(user, content);
        break;
      case signalCharacters.leave:
        this.#removeFromRoom(user, content);
        break;
      case signalCharacters.endSession:
        for (const connection of [...user.connections]) {
          if (content === allSessionsPlaceholder || connection.session?.sessionId === content) {
            connection.fail("Your session has ended.");
            this.remove(connection);
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
   * Sends the room's current state to new members. They missed the events that came before this process subscribed to
   * the room.
   */
  async #sendRoomEvents(roomId: string): Promise<void> {
    await this.#bus.waitForSubscriptions();
    const userIds = [...(this.#joiningUsers.get(roomId) ?? [])];
    this.#joiningUsers.delete(roomId);
    const events = await this.#source()
      .createRoomEvents(roomId, userIds)
      .catch(() => null);
    for (const userId of userIds) {
      const user = this.#users.get(userId);
      const event = events?.get(userId);
      if (user && event) this.#deliver([user], JSON.stringify(event));
      // The room's state could not be read. So close the client's connection: the client reconnects and catches up.
      else if (user && !events)
        for (const connection of [...user.connections]) connection.close(1012, "Please connect again");
    }
  }

  /**
   * Reads all users' rooms from the database again. While the message bus is down, nobody reports who joins and leaves.
   */
  async reloadRooms(): Promise<void> {
    for (const user of [...this.#users.values()]) {
      await user.roomsLoaded;
      const { roomChanges } = user;
      const rooms = new Set(await this.#source().roomsOf(user.id));
      // The user joined or left a room while the database was read, so the rows that were read are outdated. Keep the
      // newer change and skip this user.
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
        unsubscribe: this.#bus.subscribe(roomSubject(roomId), (body) => this.#deliver(users, body)),
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
