import { randomUUID } from "node:crypto";
import { createConversation } from "@kakehashi/contract/conversations";
import { sendMessage } from "@kakehashi/contract/messages";
import { Client, type IFrame, type IMessage, type StompConfig, type StompHeaders } from "@stomp/stompjs";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import WebSocket from "ws";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { createWorld, type World } from "../../test/world.ts";

// Tests the server with the STOMP library that browsers use. The library's own tests send to queues to get messages;
// here messages are sent through the API. Calls that the server refuses on purpose (other queues, transactions,
// redelivery) must be refused.

let server: TestApp;
let world: World;
let url: string;
const clients: Client[] = [];
const sockets: WebSocket[] = [];

beforeAll(async () => {
  server = await createTestApp();
  world = await createWorld(server);
  url = `${(await server.listen()).replace("http", "ws")}/api/live`;
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.deactivate({ force: true })));
  sockets.length = 0;
});
afterAll(() => server.close());

const queue = () => `/queue/${world.an.endpoint}`;
const authorization = () => `Bearer ${world.an.tokens.access_token}`;

function createClient(config: StompConfig = {}): Client {
  const client = new Client({
    connectHeaders: { Authorization: authorization() },
    reconnectDelay: 0,
    ...config,
    webSocketFactory: () => {
      const socket = new WebSocket(url, client.stompVersions.protocolVersions());
      sockets.push(socket);
      return socket;
    },
  });
  clients.push(client);
  return client;
}

/** Resolves at the client's next call of this callback. */
const next = <K extends "onConnect" | "onDisconnect" | "onStompError">(client: Client, name: K) =>
  new Promise<IFrame>((resolve) => {
    client[name] = resolve;
  });
const socketClosed = (client: Client) =>
  new Promise<void>((resolve) => {
    client.onWebSocketClose = () => resolve();
  });

async function connect(config?: StompConfig): Promise<Client> {
  const client = createClient(config);
  const connected = next(client, "onConnect");
  client.activate();
  await connected;
  return client;
}

/** Runs `send` with a receipt header and waits for the receipt. */
async function confirmed(client: Client, send: (headers: StompHeaders) => void): Promise<void> {
  const receipt = randomUUID();
  const receiptReceived = new Promise((resolve) => client.watchForReceipt(receipt, resolve));
  send({ receipt });
  await receiptReceived;
}

async function sendMessageAs(content: string): Promise<string> {
  const body = { kind: "GROUP", name: "room", user_ids: [world.an.id] };
  const { data } = await world.aiko.call(createConversation, { body });
  await world.aiko.call(sendMessage, { params: { id: data.id }, body: { client_id: randomUUID(), content } });
  return content;
}

/** Sends a message and returns it as the subscription receives it. */
async function sendAndReceive(client: Client, content: string): Promise<IMessage> {
  const { promise, resolve } = Promise.withResolvers<IMessage>();
  await confirmed(client, (headers) =>
    client.subscribe(
      queue(),
      (message) => {
        if (JSON.parse(message.body).message?.content === content) resolve(message);
      },
      headers,
    ),
  );
  await sendMessageAs(content);
  return promise;
}

test("it connects in the newest version, and its callbacks come in their order", async () => {
  const calls: string[] = [];
  const client = createClient({
    beforeConnect: () => void calls.push("beforeConnect"),
    onWebSocketClose: () => void calls.push("onWebSocketClose"),
    onDisconnect: () => void calls.push("onDisconnect"),
  });
  const connected = new Promise<IFrame>((resolve) => {
    client.onConnect = (frame) => {
      calls.push("onConnect");
      resolve(frame);
    };
  });
  client.activate();
  expect((await connected).headers).toMatchObject({ version: "1.2", server: "kakehashi" });
  expect(client.connectedVersion).toBe("1.2");
  await client.deactivate();
  expect(client.connected).toBe(false);
  expect(calls).toEqual(["beforeConnect", "onConnect", "onDisconnect", "onWebSocketClose"]);
});

test("with a wrong token it gets an ERROR and not a connection", async () => {
  const client = createClient({ connectHeaders: { Authorization: "Bearer nobody" } });
  const errorFrame = next(client, "onStompError");
  const closed = socketClosed(client);
  client.onConnect = () => expect.unreachable();
  client.activate();
  expect((await errorFrame).headers.message).toMatch(/^ERR\.TOK/);
  await closed;
});

test("it is deactivated and activated again, at once and more than once", async () => {
  const client = await connect();
  for (let times = 0; times < 3; times++) {
    const deactivation = client.deactivate();
    const connected = next(client, "onConnect");
    client.activate();
    await Promise.all([deactivation, connected]);
    expect(client.connected).toBe(true);
  }
  await Promise.all([client.deactivate(), client.deactivate()]);
  expect(client.active).toBe(false);
  const reconnected = next(client, "onConnect");
  client.activate();
  await reconnected;
});

