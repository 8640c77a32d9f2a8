import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createLive, type Live, type SocketLimits } from "../features/live/service.ts";
import { type Bus, memoryBus } from "../kit/bus.ts";
import { AppError } from "../kit/errors.ts";
import { trustProxies } from "../kit/http/network.ts";
import { errorLog } from "./log.ts";
import { StompClient } from "./stomp.ts";

/** The live channel without a database: people are names, and a token is `name:session`. */
export interface LiveAlone {
  readonly live: Live;
  readonly url: string;
  /** The rooms of each person, as the database would say. */
  readonly rooms: Map<string, string[]>;
  readonly ended: Set<string>;
  /** Why somebody was dropped. */
  readonly failures: unknown[];
  /** Whether the bus says that other processes can be reached. */
  busIsReachable: boolean;
  /** Whether the bus has this process alone. */
  busIsImmediate: boolean;
  /** What is listened to on the bus now. */
  readonly subjects: Set<string>;
  /** Happens while somebody's token is being looked into. */
  whileIdentifying: () => void | Promise<void>;
  /** Happens while somebody's rooms are being read. */
  whileReading: () => void | Promise<void>;
  /** Sends CONNECT, with more header lines where they are given, and does not wait for its answer. */
  connect(user: string, session?: string, headers?: string): Promise<StompClient>;
  /** Resolves once the client listens to its queue. */
  listen(user: string, session?: string, headers?: string): Promise<StompClient>;
  say(room: string, text: string): void;
  close(): Promise<void>;
}

function noting(subjects: Set<string>, alone: () => LiveAlone): Bus {
  const bus = memoryBus();
  return {
    ...bus,
    get immediate() {
      return alone().busIsImmediate;
    },
    isReachable: () => alone().busIsReachable,
    subscribe(subject, receive) {
      subjects.add(subject);
      const end = bus.subscribe(subject, receive);
      return () => {
        subjects.delete(subject);
        end();
      };
    },
  };
}

export async function createLiveAlone(limits?: SocketLimits, framesPerMinute?: number): Promise<LiveAlone> {
  const rooms = new Map<string, string[]>();
  const ended = new Set<string>();
  const failures: unknown[] = [];
  const subjects = new Set<string>();
  const live = createLive({
    bus: noting(subjects, () => alone),
    trustsProxy: trustProxies([]),
    publicUrl: "http://localhost:3000",
    ...(limits && { limits }),
    framesPerMinute,
    sessions: {
      async identify(token) {
        const [userId = "", sessionId = ""] = token.split(":");
        await alone.whileIdentifying();
        if (ended.has(sessionId)) throw new AppError("ERR.TOK0101");
        return { actor: { userId, sessionId }, endpoint: `of-${userId}` };
      },
      isLive: async (sessionId) => !ended.has(sessionId),
      endpointOf: async (sessionId) => sessionId,
    },
    log: errorLog((error) => failures.push(error)),
  });
  live.serveRooms({
    welcome: async (room, userIds) => new Map(userIds.map((id) => [id, { welcome: room }])),
    async roomsOf(userId) {
      const found = [...(rooms.get(userId) ?? [])];
      // As a database does, this answers in a later turn of the event loop.
      await new Promise(setImmediate);
      await alone.whileReading();
      return found;
    },
  });
  const server = createServer();
  server.on("upgrade", (request, socket, head) => live.upgrade(request, socket, head));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const alone: LiveAlone = {
    live,
    url,
    rooms,
    ended,
    failures,
    busIsReachable: true,
    busIsImmediate: true,
    subjects,
    whileIdentifying: () => {},
    whileReading: () => {},
    async connect(user, session = "s", headers = "") {
      const client = await new StompClient(url).open();
      client.send(`CONNECT\naccept-version:1.2\n${headers}Authorization:Bearer ${user}:${session}\n\n\0`);
      return client;
    },
    async listen(user, session, headers) {
      const client = await alone.connect(user, session, headers);
      client.send(`SUBSCRIBE\nid:0\ndestination:/queue/of-${user}\nreceipt:ready\n\n\0`);
      await client.frame("RECEIPT");
      return client;
    },
    say: (room, text) => live.toRoom(room, { text }),
    async close() {
      live.close();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return alone;
}

let receipts = 0;

/** Resolves once the server has read everything that the client sent. */
export async function settled(client: StompClient): Promise<void> {
  const id = `settled-${++receipts}`;
  client.send(`ACK\nid:x\nreceipt:${id}\n\n\0`);
  await client.frame("RECEIPT", ({ headers }) => headers["receipt-id"] === id);
}

/** The texts that a client has heard, in order. */
export function texts(client: StompClient): string[] {
  return client.frames
    .filter(({ command }) => command === "MESSAGE")
    .flatMap(({ body }) => JSON.parse(body).text ?? []);
}

export async function hears(client: StompClient, text: string): Promise<void> {
  await client.frame("MESSAGE", ({ body }) => JSON.parse(body).text === text);
}
