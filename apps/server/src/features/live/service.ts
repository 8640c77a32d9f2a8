import type { Duplex } from "node:stream";
import {
  frameTimeoutMs,
  livePath,
  maximumFrameBytes,
  maximumMessageFragments,
  maximumSilenceMs,
  maximumSocketsPerNetwork,
  maximumSocketsPerPerson,
} from "@kakehashi/contract/live";
import { WebSocketServer } from "ws";
import { AppError } from "../../kit/errors.ts";
import { createKeyedTokenBuckets } from "../../kit/http/allowance.ts";
import { findCallerIpAddress, networkOf } from "../../kit/http/network.ts";
import { isOwnOrigin } from "../../kit/http/origin.ts";
import type { ApiRouter } from "../../kit/http/route.ts";
import { refuseUpgrade } from "../../kit/http/upgrade.ts";
import { Connection, type ConnectionHost } from "./connection.ts";
import { silenceCheckIntervalMs, startConnectionChecks } from "./connection-checks.ts";
import { offeredSubprotocols } from "./frames.ts";
import { Hub, type RoomSource } from "./hub.ts";
import type { ClientWatcher, Live, LiveClient, LiveOptions, SocketCountLimits } from "./parts.ts";
import { defineLiveRoutes } from "./routes.ts";
import * as signals from "./signals.ts";
import { KeyedCounterWithMaximum } from "./tally.ts";

/**
 * Maximum network packets of an incomplete fragment. Each packet takes memory of its own, however few bytes it has.
 * With the smallest packets of IPv4 (536 bytes), a frame of the maximum size arrives in 123 packets.
 */
const maximumBufferedPackets = 512;
/** Milliseconds within which a client must confirm that its socket is closed. */
const closeTimeoutMs = 1_000;
/**
 * How many clients are told to reconnect at the same time. There is a pause before the next clients, because each
 * client requests its missed events when it reconnects.
 */
const maximumReconnectsAtOnce = 100;
const reconnectPauseMs = 100;
/**
 * The `retry-after` seconds for a person or network with too many sockets. Within this time, the server closes silent
 * sockets, so a new socket may be allowed then.
 */
const retryAfterSeconds = Math.ceil((maximumSilenceMs + silenceCheckIntervalMs) / 1000);

const defaultLimits: SocketCountLimits = {
  perPerson: maximumSocketsPerPerson,
  perNetwork: maximumSocketsPerNetwork,
};

const ignoreError = () => {};

/**
 * Lowers a counter when a socket is closed, which also happens if its handshake fails. This function stands alone, so
 * that the listener does not keep the request in memory as long as the socket.
 */
function releaseOnClose(socket: Duplex, counter: KeyedCounterWithMaximum, key: string): void {
  socket.on("close", () => counter.release(key));
}

export type { ClientWatcher, Live, LiveClient, SocketCountLimits } from "./parts.ts";

