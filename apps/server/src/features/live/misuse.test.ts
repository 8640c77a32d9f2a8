import { randomUUID } from "node:crypto";
import { createConversation } from "@kakehashi/contract/conversations";
import { sendMessage } from "@kakehashi/contract/messages";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { createBystanders } from "../../test/bystander.ts";
import { type Frame, listenTo, StompClient } from "../../test/stomp.ts";
import { createWorld, type World } from "../../test/world.ts";
import { maximumFrameBytes } from "./connection.ts";

let server: TestApp;
let world: World;
let url: string;
let bystanders: Awaited<ReturnType<typeof createBystanders>>;
const clients: StompClient[] = [];

beforeAll(async () => {
  server = await createTestApp();
  world = await createWorld(server);
  url = await server.listen();
  bystanders = await createBystanders(url, world);
});
afterAll(() => server.close());

// After each attack the process still runs, and other clients still receive messages.
afterEach(async () => {
  for (const client of clients.splice(0)) client.socket.terminate();
  await bystanders.expectStillConnected();
});

async function open(options?: ConstructorParameters<typeof StompClient>[1]): Promise<StompClient> {
  const client = await new StompClient(url, options).open();
  clients.push(client);
  return client;
}

const connectFrame = (version = "1.2") =>
  `CONNECT\naccept-version:${version}\nAuthorization:Bearer ${world.minh.tokens.access_token}\n\n\0`;

async function connected(version = "1.2"): Promise<StompClient> {
  const client = await open({ version });
  client.send(connectFrame(version));
  await client.frame("CONNECTED");
  return client;
}

/** The ERROR frame that a client gets before its socket closes. */
async function refusal(client: StompClient): Promise<Frame> {
  const error = await client.frame("ERROR");
  expect(await client.close()).toEqual({ code: 1008, reason: error.headers.message });
  expect(client.frames.filter(({ command }) => command === "ERROR")).toEqual([error]);
  expect(error.body).toBe(error.headers.message);
  return error;
}

describe("before CONNECT", () => {
  test.each([
    "SUBSCRIBE\nid:0\ndestination:/queue/x\n\n\0",
    "SEND\ndestination:/queue/x\n\nhello\0",
    "DISCONNECT\nreceipt:1\n\n\0",
    "HELLO\n\n\0",
    "GET / HTTP/1.1\nhost:x\n\n\0",
    "{}\n\n\0",
  ])("%j is refused", async (frame) => {
    const client = await open();
    client.send(frame);
    expect((await refusal(client)).body).toBe("The first frame must be CONNECT.");
  });

  test.each([
    ["no token", ""],
    ["another scheme", "Authorization:Basic YTpi\n"],
    ["an empty token", "Authorization:Bearer \n"],
  ])("CONNECT with %s is refused", async (_, header) => {
    const client = await open();
    client.send(`CONNECT\naccept-version:1.2\n${header}\n\0`);
    expect((await refusal(client)).body).toBe("Authorization is missing.");
  });

  test("frames sent in the same breath as a CONNECT that fails do nothing", async () => {
    const client = await open();
    client.send(
      `CONNECT\naccept-version:1.2\nAuthorization:Bearer no\n\n\0SUBSCRIBE\nid:0\ndestination:/queue/${world.minh.endpoint}\nreceipt:1\n\n\0`,
    );
    expect((await refusal(client)).body).toBe("ERR.TOK0101");
    expect(client.frames).toHaveLength(1);
  });
});

