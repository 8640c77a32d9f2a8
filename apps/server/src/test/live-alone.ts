import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createLive, type Live, type SocketCountLimits } from "../features/live/service.ts";
import { type Bus, createMemoryBus } from "../kit/bus.ts";
import { AppError } from "../kit/errors.ts";
import { createTrustedProxyCheck } from "../kit/http/network.ts";
import { createTestLog } from "./log.ts";
import { StompClient } from "./stomp.ts";

/**
 * A server that has only the live channel (STOMP over WebSocket) and no database. A person's id is a name such as `an`,
 * and an access token is `name:session`.
 */
export interface LiveWithoutDatabase {
  readonly live: Live;
  readonly url: string;
  /** The rooms of each person, by the person's id. The test sets them, because there is no database. */
  readonly roomIdsByUserId: Map<string, string[]>;
  readonly inactiveSessionIds: Set<string>;
  /** The errors because of which the server closed connections. */
  readonly connectionErrors: unknown[];
  /** What the test's message bus answers when it is asked whether it can reach other processes. */
  canBusReachOthers: boolean;
  /** Whether a new subscription to the message bus is active at once, as in a bus within a single process. */
  busSubscribesAtOnce: boolean;
  /** The subjects of the message bus to which the live channel is subscribed now. */
  readonly subscribedSubjects: Set<string>;
  /** The server calls this function while it checks a token. A test can set a function that acts at that moment. */
  onTokenCheck: () => void | Promise<void>;
  /**
   * The server calls this function while it loads a person's rooms. A test can set a function that acts at that moment.
   */
  onRoomsLoad: () => void | Promise<void>;
  /** Sends a CONNECT frame, which may contain extra header lines. Does not wait for the server's reply. */
  connect(userId: string, sessionId?: string, headerLines?: string): Promise<StompClient>;
  /** Connects a client. Resolves when the client is subscribed to its queue. */
  connectAndSubscribe(userId: string, sessionId?: string, headerLines?: string): Promise<StompClient>;
  sendText(roomId: string, text: string): void;
  close(): Promise<void>;
}

function createRecordingBus(subjects: Set<string>, getLive: () => LiveWithoutDatabase): Bus {
  const bus = createMemoryBus();
  return {
    ...bus,
    get subscribesAtOnce() {
      return getLive().busSubscribesAtOnce;
    },
    isReachable: () => getLive().canBusReachOthers,
    subscribe(subject, receiveMessage) {
      subjects.add(subject);
      const unsubscribe = bus.subscribe(subject, receiveMessage);
      return () => {
        subjects.delete(subject);
        unsubscribe();
      };
    },
  };
}

export async function createLiveWithoutDatabase(
  socketLimits?: SocketCountLimits,
  framesPerMinute?: number,
): Promise<LiveWithoutDatabase> {
  const rooms = new Map<string, string[]>();
  const endedSessionIds = new Set<string>();
  const failures: unknown[] = [];
  const subjects = new Set<string>();
  const liveService = createLive({
    bus: createRecordingBus(subjects, () => liveServer),
    isTrustedProxy: createTrustedProxyCheck([]),
    publicUrl: "http://localhost:3000",
    ...(socketLimits && { socketCountLimits: socketLimits }),
    framesPerMinute,
    sessions: {
      async identify(token) {
        const [userId = "", sessionId = ""] = token.split(":");
        await liveServer.onTokenCheck();
        if (endedSessionIds.has(sessionId)) throw new AppError("ERR.TOK0101");
        return { actor: { userId, sessionId }, endpoint: `of-${userId}` };
      },
      isActive: async (sessionId) => !endedSessionIds.has(sessionId),
      endpointOf: async (sessionId) => sessionId,
    },
    log: createTestLog((error) => failures.push(error)),
  });
  liveService.setRoomSource({
    createRoomStateEvents: async (room, userIds) => new Map(userIds.map((id) => [id, { welcome: room }])),
    async roomIdsOf(userId) {
      const roomIds = [...(rooms.get(userId) ?? [])];
      // Respond only in a later round of the event loop, as a real database does.
      await new Promise(setImmediate);
      await liveServer.onRoomsLoad();
      return roomIds;
    },
  });
  const server = createServer();
  server.on("upgrade", (request, socket, head) => liveService.handleUpgrade(request, socket, head));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const liveServer: LiveWithoutDatabase = {
    live: liveService,
    url,
    roomIdsByUserId: rooms,
    inactiveSessionIds: endedSessionIds,
    connectionErrors: failures,
    canBusReachOthers: true,
    busSubscribesAtOnce: true,
    subscribedSubjects: subjects,
    onTokenCheck: () => {},
    onRoomsLoad: () => {},
    async connect(user, session = "s", headers = "") {
      const client = await new StompClient(url).waitForOpen();
      client.send(`CONNECT\naccept-version:1.2\n${headers}Authorization:Bearer ${user}:${session}\n\n\0`);
      return client;
    },
    async connectAndSubscribe(user, session, headers) {
      const client = await liveServer.connect(user, session, headers);
      client.send(`SUBSCRIBE\nid:0\ndestination:/queue/of-${user}\nreceipt:ready\n\n\0`);
      await client.waitForFrame("RECEIPT");
      return client;
    },
    sendText: (room, text) => liveService.toRoom(room, { text }),
    async close() {
      liveService.close();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return liveServer;
}

let receiptCount = 0;

/** Resolves when the server has read everything that the client has sent. */
export async function waitForReceipt(client: StompClient): Promise<void> {
  const id = `settled-${++receiptCount}`;
  client.send(`ACK\nid:x\nreceipt:${id}\n\n\0`);
  await client.waitForFrame("RECEIPT", ({ headers }) => headers["receipt-id"] === id);
}

/** Returns the texts of the messages that a client has received, oldest first. */
export function receivedTexts(client: StompClient): string[] {
  return client.frames
    .filter(({ command }) => command === "MESSAGE")
    .flatMap(({ body }) => JSON.parse(body).text ?? []);
}

export async function waitForText(client: StompClient, text: string): Promise<void> {
  await client.waitForFrame("MESSAGE", ({ body }) => JSON.parse(body).text === text);
}
