import { randomUUID } from "node:crypto";
import { createConversation } from "@kakehashi/contract/conversations";
import { sendMessage } from "@kakehashi/contract/messages";
import { describe, expect, test } from "vitest";
import { readErrorFrame, setUpMisuseServer } from "../../test/misuse.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";

const misuseServer = setUpMisuseServer();

describe("before CONNECT", () => {
  test.each([
    "SUBSCRIBE\nid:0\ndestination:/queue/x\n\n\0",
    "SEND\ndestination:/queue/x\n\nhello\0",
    "DISCONNECT\nreceipt:1\n\n\0",
    "HELLO\n\n\0",
    "GET / HTTP/1.1\nhost:x\n\n\0",
    "{}\n\n\0",
  ])("%j is refused", async (frame) => {
    const client = await misuseServer.openSocket();
    client.send(frame);
    expect((await readErrorFrame(client)).body).toBe("The first frame must be CONNECT.");
  });

  test.each([
    ["no token", ""],
    ["another scheme", "Authorization:Basic YTpi\n"],
    ["an empty token", "Authorization:Bearer \n"],
  ])("CONNECT with %s is refused", async (_, header) => {
    const client = await misuseServer.openSocket();
    client.send(`CONNECT\naccept-version:1.2\n${header}\n\0`);
    expect((await readErrorFrame(client)).body).toBe("Authorization is missing.");
  });

  test("frames sent in the same breath as a CONNECT that fails do nothing", async () => {
    const client = await misuseServer.openSocket();
    client.send(
      `CONNECT\naccept-version:1.2\nAuthorization:Bearer no\n\n\0SUBSCRIBE\nid:0\ndestination:/queue/${misuseServer.testPeople.minh.endpoint}\nreceipt:1\n\n\0`,
    );
    expect((await readErrorFrame(client)).body).toBe("ERR.TOK0101");
    expect(client.frames).toHaveLength(1);
  });
});