describe("once connected", () => {
  test.each(["HELLO", "subscribe", "CONNECT", "MESSAGE", "CONNECTED", "__proto__"])(
    "the command %s is refused",
    async (command) => {
      const client = await connected();
      client.send(`${command}\nreceipt:r\n\n\0`);
      expect(await refusal(client)).toMatchObject({
        body: "Unknown command.",
        headers: { "receipt-id": "r" },
      });
    },
  );

  test("nothing can be sent to a queue, even one's own", async () => {
    const client = await connected();
    client.send(`SEND\ndestination:/queue/${world.minh.endpoint}\nreceipt:r\n\n{"type":"TYPING"}\0`);
    expect(await refusal(client)).toMatchObject({
      body: "Messages are sent through the API, not through a queue.",
      headers: { "receipt-id": "r" },
    });
  });

  test.each([
    ["another's queue", () => `/queue/${world.an.endpoint}`],
    ["a queue that is nobody's", () => "/queue/everybody"],
    ["every queue", () => "/queue/*"],
    ["a room", () => `/topic/${bystanders.room}`],
    ["one's queue and a little more", () => `/queue/${world.minh.endpoint}/..`],
    ["an inner subject of the bus", () => `live.user.${world.an.id}`],
    ["nothing", () => ""],
  ])("listening to %s is refused, and nothing of it is heard", async (_, destination) => {
    const client = await connected();
    client.send(`SUBSCRIBE\nid:0\ndestination:${destination()}\nreceipt:r\n\n\0`);
    expect(await refusal(client)).toMatchObject({
      body: "There is no such queue for you.",
      headers: { "receipt-id": "r" },
    });
    expect(client.events()).toEqual([]);
  });

  test.each(["", "i".repeat(201)])("a subscription needs a short id, not %j", async (id) => {
    const client = await connected();
    client.send(`SUBSCRIBE\nid:${id}\ndestination:/queue/${world.minh.endpoint}\n\n\0`);
    expect((await refusal(client)).body).toBe("SUBSCRIBE needs an id of at most 200 characters.");
  });

  test("a ninth subscription on one connection is refused", async () => {
    const client = await connected();
    for (let id = 1; id <= 9; id++)
      client.send(`SUBSCRIBE\nid:${id}\ndestination:/queue/${world.minh.endpoint}\nreceipt:${id}\n\n\0`);
    expect(await refusal(client)).toMatchObject({
      body: "A connection has at most 8 subscriptions.",
      headers: { "receipt-id": "9" },
    });
  });

  test.each(["client", "client-individual", "AUTO", ""])("the ack mode %j is refused", async (mode) => {
    const client = await connected();
    client.send(`SUBSCRIBE\nid:0\nack:${mode}\ndestination:/queue/${world.minh.endpoint}\nreceipt:r\n\n\0`);
    expect(await refusal(client)).toMatchObject({
      body: "Only ack:auto is served: what a client misses it asks the API for.",
      headers: { "receipt-id": "r" },
    });
  });

  test.each([
    ["1.2", "UNSUBSCRIBE\n", "UNSUBSCRIBE needs the id of its subscription."],
    ["1.1", "UNSUBSCRIBE\ndestination:/queue/x\n", "UNSUBSCRIBE needs the id of its subscription."],
    ["1.0", "UNSUBSCRIBE\n", "UNSUBSCRIBE needs the id of its subscription."],
    ["1.2", "ACK\n", "ACK does not say what it is for."],
    ["1.2", "NACK\nmessage-id:1\nsubscription:0\n", "NACK does not say what it is for."],
    ["1.1", "ACK\nmessage-id:1\n", "ACK does not say what it is for."],
    ["1.0", "ACK\nid:1\n", "ACK does not say what it is for."],
  ])("in STOMP %s, %j without what it is for is refused", async (version, frame, reason) => {
    const client = await connected(version);
    client.send(`${frame}receipt:r\n\n\0`);
    expect(await refusal(client)).toMatchObject({ body: reason, headers: { "receipt-id": "r" } });
  });

  test.each([
    "BEGIN\ntransaction:t\n\n\0",
    "COMMIT\ntransaction:t\n\n\0",
    "ABORT\ntransaction:t\n\n\0",
    "SEND\ndestination:/app/presence\ntransaction:t\n\n{}\0",
  ])("a transaction is refused: %j", async (frame) => {
    const client = await connected();
    client.send(frame);
    expect((await refusal(client)).body).toBe("There are no transactions.");
  });

  test("unsubscribing an unknown id ends no subscription", async () => {
    const client = await listenTo(url, world.an);
    clients.push(client);
    client.send("UNSUBSCRIBE\nid:another\nreceipt:r\n\n\0");
    await client.frame("RECEIPT", ({ headers }) => headers["receipt-id"] === "r");
    const body = { client_id: randomUUID(), content: "heard" };
    const { data } = await world.aiko.call(sendMessage, { params: { id: bystanders.room }, body });
    await client.event((event) => "message" in event && event.message.id === data.id);
  });
});

