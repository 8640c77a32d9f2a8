import type { Bus } from "../../kit/bus.ts";
import type { Connection } from "./connection.ts";
import { messageTail } from "./frames.ts";
import type { Queued } from "./outbox.ts";
import { Rounds } from "./rounds.ts";

/** A person with at least one connection to this process, and the rooms that they receive. */
interface LocalUser {
  readonly id: string;
  readonly connections: Set<Connection>;
  readonly rooms: Set<string>;
  /** How often `rooms` changed. */
  roomChanges: number;
  readonly ready: Promise<void>;
  readonly end: () => void;
}

interface LocalRoom {
  readonly users: Set<LocalUser>;
  readonly end: () => void;
}

/** The first character of a message on a user's own subject. It says which signal it is. */
const signal = { event: "=", join: "+", leave: "-", endSession: "!" } as const;
const allSessionsMark = "*";

const roomSubject = (room: string) => `live.room.${room}`;
const userSubject = (user: string) => `live.user.${user}`;

/** What the hub asks the features about its rooms. */
export interface RoomSource {
  /** The rooms that a user receives, as of now. */
  roomsOf(userId: string): Promise<readonly string[]>;
  /** Events, by user, that present a room to those who have joined it. */
  welcome(roomId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, object>>;
}

/** Delivers what is published on the bus to this process's connections. Knows rooms and users only by id. */
export class Hub {
  readonly #bus: Bus;
  readonly #source: () => RoomSource;
  readonly #users = new Map<string, LocalUser>();
  /** Users who joined a room to which this process is still subscribing. */
  readonly #newcomers = new Map<string, Set<string>>();
  readonly #rooms = new Map<string, LocalRoom>();
  readonly #rounds: Rounds;
  #messages = 0;
  #produced = 0;

  constructor(bus: Bus, source: () => RoomSource, onError: (error: unknown) => void) {
    this.#bus = bus;
    this.#source = source;
    this.#rounds = new Rounds(onError);
  }

  publishToRoom(room: string, body: string): void {
    this.#bus.publish(roomSubject(room), body);
  }

  publishToUser(user: string, body: string): void {
    this.#bus.publish(userSubject(user), signal.event + body);
  }

  join(user: string, room: string): void {
    this.#bus.publish(userSubject(user), signal.join + room);
  }

  leave(user: string, room: string): void {
    this.#bus.publish(userSubject(user), signal.leave + room);
  }

  /** Closes the sockets of one session, or of all of the user's sessions. */
  endSessions(user: string, session?: string): void {
    this.#bus.publish(userSubject(user), signal.endSession + (session ?? allSessionsMark));
  }

  async add(connection: Connection): Promise<void> {
    const userId = connection.session?.userId;
    if (userId === undefined) throw new Error("Only a connected client can be added");
    let user = this.#users.get(userId);
    if (!user) {
      user = this.#hold(userId);
      this.#users.set(userId, user);
    }
    user.connections.add(connection);
    try {
      await user.ready;
    } catch (error) {
      this.remove(connection);
      throw error;
    }
  }

  remove(connection: Connection): void {
    const user = this.#users.get(connection.session?.userId ?? "");
    if (!user?.connections.delete(connection) || user.connections.size > 0) return;
    this.#users.delete(user.id);
    user.end();
    for (const room of [...user.rooms]) this.#leave(user, room);
  }

