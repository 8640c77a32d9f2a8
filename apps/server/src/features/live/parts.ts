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
  /** To this client alone. */
  tell(event: object): void;
}

/** Is told when clients connect and disconnect, and what they report. */
export interface ClientWatcher {
  onConnect(client: Client): void;
  onDisconnect(client: Client): void;
  /** Answers what is wrong with the report, for the client's developer. Null where nothing is. */
  onReport(client: Client, body: string): string | null;
}

/** What the channel asks about sessions. */
export interface SessionSource {
  /** Who holds an access token. Rejects with a text for the person. */
  identify(token: string): Promise<{ actor: { userId: string; sessionId: string }; endpoint: string }>;
  /** Whether a session is live. Asked again once its socket listens. */
  isLive(sessionId: string): Promise<boolean>;
  /** The name of a session's own queue. */
  endpointOf(sessionId: string): Promise<string>;
}

export interface LiveOptions {
  bus: Bus;
  publicUrl: string;
  trustsProxy: TrustsProxy;
  sessions: SessionSource;
  /** Instead of the usual ones. */
  limits?: SocketLimits;
  /** Frames that one person may send in a minute; without it, any number. */
  framesPerMinute?: number | undefined;
  log: Log;
}

export interface Live {
  routes(router: Router): void;
  /** Publishes to everybody in a room. Call after the commit, in the order of the commits. */
  toRoom(roomId: string, event: object): void;
  toUser(userId: string, event: object): void;
  /** Where rooms and their welcomes come from. Set once, before the first client. */
  serveRooms(source: RoomSource): void;
  /** Who is told of clients as they come and go. Set once, before the first client. */
  watchClients(attendance: ClientWatcher): void;
  /**
   * Subscribes new members to the room and presents it to them. Then checks who is still a member: a removal before the
   * check is seen by it, and a later one unsubscribes them. So nobody who left goes on receiving.
   */
  joinRoom(roomId: string, userIds: readonly string[]): Promise<void>;
  leave(userId: string, roomId: string): void;
  endSessions(userId: string, sessionId?: string): void;
  /** Handles upgrades of `/api/live` and answers true. Answers false for others. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  connectionCount(): number;
  /** Clients dropped since the start because they read too slowly. */
  slowDroppedCount(): number;
  /** Tells every client that the server stops, and accepts no more. */
  close(): void;
}