describe("once connected", () => {
  test.each(["HELLO", "subscribe", "CONNECT", "MESSAGE", "CONNECTED", "__proto__"])(
    "the command %s is refused",
    async (command) => {
      const client = await misuseServer.connectClient();
      client.send(`${command}\nreceipt:r\n\n\0`);
      expect(await readErrorFrame(client)).toMatchObject({
        body: "Unknown command.",
        headers: { "receipt-id": "r" },
      });
    },
  );

  test("nothing can be sent to a queue, even one's own", async () => {
    const client = await misuseServer.connectClient();
    client.send(
      `SEND\ndestination:/queue/${misuseServer.testPeople.minh.endpoint}\nreceipt:r\n\n{"type":"TYPING"}\0`,
    );
    expect(await readErrorFrame(client)).toMatchObject({
      body: "Messages are sent through the API, not through a queue.",
      headers: { "receipt-id": "r" },
    });
  });

  test.each([
    ["another's queue", () => `/queue/${misuseServer.testPeople.an.endpoint}`],
    ["a queue that is nobody's", () => "/queue/everybody"],
    ["every queue", () => "/queue/*"],
    ["a room", () => `/topic/${misuseServer.bystanderRoomId}`],
    ["one's queue and a little more", () => `/queue/${misuseServer.testPeople.minh.endpoint}/..`],
    ["an inner subject of the bus", () => `live.user.${misuseServer.testPeople.an.id}`],
    ["nothing", () => ""],
  ])("listening to %s is refused, and nothing of it is heard", async (_, destination) => {
    const client = await misuseServer.connectClient();
    client.send(`SUBSCRIBE\nid:0\ndestination:${destination()}\nreceipt:r\n\n\0`);
    expect(await readErrorFrame(client)).toMatchObject({
      body: "There is no such queue for you.",
      headers: { "receipt-id": "r" },
    });
    expect(client.listEvents()).toEqual([]);
  });

  test.each(["", "i".repeat(201)])("a subscription needs a short id, not %j", async (id) => {
    const client = await misuseServer.connectClient();
    client.send(`SUBSCRIBE\nid:${id}\ndestination:/queue/${misuseServer.testPeople.minh.endpoint}\n\n\0`);
    expect((await readErrorFrame(client)).body).toBe("SUBSCRIBE needs an id of at most 200 characters.");
  });

  test("a ninth subscription on one connection is refused", async () => {
    const client = await misuseServer.connectClient();
    for (let id = 1; id <= 9; id++)
      client.send(
        `SUBSCRIBE\nid:${id}\ndestination:/queue/${misuseServer.testPeople.minh.endpoint}\nreceipt:${id}\n\n\0`,
      );
    expect(await readErrorFrame(client)).toMatchObject({
      body: "A connection has at most 8 subscriptions.",
      headers: { "receipt-id": "9" },
    });
  });

  test.each(["client", "client-individual", "AUTO", ""])("the ack mode %j is refused", async (mode) => {
    const client = await misuseServer.connectClient();
    client.send(
      `SUBSCRIBE\nid:0\nack:${mode}\ndestination:/queue/${misuseServer.testPeople.minh.endpoint}\nreceipt:r\n\n\0`,
    );
    expect(await readErrorFrame(client)).toMatchObject({
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
    const client = await misuseServer.connectClient(version);
    client.send(`${frame}receipt:r\n\n\0`);
    expect(await readErrorFrame(client)).toMatchObject({ body: reason, headers: { "receipt-id": "r" } });
  });

  test.each([
    "BEGIN\ntransaction:t\n\n\0",
    "COMMIT\ntransaction:t\n\n\0",
    "ABORT\ntransaction:t\n\n\0",
    "SEND\ndestination:/app/presence\ntransaction:t\n\n{}\0",
  ])("a transaction is refused: %j", async (frame) => {
    const client = await misuseServer.connectClient();
    client.send(frame);
    expect((await readErrorFrame(client)).body).toBe("There are no transactions.");
  });

  test("unsubscribing an unknown id ends no subscription", async () => {
    const client = await connectAndSubscribe(misuseServer.url, misuseServer.testPeople.an);
    misuseServer.closeAfterTest(client);
    client.send("UNSUBSCRIBE\nid:another\nreceipt:r\n\n\0");
    await client.waitForFrame("RECEIPT", ({ headers }) => headers["receipt-id"] === "r");
    const body = { client_id: randomUUID(), content: "heard" };
    const { data } = await misuseServer.testPeople.aiko.call(sendMessage, {
      params: { id: misuseServer.bystanderRoomId },
      body,
    });
    await client.waitForEvent((event) => "message" in event && event.message.id === data.id);
  });
});

describe("what we echo never becomes a header or a frame of its own", () => {
  const maliciousText = "a\\nsubscription:forged\\n\\nMESSAGE\\c\\\\x";

  test.each([
    ["1.0", `${maliciousText}\\r`],
    ["1.1", maliciousText],
    ["1.2", `${maliciousText}\\r`],
  ])("in STOMP %s: a receipt, a subscription's id", async (version, value) => {
    const client = await misuseServer.connectClient(version);
    client.send(
      `SUBSCRIBE\nid:${value}\ndestination:/queue/${misuseServer.testPeople.minh.endpoint}\nreceipt:${value}\n\n\0`,
    );
    const { headers } = await client.waitForFrame("RECEIPT");
    expect(Object.keys(headers)).toEqual(["receipt-id"]);
    const body = { kind: "GROUP", name: "room", user_ids: [misuseServer.testPeople.minh.id] };
    await misuseServer.testPeople.linh.call(createConversation, { body });
    const message = await client.waitForFrame("MESSAGE");
    expect(Object.keys(message.headers).sort()).toEqual([
      "content-length",
      "content-type",
      "destination",
      "message-id",
      "subscription",
    ]);
    client.send(`NONSENSE\nreceipt:${value}\n\n\0`);
    const error = await readErrorFrame(client);
    expect(Object.keys(error.headers).sort()).toEqual([
      "content-length",
      "content-type",
      "message",
      "receipt-id",
    ]);
    expect(client.frames.map(({ command }) => command)).toEqual(["CONNECTED", "RECEIPT", "MESSAGE", "ERROR"]);
  });
});