  /** To one connection alone. */
  tell(connection: Connection, body: string): void {
    connection.deliver(this.#produce(body));
  }

  /** Bytes of all messages so far. A message counts once, however many receive it. */
  get producedBytes(): number {
    return this.#produced;
  }

  #produce(body: string): Queued {
    const bytes = messageTail(String(++this.#messages), body);
    const position = this.#produced;
    this.#produced += bytes.length;
    return { bytes, position, isWhole: false };
  }

  wake(connection: Connection): void {
    this.#rounds.wake(connection);
  }

  /** Sends everything that waits, because the process is stopping. */
  drain(): void {
    this.#rounds.drain();
  }

  #hold(id: string): LocalUser {
    // Subscribes before it reads the rooms, and replays afterwards what arrived meanwhile. So whoever joins or leaves
    // at that moment is entirely in or out.
    const heard: string[] = [];
    let loaded = false;
    const end = this.#bus.subscribe(userSubject(id), (payload) => {
      if (loaded || payload[0] === signal.event || payload[0] === signal.endSession)
        this.#hear(user, payload);
      else heard.push(payload);
    });
    const load = async () => {
      await this.#bus.check();
      const rooms = await this.#source().roomsOf(id);
      if (this.#users.get(id) !== user) return;
      for (const room of rooms) this.#join(user, room);
      loaded = true;
      for (const payload of heard) this.#hear(user, payload);
      await this.#bus.check();
    };
    const ready = load();
    const user: LocalUser = { id, connections: new Set(), rooms: new Set(), roomChanges: 0, ready, end };
    return user;
  }

  #hear(user: LocalUser, payload: string): void {
    const content = payload.slice(1);
    switch (payload[0]) {
      case signal.event:
        this.#deliver([user], content);
        break;
      case signal.join:
        this.#join(user, content);
        if (!this.#bus.immediate) this.#await(user, content);
        break;
      case signal.leave:
        this.#leave(user, content);
        break;
      case signal.endSession:
        for (const connection of [...user.connections]) {
          if (content === allSessionsMark || connection.session?.sessionId === content) {
            connection.fail("Your session has ended.");
            this.remove(connection);
          }
        }
    }
  }

  #await(user: LocalUser, roomId: string): void {
    const waiting = this.#newcomers.get(roomId);
    if (waiting) waiting.add(user.id);
    else {
      this.#newcomers.set(roomId, new Set([user.id]));
      void this.#welcome(roomId);
    }
  }

  /** Nobody here heard what was said before our subscription took effect, so the room is presented again. */
  async #welcome(roomId: string): Promise<void> {
    await this.#bus.check();
    const userIds = [...(this.#newcomers.get(roomId) ?? [])];
    this.#newcomers.delete(roomId);
    const events = await this.#source()
      .welcome(roomId, userIds)
      .catch(() => null);
    for (const userId of userIds) {
      const user = this.#users.get(userId);
      const event = events?.get(userId);
      if (user && event) this.#deliver([user], JSON.stringify(event));
      // The client reconnects and catches up.
      else if (user && !events)
        for (const each of [...user.connections]) each.close(1012, "Please connect again");
    }
  }

  /** Loads again which rooms each user receives: while the bus is down, nobody reports who joined or left. */
  async reloadRooms(): Promise<void> {
    for (const user of [...this.#users.values()]) {
      await user.ready;
      const { roomChanges } = user;
      const rooms = new Set(await this.#source().roomsOf(user.id));
      // A change during the load is newer than the loaded rows.
      if (this.#users.get(user.id) !== user || user.roomChanges !== roomChanges) continue;
      for (const room of user.rooms) if (!rooms.has(room)) this.#leave(user, room);
      for (const room of rooms) this.#join(user, room);
    }
  }

  #join(user: LocalUser, roomId: string): void {
    if (user.rooms.has(roomId)) return;
    user.roomChanges++;
    user.rooms.add(roomId);
    let room = this.#rooms.get(roomId);
    if (!room) {
      const users = new Set<LocalUser>();
      room = { users, end: this.#bus.subscribe(roomSubject(roomId), (body) => this.#deliver(users, body)) };
      this.#rooms.set(roomId, room);
    }
    room.users.add(user);
  }

  #leave(user: LocalUser, roomId: string): void {
    if (!user.rooms.delete(roomId)) return;
    user.roomChanges++;
    const room = this.#rooms.get(roomId);
    if (!room) return;
    room.users.delete(user);
    if (room.users.size > 0) return;
    this.#rooms.delete(roomId);
    room.end();
  }

  #deliver(users: Iterable<LocalUser>, body: string): void {
    const tail = this.#produce(body);
    for (const user of users) for (const connection of user.connections) connection.deliver(tail);
  }
}