describe("broken frames", () => {
  test.each([
    ["1.2", "a\\tb"],
    ["1.2", "a\\"],
    ["1.2", "\\C"],
    ["1.1", "a\\rb"],
  ])(
    "in STOMP %s the escape in %j, which the version does not define, is refused",
    async (version, value) => {
      const client = await connected(version);
      client.send(`UNSUBSCRIBE\nid:${value}\n\n\0`);
      expect((await refusal(client)).body).toBe("A header has an escape that STOMP does not define.");
    },
  );

  test.each([
    ["a length of less than nothing", "-1", "The content-length is not a number of bytes."],
    ["a length that is no number", "much", "The content-length is not a number of bytes."],
    ["a length in another notation", "0x10", "The content-length is not a number of bytes."],
    ["more than a frame may have", "10000000", "The frame is too large, or its NUL is missing."],
    ["more than there is", "3", "The body is not as long as its content-length says."],
    ["less than there is", "1", "The body is not as long as its content-length says."],
  ])("a content-length of %s is refused at once", async (_, length, reason) => {
    const client = await connected();
    client.send(`SEND\ndestination:/app/presence\ncontent-length:${length}\n\n{}\0\n\n`);
    expect((await refusal(client)).body).toBe(reason);
  });

  test.each(["nocolon", ":value", "na\rme:value"])("the header %j is refused", async (header) => {
    const client = await connected();
    client.send(`UNSUBSCRIBE\nid:0\n${header}\n\n\0`);
    expect((await refusal(client)).body).toMatch(/^A header (is a name, a colon|has a carriage return)/);
  });

  test("a frame whose NUL is missing swallows no other: what would be its body is refused", async () => {
    const client = await connected();
    client.send(`SUBSCRIBE\nid:0\ndestination:/queue/${world.minh.endpoint}\n\n`);
    client.send("UNSUBSCRIBE\nid:0\n\n\0");
    expect((await refusal(client)).body).toBe(
      "Only SEND has a body: the NUL of an earlier frame is missing.",
    );
  });

  test.each([
    ["in a header's value", "SUBSCRIBE\nid:a\0b\nreceipt:r\n\n\0"],
    ["in a header's name", "UNSUBSCRIBE\ni\0d:a\n\n\0"],
    ["in the receipt", "UNSUBSCRIBE\nid:a\nreceipt:a\0MESSAGE\n\n\0"],
    ["in the command", "UNSUB\0SCRIBE\nid:a\n\n\0"],
  ])("a NUL %s is refused and not echoed", async (_, frame) => {
    const client = await connected();
    client.send(frame);
    expect((await refusal(client)).body).toBe("The frame has a NUL before its end.");
  });

  test.each([
    [
      "in one piece",
      (client: StompClient) => client.send(`SEND\ndestination:/queue/x\n\n${"x".repeat(10e6)}\0`),
    ],
    [
      "in one WebSocket message of many pieces",
      (client: StompClient) => {
        client.socket.send("SEND\ndestination:/queue/x\n\n", { fin: false });
        for (let sent = 0; sent < 10e6; sent += 50_000)
          client.socket.send("x".repeat(50_000), { fin: false });
      },
    ],
  ])("a frame of 10 MB %s closes the socket as too big", async (_, send) => {
    const client = await connected();
    send(client);
    expect((await client.close()).code).toBe(1009);
  });

  test.each([
    ["body", "SEND\ndestination:/queue/x\n\n"],
    ["header", "SEND\ndestination:"],
    ["command", ""],
  ])("a %s that grows without end, message by message, is refused", async (_, messageStart) => {
    const client = await connected();
    client.send(messageStart);
    for (let sent = 0; sent <= maximumFrameBytes; sent += 8_000) client.send("x".repeat(8_000));
    expect((await refusal(client)).body).toBe("The frame is too large, or its NUL is missing.");
  });

  test("bytes that are no text close the socket", async () => {
    const client = await connected();
    client.socket.send(Buffer.from([0xff, 0xfe, 0xfd]), { binary: false });
    expect((await client.close()).code).toBe(1007);
    const otherClient = await connected();
    otherClient.socket.send(Buffer.from([0xff, 0xfe, 0x0a, 0x0a, 0]));
    expect((await refusal(otherClient)).body).toBe("Unknown command.");
  });

  test("ten thousand frames at once are answered in their order", async () => {
    const client = await connected();
    client.send(Array.from({ length: 2_000 }, (_, index) => `ACK\nid:x\nreceipt:${index}\n\n\0`).join(""));
    await client.frame("RECEIPT", ({ headers }) => headers["receipt-id"] === "1999");
    const ids = client.frames.slice(1).map(({ headers }) => Number(headers["receipt-id"]));
    expect(ids).toEqual(Array.from({ length: 2_000 }, (_, index) => index));
  });
});

describe("what we echo never becomes a header or a frame of its own", () => {
  const maliciousText = "a\\nsubscription:forged\\n\\nMESSAGE\\c\\\\x";

  test.each([
    ["1.0", `${maliciousText}\\r`],
    ["1.1", maliciousText],
    ["1.2", `${maliciousText}\\r`],
  ])("in STOMP %s: a receipt, a subscription's id", async (version, value) => {
    const client = await connected(version);
    client.send(`SUBSCRIBE\nid:${value}\ndestination:/queue/${world.minh.endpoint}\nreceipt:${value}\n\n\0`);
    const { headers } = await client.frame("RECEIPT");
    expect(Object.keys(headers)).toEqual(["receipt-id"]);
    const body = { kind: "GROUP", name: "room", user_ids: [world.minh.id] };
    await world.linh.call(createConversation, { body });
    const message = await client.frame("MESSAGE");
    expect(Object.keys(message.headers).sort()).toEqual([
      "content-length",
      "content-type",
      "destination",
      "message-id",
      "subscription",
    ]);
    client.send(`NONSENSE\nreceipt:${value}\n\n\0`);
    const error = await refusal(client);
    expect(Object.keys(error.headers).sort()).toEqual([
      "content-length",
      "content-type",
      "message",
      "receipt-id",
    ]);
    expect(client.frames.map(({ command }) => command)).toEqual(["CONNECTED", "RECEIPT", "MESSAGE", "ERROR"]);
  });
});