export function createLive(options: LiveOptions): Live {
  let rooms: RoomSource = { roomIdsOf: async () => [], createRoomStateEvents: async () => new Map() };
  const clientWatchers = new Map<string, ClientWatcher>();
  const { bus, sessions } = options;
  const log = options.log.child({ feature: "live" });
  const hub = new Hub(
    bus,
    () => rooms,
    (error) => log.error({ err: error }, "Sending to a live socket failed: it was dropped."),
  );
  const connections = new Set<Connection>();
  const clients = new Map<Connection, LiveClient>();
  const limits = options.socketCountLimits ?? defaultLimits;
  const socketsOfPerson = new KeyedCounterWithMaximum(limits.perPerson);
  const socketsOfNetwork = new KeyedCounterWithMaximum(limits.perNetwork);
  const { framesPerMinute } = options;
  const frameLimit = framesPerMinute
    ? createKeyedTokenBuckets({ burst: framesPerMinute, perSecond: framesPerMinute / 60 })
    : null;
  let isClosing = false;
  // This object has its own variable, because an object literal with `closeTimeout` would not match the types of the
  // library `ws`.
  const serverOptions = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maximumFrameBytes,
    maxFragments: maximumMessageFragments,
    maxBufferedChunks: maximumBufferedPackets,
    closeTimeout: closeTimeoutMs,
    // The server also accepts a client that requests none of its subprotocols. The CONNECT frame then negotiates the
    // STOMP version.
    handleProtocols: (offeredProtocols: Set<string>) =>
      offeredSubprotocols.find((protocol) => offeredProtocols.has(protocol)) ?? false,
  };
  const server = new WebSocketServer(serverOptions);
  server.on("wsClientError", (_, socket, request) => {
    const refusalContext = { request, socket, publicUrl: options.publicUrl };
    if (request.method !== "GET") refuseUpgrade(refusalContext, new AppError("ERR.METHOD"), ["allow: GET"]);
    else refuseUpgrade(refusalContext, new AppError("ERR.MALFORMED"), ["sec-websocket-version: 13, 8"]);
  });

  // All connections share these functions. Functions of each connection's own would take half a kilobyte per socket.
  const connectionHub: ConnectionHost = {
    async identify(token) {
      const { actor, endpoint } = await sessions.identify(token);
      return { userId: actor.userId, sessionId: actor.sessionId, endpoint };
    },
    async addConnection(connection) {
      const userId = connection.session?.userId ?? "";
      if (!socketsOfPerson.add(userId))
        return connection.closeWithError("ERR.TOO_MANY", { retryAfter: retryAfterSeconds });
      connection.onClose(() => socketsOfPerson.release(userId));
      await hub.addConnection(connection);
      // Check the session again, because it may have ended before its socket was subscribed.
      const sessionId = connection.session?.sessionId ?? "";
      if (!(await sessions.isActive(sessionId))) connection.closeWithError("Your session has ended.");
      else if (connections.has(connection)) {
        const client = {
          userId,
          sendEvent: (event: object) => hub.sendToConnection(connection, JSON.stringify(event)),
        };
        clients.set(connection, client);
        for (const clientWatcher of clientWatchers.values()) clientWatcher.onConnect?.(client);
      }
    },
    countFrameAndReturnWait(userId) {
      if (!frameLimit || frameLimit.trySpend(userId)) return 0;
      return Math.max(1, frameLimit.secondsUntilAllowed(userId));
    },
    findReportHandler(destination) {
      const watcher = clientWatchers.get(destination);
      if (!watcher) return;
      return (reportingConnection, body) => {
        const client = clients.get(reportingConnection);
        return client ? watcher.onReport(client, body) : null;
      };
    },
    scheduleFlush: (connection) => hub.flushLater(connection),
  };

  server.on("connection", (socket, request) => {
    const connection = new Connection(socket, request.socket, connectionHub);
    connections.add(connection);
    const reconnectTimer = setTimeout(() => {
      if (!connection.session) connection.closeWithError("CONNECT did not come in time.");
    }, frameTimeoutMs);
    // The handler is empty, because the library `ws` has sent the client a close code for the error. The event `close`
    // follows.
    socket.on("error", ignoreError);
    connection.onClose(() => {
      clearTimeout(reconnectTimer);
      connections.delete(connection);
      hub.removeConnection(connection);
      const client = clients.get(connection);
      clients.delete(connection);
      if (client) for (const watcher of clientWatchers.values()) watcher.onDisconnect(client);
    });
  });

  // Closes connections of clients that may have missed events. The clients reconnect and request the missed changes.
  const stopWatchingBus = bus.onMessagesLost(() => reconnectAllClients([...connections]));
  function reconnectAllClients(connections: Connection[]): void {
    for (const connection of connections.splice(0, maximumReconnectsAtOnce))
      connection.close(1012, "Please connect again");
    if (connections.length > 0) setTimeout(() => reconnectAllClients(connections), reconnectPauseMs);
  }

  const connectionChecks = startConnectionChecks({ connections, hub, sessions, bus });

  return {
    toRoom: (roomId, event) => signals.publishToRoom(bus, roomId, JSON.stringify(event)),
    toUser: (userId, event) => signals.publishToUser(bus, userId, JSON.stringify(event)),
    watchRoom: (roomId, onEvent) => signals.watchRoom(bus, roomId, onEvent),
    setRoomSource(source) {
      rooms = source;
    },
    watchClients(watcher) {
      clientWatchers.set(watcher.stompReportDestination, watcher);
    },
    async joinRoom(roomId, userIds) {
      for (const userId of userIds) signals.publishRoomJoin(bus, userId, roomId);
      const events = await rooms.createRoomStateEvents(roomId, userIds);
      for (const userId of userIds) if (!events.has(userId)) signals.publishRoomLeave(bus, userId, roomId);
      for (const [userId, event] of events) signals.publishToUser(bus, userId, JSON.stringify(event));
    },
    leaveRoom: (userId, roomId) => signals.publishRoomLeave(bus, userId, roomId),
    disconnectSessions: (userId, sessionId) => signals.publishSessionEnd(bus, userId, sessionId),
    countConnections: () => connections.size,
    countDroppedSlowClients: connectionChecks.slowDroppedCount,
    handleUpgrade(request, socket, upgradeHead) {
      // Compare the path as text, because the URL in a request may be invalid and impossible to parse.
      if (request.url?.split("?")[0] !== `/api${livePath}`) return false;
      const network = networkOf(findCallerIpAddress(request, options.isTrustedProxy));
      const refuseRequest = (error: AppError) =>
        refuseUpgrade({ request, socket, publicUrl: options.publicUrl }, error);
      if (isClosing) refuseRequest(new AppError("ERR.UNAVAILABLE"));
      else if (!isOwnOrigin(request.headers, options.publicUrl)) refuseRequest(new AppError("ERR.ORIGIN"));
      else if (!socketsOfNetwork.add(network))
        refuseRequest(new AppError("ERR.TOO_MANY", { retryAfter: retryAfterSeconds }));
      else {
        releaseOnClose(socket, socketsOfNetwork, network);
        server.handleUpgrade(request, socket, upgradeHead, (webSocket) =>
          server.emit("connection", webSocket, request),
        );
      }
      return true;
    },
    close() {
      isClosing = true;
      connectionChecks.stop();
      stopWatchingBus();
      hub.sendAllNow();
      for (const connection of connections) connection.close(1012, "The server restarts");
      server.close();
    },

    routes({ route }: ApiRouter): void {
      defineLiveRoutes(route, sessions.endpointOf);
    },
  };
}
