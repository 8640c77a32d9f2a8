import { Versions } from "@stomp/stompjs";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createStompTestClients, type StompTestClients, sendWithReceipt } from "../../test/peers.ts";

// These tests check messages and receipts with the STOMP library that browsers use (docs/stomp.md). The library's own
// tests send to queues to get messages. Here messages are sent through the API.

let peers: StompTestClients;
beforeAll(async () => {
  peers = await createStompTestClients();
});
afterEach(() => peers.closeConnections());
afterAll(() => peers.closeServer());

/** Returns the list of frames that the newest socket of the test has sent. The list grows with each further frame. */
function recordSentFrames(): readonly unknown[][] {
  return vi.spyOn(peers.sockets.at(-1) as object as { send(data: unknown): void }, "send").mock.calls;
}

test.each([
  ["words", "Hello"],
  ["words of other scripts", "橋を架ける — cầu “nối” السابق"],
  ["what STOMP escapes", "a:b\\n\n\tc\nd \\c"],
  ["JSON", '{"text":"hello","bool":true}'],
  ["a long text", "橋".repeat(10_000)],
])("its subscription hears %s as they were written", async (_what, content) => {
  const client = await peers.connectClient();
  const message = await peers.sendMessageAndReceive(client, content);
  expect(message.headers).toMatchObject({
    destination: peers.queueDestination,
    "content-type": "application/json",
  });
  expect(JSON.parse(new TextDecoder().decode(message.binaryBody))).toEqual(JSON.parse(message.body));
});

test("what arrives is logged as it is", async () => {
  const loggedTexts: string[] = [];
  const client = await peers.connectClient({
    logRawCommunication: true,
    debug: (line) => void loggedTexts.push(line),
  });
  await peers.sendMessageAndReceive(client, "Älä sinä yhtään — 橋");
  expect(loggedTexts.find((line) => line.includes("Älä sinä yhtään — 橋"))).toMatch(/^<<< MESSAGE\n.*\0$/s);
});

test("where the socket swallows the NUL of each frame, the library appends it", async () => {
  const client = await peers.connectClient(
    { appendMissingNULLonIncoming: true },
    { replaceReceived: (text) => text.replace(/\0.*$/s, "") },
  );
  await peers.sendMessageAndReceive(client, "without its NUL");
});

test("a handler that throws does not end its subscription", async () => {
  const client = await peers.connectClient();
  const receivedBodies: string[] = [];
  const messagesReceivedPromise = Promise.withResolvers<void>();
  // The STOMP library logs the errors of message handlers to the console. The test suppresses this output.
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  client.onUnhandledMessage = () => expect.unreachable();
  await sendWithReceipt(client, (headers) =>
    client.subscribe(
      peers.queueDestination,
      ({ body }) => {
        const { message } = JSON.parse(body);
        if (!message) return;
        receivedBodies.push(message.content);
        if (receivedBodies.length === 2) messagesReceivedPromise.resolve();
        throw new Error("the handler's own");
      },
      headers,
    ),
  );
  await peers.sendMessageByApi("first");
  await peers.sendMessageByApi("second");
  await messagesReceivedPromise.promise;
  expect(receivedBodies).toEqual(["first", "second"]);
});

test("a subscription that has ended hears nothing more, the other one does", async () => {
  const client = await peers.connectClient();
  const firstBodies: string[] = [];
  const firstSubscription = client.subscribe(
    peers.queueDestination,
    ({ body }) => void firstBodies.push(body),
    {
      id: "with:colon\\and\nline",
    },
  );
  await peers.sendMessageAndReceive(client, "for both");
  await sendWithReceipt(client, (headers) => firstSubscription.unsubscribe(headers));
  const count = firstBodies.length;
  expect(count).toBeGreaterThan(0);
  await peers.sendMessageAndReceive(client, "for the second alone");
  expect(firstBodies).toHaveLength(count);
});

test("a subscription that ends at once hears nothing", async () => {
  const client = await peers.connectClient();
  const messageHandler = vi.fn();
  client.onUnhandledMessage = messageHandler;
  client.subscribe(peers.queueDestination, messageHandler).unsubscribe();
  await peers.sendMessageAndReceive(client, "for another one");
  expect(messageHandler).not.toHaveBeenCalled();
});

test.each(["1.0", "1.1", "1.2"])(
  "in STOMP %s a receipt comes back with the id that was asked for",
  async (version) => {
    const client = await peers.connectClient({ stompVersions: new Versions([version]) });
    // The STOMP library escapes header values only in STOMP 1.2, but the server does so from 1.1 on.
    const id = version === "1.2" ? "f:o:o\nbar\rbaz\\foo\nbar\rbaz\\" : "foo";
    await sendWithReceipt(
      client,
      (headers) => client.subscribe(peers.queueDestination, () => undefined, headers),
      `${id}1`,
    );
    const frame = { destination: "/app/presence", body: "{}" };
    await sendWithReceipt(client, (headers) => client.publish({ ...frame, headers }), `${id}2`);
  },
);

const paddedReport = `{"active":true}${" ".repeat(20_000)}`;

test("a large frame that it sends in pieces is read", async () => {
  const client = await peers.connectClient({ splitLargeFrames: true });
  const sentFrames = recordSentFrames();
  await sendWithReceipt(client, (headers) =>
    client.publish({ destination: "/app/presence", body: paddedReport, headers }),
  );
  expect(sentFrames.map(([framePiece]) => String(framePiece).length)).toEqual([
    8_192,
    8_192,
    expect.any(Number),
  ]);
});

test("frames that it sends as bytes are read", async () => {
  const client = await peers.connectClient({ forceBinaryWSFrames: true });
  const sentFrames = recordSentFrames();
  await peers.sendMessageAndReceive(client, "heard");
  await sendWithReceipt(client, (headers) =>
    client.publish({ destination: "/app/presence", body: paddedReport, headers }),
  );
  expect(sentFrames.length).toBeGreaterThanOrEqual(2);
  for (const [webSocketData] of sentFrames) expect(webSocketData).toBeInstanceOf(Uint8Array);
});

test("a large frame without a content-length is read", async () => {
  const client = await peers.connectClient();
  const sentFrames = recordSentFrames();
  await sendWithReceipt(client, (headers) =>
    client.publish({
      destination: "/app/presence",
      body: paddedReport,
      headers,
      skipContentLengthHeader: true,
    }),
  );
  expect(String(sentFrames[0]?.[0])).not.toContain("content-length");
});

test("bytes that it sends are read by their length, and are not split", async () => {
  const client = await peers.connectClient({ splitLargeFrames: true });
  const sentFrames = recordSentFrames();
  const binaryBody = new TextEncoder().encode(paddedReport);
  await sendWithReceipt(client, (headers) =>
    client.publish({
      destination: "/app/presence",
      binaryBody,
      headers,
      skipContentLengthHeader: true,
    }),
  );
  expect(sentFrames).toHaveLength(1);
  expect(new TextDecoder().decode(sentFrames[0]?.[0] as Uint8Array)).toContain(
    `\ncontent-length:${binaryBody.length}\n`,
  );
});
