import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Bus } from "../../kit/bus.ts";
import type { TrustsProxy } from "../../kit/http/network.ts";
import type { Router } from "../../kit/http/route.ts";
import type { Log } from "../../kit/log.ts";
import type { RoomSource } from "./hub.ts";

/** How many sockets may be open at once. */
export interface SocketLimits {
  perPerson: number;
  perNetwork: number;
}

/** A connected client, as watchers see it. */
export interface Client {
  readonly userId: string;
  /** Sends an event to this client only. */
  tell(event: object): void;
}

/** Is called when clients connect, disconnect or report something. */
export interface ClientWatcher {
  /** Where clients send what they report to this watcher. */
  readonly destination: string;
  onConnect?(client: Client): void;
  onDisconnect(client: Client): void;
  /** Handles a client's report. Returns an error message for the client's developer, or null. */
  onReport(client: Client, body: string): string | null;
}

/** The questions that the live channel asks about sessions. */
export interface SessionSource {
  /** The person and session of an access token. Rejects with a text for the person if the token is not valid. */
  identify(token: string): Promise<{ actor: { userId: string; sessionId: string }; endpoint: string }>;
  /** Whether a session is live. Checked again when the socket has been subscribed. */
  isLive(sessionId: string): Promise<boolean>;
  /** The name of a session's own queue. */
  endpointOf(sessionId: string): Promise<string>;
}

export interface LiveOptions {
  bus: Bus;
  publicUrl: string;
  trustsProxy: TrustsProxy;
  sessions: SessionSource;
  /** Replaces the usual limits and times in tests. */
  limits?: SocketLimits;
  /** How many frames one person may send in a minute. Undefined: no limit. */
  framesPerMinute?: number | undefined;
  log: Log;
}

export interface Live {
  routes(router: Router): void;
  /** Publishes to everybody in a room. Call after the commit, in the order of the commits. */
  toRoom(roomId: string, event: object): void;
  toUser(userId: string, event: object): void;
  /**
   * Follows a room for somebody without an account. Calls back for each event of the room. An event may be
   * lost, so it is only a hint. Returns a function that ends it.
   */
  watchRoom(roomId: string, onEvent: (body: string) => void): () => void;
  /** Sets what the live channel asks about rooms. Call it once, before the first client. */
  serveRooms(source: RoomSource): void;
  /** Adds what is called when clients connect, disconnect and report. Call it before the first client. */
  watchClients(watcher: ClientWatcher): void;
  /**
   * Subscribes new members to the room and sends them its state. Then checks who is still a member. This
   * check notices a removal before it, and a later removal unsubscribes the person itself. So a person who
   * has left receives nothing more.
   */
  joinRoom(roomId: string, userIds: readonly string[]): Promise<void>;
  leaveRoom(userId: string, roomId: string): void;
  endSessions(userId: string, sessionId?: string): void;
  /** Handles upgrades of `/api/live` and returns true. Returns false for other paths. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  connectionCount(): number;
  /** How many clients were dropped since the start because they read too slowly. */
  slowDroppedCount(): number;
  /** Tells every client that the server stops, and accepts no new ones. */
  close(): void;
}
