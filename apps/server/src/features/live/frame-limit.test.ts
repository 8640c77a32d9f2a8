import { afterEach, expect, test } from "vitest";
import { createLiveWithoutDatabase, type LiveWithoutDatabase } from "../../test/live-alone.ts";

const framesPerMinute = 20;
let liveWithoutDatabase: LiveWithoutDatabase;
afterEach(() => liveWithoutDatabase.close());

test("a person who sends frames without end is told to wait, also on a new socket; others go on", async () => {
  liveWithoutDatabase = await createLiveWithoutDatabase(undefined, framesPerMinute);
  const client = await liveWithoutDatabase.connect("an");
  await client.waitForFrame("CONNECTED");
  // The CONNECT frame counts towards the limit, so the last of these frames exceeds it.
  for (let count = 1; count <= framesPerMinute; count++) client.send(`ACK\nid:${count}\n\n\0`);
  const errorFrame = await client.waitForFrame("ERROR");
  expect(errorFrame.headers.message).toBe("ERR.TOO_MANY");
  expect(Number(errorFrame.headers["retry-after"])).toBeGreaterThan(0);
  await client.waitForClose();
  const reconnectedClient = await liveWithoutDatabase.connect("an");
  expect((await reconnectedClient.waitForFrame("ERROR")).headers.message).toBe("ERR.TOO_MANY");
  const otherClient = await liveWithoutDatabase.connect("minh");
  await otherClient.waitForFrame("CONNECTED");
  otherClient.socket.close();
});

test.each([
  ["more frames than a client needs", 40, "ACK\nid:1\n\n\0"],
  ["few frames of many bytes", 3, `SEND\ndestination:x\n\n${"x".repeat(30_000)}\0`],
  ["a frame that does not end", 3, "x".repeat(30_000)],
])(
  "%s before CONNECTED are refused while CONNECT still waits for the database",
  async (_, count, frameText) => {
    liveWithoutDatabase = await createLiveWithoutDatabase();
    const tokenCheckGate = Promise.withResolvers<void>();
    liveWithoutDatabase.onTokenCheck = () => tokenCheckGate.promise;
    const client = await liveWithoutDatabase.connect("an");
    for (let sentCount = 1; sentCount <= count; sentCount++) client.send(frameText);
    const errorFrame = await client.waitForFrame("ERROR");
    expect(errorFrame.body).toBe("Too much was sent before CONNECTED.");
    expect(await client.waitForClose()).toEqual({ code: 1008, reason: errorFrame.body });
    tokenCheckGate.resolve();
    liveWithoutDatabase.onTokenCheck = () => {};
    // The limit counts the frames of a minute. A client may send all of them at once.
    await (await liveWithoutDatabase.connectAndSubscribe("minh")).socket.close();
  },
);

test("without a limit nothing is counted", async () => {
  liveWithoutDatabase = await createLiveWithoutDatabase();
  const client = await liveWithoutDatabase.connect("an");
  await client.waitForFrame("CONNECTED");
  for (let count = 0; count < 3_000; count++) client.send(`ACK\nid:${count}\n\n\0`);
  client.send("DISCONNECT\nreceipt:end\n\n\0");
  expect((await client.waitForFrame("RECEIPT")).headers["receipt-id"]).toBe("end");
});
