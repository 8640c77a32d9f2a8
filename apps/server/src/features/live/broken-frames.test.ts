import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { createConversation } from "@kakehashi/contract/conversations";
import { maximumFrameBytes, maximumMessageFragments } from "@kakehashi/contract/live";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { readErrorFrame, setUpMisuseServer } from "../../test/misuse.ts";
import type { StompClient } from "../../test/stomp.ts";

const misuseTests = setUpMisuseServer();

test.each([
  ["1.2", "a\\tb"],
  ["1.2", "a\\"],
  ["1.2", "\\C"],
  ["1.1", "a\\rb"],
])("in STOMP %s the escape in %j, which the version does not define, is refused", async (version, value) => {
  const client = await misuseTests.connectClient(version);
  client.send(`UNSUBSCRIBE\nid:${value}\n\n\0`);
  expect((await readErrorFrame(client)).body).toBe("A header has an escape that STOMP does not define.");
});

test.each([
  ["a length of less than nothing", "-1", "The content-length is not a number of bytes."],
  ["a length that is no number", "much", "The content-length is not a number of bytes."],
  ["a length in another notation", "0x10", "The content-length is not a number of bytes."],
  ["more than a frame may have", "10000000", "The frame is too large, or its NUL is missing."],
  ["more than there is", "3", "The body is not as long as its content-length says."],
  ["less than there is", "1", "The body is not as long as its content-length says."],
])("a content-length of %s is refused at once", async (_, length, reason) => {
  const client = await misuseTests.connectClient();
  client.send(`SEND\ndestination:/app/presence\ncontent-length:${length}\n\n{}\0\n\n`);
  expect((await readErrorFrame(client)).body).toBe(reason);
});

test.each(["nocolon", ":value", "na\rme:value"])("the header %j is refused", async (header) => {
  const client = await misuseTests.connectClient();
  client.send(`UNSUBSCRIBE\nid:0\n${header}\n\n\0`);
  expect((await readErrorFrame(client)).body).toMatch(/^A header (is a name, a colon|has a carriage return)/);
});

test("a frame whose NUL is missing swallows no other: what would be its body is refused", async () => {
  const client = await misuseTests.connectClient();
  client.send(`SUBSCRIBE\nid:0\ndestination:/queue/${misuseTests.testPeople.minh.endpoint}\n\n`);
  client.send("UNSUBSCRIBE\nid:0\n\n\0");
  expect((await readErrorFrame(client)).body).toBe(
    "Only SEND has a body: the NUL of an earlier frame is missing.",
  );
});

test.each([
  ["in a header's value", "SUBSCRIBE\nid:a\0b\nreceipt:r\n\n\0"],
  ["in a header's name", "UNSUBSCRIBE\ni\0d:a\n\n\0"],
  ["in the receipt", "UNSUBSCRIBE\nid:a\nreceipt:a\0MESSAGE\n\n\0"],
  ["in the command", "UNSUB\0SCRIBE\nid:a\n\n\0"],
])("a NUL %s is refused and not echoed", async (_, frame) => {
  const client = await misuseTests.connectClient();
  client.send(frame);
  expect((await readErrorFrame(client)).body).toBe("The frame has a NUL before its end.");
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
      for (let sentBytes = 0; sentBytes < 10e6; sentBytes += 50_000)
        client.socket.send("x".repeat(50_000), { fin: false });
    },
  ],
])("a frame of 10 MB %s closes the socket as too big", async (_, sendTooMuch) => {
  const client = await misuseTests.connectClient();
  sendTooMuch(client);
  expect((await client.waitForClose()).code).toBe(1009);
});

test("a message in as many fragments as allowed is read, and one in more closes the socket", async () => {
  const client = await misuseTests.connectClient();
  const sendFragments = (frame: string) => {
    for (const character of frame.slice(0, -1)) client.socket.send(character, { fin: false });
    client.socket.send(frame.at(-1) ?? "");
  };
  sendFragments("ACK\nid:x\nreceipt:read\n\n\0".padEnd(maximumMessageFragments, "\n"));
  expect((await client.waitForFrame("RECEIPT")).headers["receipt-id"]).toBe("read");
  sendFragments("\n".repeat(maximumMessageFragments + 1));
  expect((await client.waitForClose()).code).toBe(1008);
});

test("a message that arrives in thousands of packets closes the socket before the memory of each adds up", async () => {
  const { socket } = await misuseTests.openSocket();
  // Writes to the network socket below the WebSocket, because the WebSocket library would send the message in few
  // packets.
  const networkSocket = (socket as unknown as { _socket: Socket })._socket;
  networkSocket.setNoDelay(true);
  const frameHead = Buffer.from([0x81, 0x80 | 126, 0, 0, 0, 0, 0, 0]);
  frameHead.writeUInt16BE(maximumFrameBytes - 1, 2);
  networkSocket.write(frameHead);
  const closePromise = once(socket, "close");
  for (
    let sentPacketCount = 0;
    sentPacketCount < 5_000 && socket.readyState === WebSocket.OPEN;
    sentPacketCount++
  ) {
    networkSocket.write("x");
    await setTimeout(0);
  }
  expect(socket.readyState).not.toBe(WebSocket.OPEN);
  const [code] = await closePromise;
  expect(code).toBe(1008);
}, 20_000);

test.each([
  ["body", "SEND\ndestination:/queue/x\n\n"],
  ["header", "SEND\ndestination:"],
  ["command", ""],
])("a %s that grows without end, message by message, is refused", async (_, messageStart) => {
  const client = await misuseTests.connectClient();
  client.send(messageStart);
  for (let sentBytes = 0; sentBytes <= maximumFrameBytes; sentBytes += 8_000) client.send("x".repeat(8_000));
  expect((await readErrorFrame(client)).body).toBe("The frame is too large, or its NUL is missing.");
});

