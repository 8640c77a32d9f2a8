import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Bus } from "../../kit/bus.ts";
import type { IsTrustedProxy } from "../../kit/http/network.ts";
import type { Router } from "../../kit/http/route.ts";
import type { Log } from "../../kit/log.ts";
import type { RoomSource } from "./hub.ts";

/** Maximum number of sockets open at once. */
export interface SocketLimits {
  perPerson: number;
  perNetwork: number;
}

/** A connected client, with what other features may know of it and do with it. */
export interface Client {
  readonly userId: string;
  /** Sends an event to this client only. */
  sendEvent(event: object): void;
}

/** The functions that the live channel calls when clients connect, disconnect or send a report. */
export interface ClientWatcher {
  /** The STOMP destination to which clients send their reports. */
  readonly destination: string;
  onConnect?(client: Client): void;
  onDisconnect(client: Client): void;
  /** Handles a client's report. Returns an error message for the client's developer, or null. */
  onReport(client: Client, body: string): string | null;
}

/** The functions by which the live channel checks sessions. */
export interface SessionSource {
  /**
   * Finds the person and session of an access token. Rejects with a text for the person if the token is not
   * valid.
   */
  identify(token: string): Promise<{ actor: { userId: string; sessionId: string }; endpoint: string }>;
  /**
   * Whether a session has not ended. The live channel asks again after the socket has been subscribed, because the
   * session may have ended in between.
   */
  isLive(sessionId: string): Promise<boolean>;
  /** The name of a session's own queue. */
  endpointOf(sessionId: string): Promise<string>;
}

export interface LiveOptions {
  bus: Bus;
  publicUrl: string;
  trustsProxy: IsTrustedProxy;
  sessions: SessionSource;
  /** Other limits and timeouts than usual, for tests. */
  limits?: SocketLimits;
  /** Maximum frames per person and minute. Undefined: no limit. */
  framesPerMinute?: number | undefined;
  log: Log;
}

export interface Live {
  routes(router: Router): void;
  /** Publishes an event to everybody in a room. Call this after the commit, in the order of the commits. */
  toRoom(roomId: string, event: object): void;
  toUser(userId: string, event: object): void;
  /**
   * Subscribes to a room for a visitor without an account. Calls `onEvent` with each event of the room. An event may be
   * lost, so the caller must take it only as a hint to look for changes. Returns a function that unsubscribes.
   */
  watchRoom(roomId: string, onEvent: (body: string) => void): () => void;
  /**
   * Sets the functions with which the live channel finds the rooms of users. Call this once, before the first client
   * connects.
   */
  serveRooms(source: RoomSource): void;
  /**
   * Registers functions that are called when clients connect, disconnect and report. Call this before the first client
   * connects.
   */
  watchClients(watcher: ClientWatcher): void;
  /**
   * Subscribes new members to the room and sends them the room's state. Then checks who is still a member, because a
   * person may have been removed before the subscription. A later removal unsubscribes the person. So a person who has
   * left receives nothing more.
   */
  joinRoom(roomId: string, userIds: readonly string[]): Promise<void>;
  leaveRoom(userId: string, roomId: string): void;
  endSessions(userId: string, sessionId?: string): void;
  /** Handles WebSocket upgrades of `/api/live` and returns true. Returns false for other paths. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  connectionCount(): number;
  /** The number of clients dropped since the start because they read too slowly. */
  slowDroppedCount(): number;
  /** Tells every client that the server is stopping, and accepts no new clients. */
  close(): void;
}