test("it reconnects after its socket was cut, and receives again", async () => {
  const client = await connect({ reconnectDelay: 20 });
  const reconnected = next(client, "onConnect");
  sockets.at(-1)?.terminate();
  await reconnected;
  expect(sockets).toHaveLength(2);
  await sendAndReceive(client, "after the cut");
  const forced = next(client, "onConnect");
  client.forceDisconnect();
  await forced;
});

test.each([
  ["words", "Hello"],
  ["words of other scripts", "橋を架ける — cầu “nối”"],
  ["what STOMP escapes", "a:b\\n\n\tc\nd \\c"],
  ["a long text", "橋".repeat(10_000)],
])("its subscription hears %s as they were written", async (_what, content) => {
  const client = await connect();
  const message = await sendAndReceive(client, content);
  expect(message.headers).toMatchObject({ destination: queue(), "content-type": "application/json" });
});

test("a handler that throws does not end its subscription", async () => {
  const client = await connect();
  const receivedBodies: string[] = [];
  const bothReceived = Promise.withResolvers<void>();
  // The library logs errors of its handlers there.
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  client.onUnhandledMessage = () => expect.unreachable();
  await confirmed(client, (headers) =>
    client.subscribe(
      queue(),
      ({ body }) => {
        const { message } = JSON.parse(body);
        if (!message) return;
        receivedBodies.push(message.content);
        if (receivedBodies.length === 2) bothReceived.resolve();
        throw new Error("the handler's own");
      },
      headers,
    ),
  );
  await sendMessageAs("first");
  await sendMessageAs("second");
  await bothReceived.promise;
  expect(receivedBodies).toEqual(["first", "second"]);
});

test("a subscription that has ended hears nothing more, the other one does", async () => {
  const client = await connect();
  const first: string[] = [];
  const firstSubscription = client.subscribe(queue(), ({ body }) => void first.push(body), {
    id: "with:colon\\and\nline",
  });
  await sendAndReceive(client, "for both");
  await confirmed(client, (headers) => firstSubscription.unsubscribe(headers));
  const count = first.length;
  expect(count).toBeGreaterThan(0);
  await sendAndReceive(client, "for the second alone");
  expect(first).toHaveLength(count);
});

test.each([
  ["in pieces", { splitLargeFrames: true, maxWebSocketChunkSize: 1024 }],
  ["as bytes", { forceBinaryWSFrames: true }],
  ["without a content-length", {}],
] as const)("a large frame that it sends %s is read", async (_how, config) => {
  const client = await connect(config);
  const body = `{"active":true}${" ".repeat(20_000)}`;
  const skipContentLengthHeader = Object.keys(config).length === 0;
  await confirmed(client, (headers) =>
    client.publish({ destination: "/app/presence", body, headers, skipContentLengthHeader }),
  );
});

test("bytes that it sends are read by their length", async () => {
  const client = await connect();
  const binaryBody = new TextEncoder().encode('{"active":true}');
  await confirmed(client, (headers) => client.publish({ destination: "/app/presence", binaryBody, headers }));
});

test("heart-beats are agreed on and keep the connection", async () => {
  const client = createClient({ heartbeatIncoming: 1_000, heartbeatOutgoing: 1_000 });
  const beatTimes: number[] = [];
  client.onHeartbeatReceived = () => void beatTimes.push(Date.now());
  client.onHeartbeatLost = () => expect.unreachable();
  const connected = next(client, "onConnect");
  client.activate();
  expect((await connected).headers["heart-beat"]).toMatch(/^\d+,\d+$/);
  await expect.poll(() => beatTimes.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
  expect(client.connected).toBe(true);
});

test.each<[string, (client: Client) => void]>([
  ["a message to a queue", (client) => client.publish({ destination: queue(), body: "Hello" })],
  ["a message to a topic", (client) => client.publish({ destination: "/topic/all", body: "Hello" })],
  ["a subscription to another queue", (client) => client.subscribe("/queue/other", () => undefined)],
  ["redelivery", (client) => client.subscribe(queue(), () => undefined, { ack: "client-individual" })],
  ["a transaction", (client) => client.begin()],
  ["the end of a transaction", (client) => client.commit("tx")],
  ["a transaction taken back", (client) => client.abort("tx")],
])("%s is refused with an ERROR", async (_what, send) => {
  const client = await connect();
  const errorFrame = next(client, "onStompError");
  const closed = socketClosed(client);
  send(client);
  expect((await errorFrame).command).toBe("ERROR");
  await closed;
});

test("an acknowledgement that nobody asked for changes nothing", async () => {
  const client = await connect();
  await confirmed(client, (headers) => client.ack("1", "0", headers));
  await confirmed(client, (headers) => client.nack("2", "0", headers));
  await sendAndReceive(client, "goes on");
});