test("text that is not UTF-8 closes the socket", async () => {
  const client = await misuseTests.connectClient();
  client.socket.send(Buffer.from([0xff, 0xfe, 0xfd]), { binary: false });
  expect((await client.waitForClose()).code).toBe(1007);
});

test.each([
  ["command", "\xff\xfe\n\n\0"],
  ["header", "UNSUBSCRIBE\nid:0\nreceipt:\xe6\xa9\n\n\0"],
  ["body", 'SEND\ndestination:/app/presence\n\n{"active":true}\xc0\x80\0'],
])("a %s of bytes that are not UTF-8 is refused, and not echoed", async (_, bytes) => {
  const client = await misuseTests.connectClient();
  client.socket.send(Buffer.from(bytes, "latin1"));
  expect((await readErrorFrame(client)).body).toBe("The frame is not UTF-8.");
});

test("bytes are read as text is, also where they cut a character, and messages without bytes are nothing", async () => {
  const client = await misuseTests.connectClient();
  const frame = Buffer.from("UNSUBSCRIBE\nid:0\nreceipt:橋\n\n\0");
  for (const frameByte of frame) {
    client.socket.send(Buffer.of(frameByte));
    client.send("");
  }
  expect((await client.waitForFrame("RECEIPT")).headers["receipt-id"]).toBe("橋");
});

test("two thousand frames at once are answered in their order", async () => {
  const client = await misuseTests.connectClient();
  client.send(Array.from({ length: 2_000 }, (_, index) => `ACK\nid:x\nreceipt:${index}\n\n\0`).join(""));
  await client.waitForFrame("RECEIPT", ({ headers }) => headers["receipt-id"] === "1999");
  const ids = client.frames.slice(1).map(({ headers }) => Number(headers["receipt-id"]));
  expect(ids).toEqual(Array.from({ length: 2_000 }, (_, index) => index));
});

test("a megabyte of header closes the socket as too big", async () => {
  const client = await misuseTests.connectClient();
  client.send(`SEND\ndestination:${"x".repeat(1_024 * 1_024)}\n\n\0`);
  expect((await client.waitForClose()).code).toBe(1009);
});

test("a frame of thousands of headers is read, and the first of each counts", async () => {
  const client = await misuseTests.connectClient();
  const headers = Array.from({ length: 5_000 }, (_, index) => `h${index % 2_500}:${index}\n`).join("");
  client.send(`UNSUBSCRIBE\nid:0\n__proto__:x\nreceipt:first\nreceipt:second\n${headers}\n\0`);
  expect((await client.waitForFrame("RECEIPT")).headers["receipt-id"]).toBe("first");
});

const createSubscribeFrame = (id: string | number, receipt: string | number) =>
  `SUBSCRIBE\nid:${id}\ndestination:/queue/${misuseTests.testPeople.minh.endpoint}\nreceipt:${receipt}\n\n\0`;

/** Sends STOMP frames, a hundred of them in each WebSocket message. */
function sendManyFrames(client: StompClient, count: number, frame: (index: number) => string): void {
  for (let from = 0; from < count; from += 100)
    client.send(Array.from({ length: 100 }, (_, index) => frame(from + index)).join(""));
}

test("of ten thousand subscriptions the first eight exist and the ninth ends the connection", async () => {
  const client = await misuseTests.connectClient();
  sendManyFrames(client, 10_000, (index) => createSubscribeFrame(index, index));
  expect((await readErrorFrame(client)).body).toBe("A connection has at most 8 subscriptions.");
  const receipts = client.frames.flatMap(({ headers }) => headers["receipt-id"] ?? []);
  expect(receipts).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8"]);
});

test("ten thousand subscriptions under one id are one", async () => {
  const client = await misuseTests.connectClient();
  sendManyFrames(client, 10_000, (index) => createSubscribeFrame("same", index));
  await client.waitForFrame("RECEIPT", ({ headers }) => headers["receipt-id"] === "9999");
  const body = { kind: "GROUP", name: "room", user_ids: [misuseTests.testPeople.minh.id] };
  const { data: room } = await misuseTests.testPeople.linh.call(createConversation, { body });
  await client.waitForEvent(({ conversation_id }) => conversation_id === room.id);
  client.send("UNSUBSCRIBE\nid:same\nreceipt:ended\n\n\0");
  await client.waitForFrame("RECEIPT", ({ headers }) => headers["receipt-id"] === "ended");
  expect(client.listEvents().filter(({ conversation_id }) => conversation_id === room.id)).toHaveLength(1);
});

test.each([
  ["a DISCONNECT", "DISCONNECT\nreceipt:bye\n\n\0", ["RECEIPT"], 1000],
  ["an ERROR", "NONSENSE\nreceipt:bye\n\n\0", ["ERROR"], 1008],
])(
  "nothing that follows %s is answered, in the same WebSocket message or in later ones",
  async (...testCase) => {
    const [, lastFrame, expectedCommands, code] = testCase;
    const client = await misuseTests.connectClient();
    client.send(`${lastFrame}${createSubscribeFrame("late", "late")}`);
    client.send(createSubscribeFrame("later", "later"));
    sendManyFrames(client, 1_000, (index) => createSubscribeFrame(index, index));
    expect((await client.waitForClose()).code).toBe(code);
    expect(client.frames.map(({ command }) => command)).toEqual(["CONNECTED", ...expectedCommands]);
  },
);
