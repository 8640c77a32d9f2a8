import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Bus } from "../../kit/bus.ts";
import type { IsTrustedProxy } from "../../kit/http/network.ts";
import type { ApiRouter } from "../../kit/http/route.ts";
import type { Log } from "../../kit/log.ts";
import type { RoomSource } from "./hub.ts";

/** Maximum number of open sockets per person and per network. */
export interface SocketCountLimits {
  perPerson: number;
  perNetwork: number;
}

/** A connected client, as other features see it. */
export interface LiveClient {
  readonly userId: string;
  /** Sends an event to this client only. */
  sendEvent(event: object): void;
}

/** The functions that the live channel calls when a client connects, disconnects or sends a report (a SEND frame). */
export interface ClientWatcher {
  /** The STOMP destination of the SEND frames that `onReport` handles. */
  readonly stompReportDestination: string;
  onConnect?(client: LiveClient): void;
  onDisconnect(client: LiveClient): void;
  /** Handles a SEND frame from a client. Returns null, or an error message for the client's developer. */
  onReport(client: LiveClient, body: string): string | null;
}

/** The functions that check access tokens and sessions for the live channel. */
export interface SessionSource {
  /** Returns the person and session of an access token. Rejects with an AppError if the token is invalid. */
  identify(token: string): Promise<{ actor: { userId: string; sessionId: string }; endpoint: string }>;
  /**
   * Whether a session still exists. The live channel asks this again after it has subscribed the socket, because the
   * session may have ended in between.
   */
  isActive(sessionId: string): Promise<boolean>;
  /** The name of the queue from which only this session receives its events. */
  endpointOf(sessionId: string): Promise<string>;
}

export interface LiveOptions {
  bus: Bus;
  publicUrl: string;
  isTrustedProxy: IsTrustedProxy;
  sessions: SessionSource;
  /**
   * Maximum number of open sockets per person and per network. Only tests set these; otherwise the default values
   * apply.
   */
  socketCountLimits?: SocketCountLimits;
  /** Maximum frames per person and minute. Undefined: no limit. */
  framesPerMinute?: number | undefined;
  log: Log;
}

export interface Live {
  routes(router: ApiRouter): void;
  /**
   * Publishes an event to everybody in a room. Call this after the commit. If there are several commits, keep their
   * order.
   */
  toRoom(roomId: string, event: object): void;
  toUser(userId: string, event: object): void;
  /**
   * Calls `onEvent` with each event of a room, for a visitor without an account. Events may be lost, so the caller must
   * treat an event only as a hint to look for changes. Returns a function that ends the calls.
   */
  watchRoom(roomId: string, onEvent: (body: string) => void): () => void;
  /** Sets the functions that return the rooms of users. Call this once, before the first client connects. */
  setRoomSource(source: RoomSource): void;
  /**
   * Registers functions that are called when a client connects, disconnects or sends a report. Call this before the
   * first client connects.
   */
  watchClients(watcher: ClientWatcher): void;
  /**
   * Subscribes new members to the room and sends them the room's state. Then checks who is still a member, because a
   * person may have been removed from the room in the meantime. So a person who has left the room gets no further
   * events.
   */
  joinRoom(roomId: string, userIds: readonly string[]): Promise<void>;
  leaveRoom(userId: string, roomId: string): void;
  disconnectSessions(userId: string, sessionId?: string): void;
  /** Handles WebSocket upgrades of `/api/live` and returns true. Returns false for other paths. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  countConnections(): number;
  /** The number of clients that were disconnected since the start because they read too slowly. */
  countDroppedSlowClients(): number;
  /** Tells every client that the server is stopping, and refuses new clients. */
  close(): void;
}
