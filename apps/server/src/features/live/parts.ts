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

/** One connected client, to whoever cares that it is there. */
export interface Client {
  readonly userId: string;
  /** To this client alone. */
  tell(event: object): void;
}

/** Told of clients as they come and go, and of what they say of themselves. */
export interface ClientWatcher {
  onConnect(client: Client): void;
  onDisconnect(client: Client): void;
  /** Answers what is wrong with it, as a text for the client's maker; null where nothing is. */
  onReport(client: Client, body: string): string | null;
}

/** What the channel asks about who connects. */
export interface SessionSource {
  /** Who holds an access token. Rejects with a text for the person. */
  identify(token: string): Promise<{ actor: { userId: string; sessionId: string }; endpoint: string }>;
  /** Whether a session still is: asked once more when its socket starts to listen. */
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
   * Lets newcomers hear the room and welcomes them. Then looks who of them is in it still: a removal that commits
   * before the look is seen by it, and a later one tells them to leave after they joined. Nobody who is out goes on
   * hearing.
   */
  joinRoom(roomId: string, userIds: readonly string[]): Promise<void>;
  leave(userId: string, roomId: string): void;
  endSessions(userId: string, sessionId?: string): void;
  /** Takes the upgrades of `/api/live` and answers true; leaves all others alone. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  connectionCount(): number;
  /** Clients that were dropped since the start because they read too slowly. */
  slowDroppedCount(): number;
  /** Tells every client that the server goes, and lets none in any more. */
  close(): void;
}
