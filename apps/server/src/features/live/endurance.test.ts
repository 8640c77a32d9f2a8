import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { heartbeatOutgoingMs, maximumSilenceMs } from "@kakehashi/contract/live";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createLiveWithoutDatabase,
  type LiveWithoutDatabase,
  receivedTexts,
  waitForReceipt,
  waitForText,
} from "../../test/live-alone.ts";
import { StompClient } from "../../test/stomp.ts";

// These tests use a fake clock: a time limit of the live channel passes when a test advances the clock.

let singleProcess: LiveWithoutDatabase;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  singleProcess = await createLiveWithoutDatabase();
});
afterEach(async () => {
  const closePromise = singleProcess.close();
  vi.advanceTimersByTime(5_000);
  await closePromise;
  vi.useRealTimers();
});

test("a socket that never says CONNECT is closed after ten seconds", async () => {
  const silentClient = await new StompClient(singleProcess.url).waitForOpen();
  vi.advanceTimersByTime(9_999);
  expect(singleProcess.live.countConnections()).toBe(1);
  vi.advanceTimersByTime(1);
  expect((await silentClient.waitForFrame("ERROR")).body).toBe("CONNECT did not come in time.");
  expect((await silentClient.waitForClose()).code).toBe(1008);
});

test("half a CONNECT is refused after ten seconds, though more of it and heart-beats go on", async () => {
  const client = await new StompClient(singleProcess.url).waitForOpen();
  client.send("\nCONNECT\naccept-version:1.2\nAuthorization:Bear");
  for (let elapsedSeconds = 0; elapsedSeconds < 10; elapsedSeconds++) {
    client.send(elapsedSeconds % 2 ? "\n" : "er: an");
    const pongPromise = once(client.socket, "pong");
    client.socket.ping();
    await pongPromise;
    expect(client.frames).toEqual([]);
    vi.advanceTimersByTime(1_000);
  }
  expect((await client.waitForFrame("ERROR")).body).toBe("CONNECT did not come in time.");
  expect((await client.waitForClose()).code).toBe(1008);
});

test("a client that gets an ERROR and does not close its socket is cut", async () => {
  const [silentClient, otherClient] = [
    await singleProcess.connectAndSubscribe("an"),
    await singleProcess.connectAndSubscribe("minh"),
  ];
  silentClient.socket.pause();
  silentClient.send("NONSENSE\n\n\0");
  for (let elapsedMs = 0; elapsedMs < 3_000; elapsedMs += 500) {
    await waitForReceipt(otherClient);
    vi.advanceTimersByTime(500);
  }
  await waitForReceipt(otherClient);
  expect(singleProcess.live.countConnections()).toBe(1);
  silentClient.socket.resume();
  expect((await silentClient.waitForFrame("ERROR")).body).toBe("Unknown command.");
});

test("a client that beats its heart every 20 seconds stays, one that is silent for 50 is dropped", async () => {
  singleProcess.roomIdsByUserId.set("an", ["room"]).set("minh", ["room"]);
  const heartBeatHeader = `heart-beat:${heartbeatOutgoingMs},0\n`;
  const [heartBeatClient, silentClient] = [
    await singleProcess.connectAndSubscribe("an", "s", heartBeatHeader),
    await singleProcess.connectAndSubscribe("minh", "s", heartBeatHeader),
  ];
  for (let round = 0; round < 3; round++) {
    vi.advanceTimersByTime(heartbeatOutgoingMs);
    heartBeatClient.send("\n");
    await waitForReceipt(heartBeatClient);
  }
  expect(maximumSilenceMs).toBe(50_000);
  await silentClient.waitForClose();
  singleProcess.sendText("room", "still here");
  await waitForText(heartBeatClient, "still here");
  expect(singleProcess.live.countConnections()).toBe(1);
});

test.each(["", "heart-beat:0,0\n", "heart-beat:600000,0\n"])(
  "a client with %j in CONNECT stays while it answers pings, and is dropped when it answers none",
  async (heartBeatHeader) => {
    singleProcess.roomIdsByUserId.set("an", ["room"]);
    const answeringClient = await singleProcess.connectAndSubscribe("an", "s", heartBeatHeader);
    const silentListener = await singleProcess.connectAndSubscribe("minh", "s", heartBeatHeader);
    silentListener.socket.pause();
    for (let pingPromise = 0; pingPromise < 6; pingPromise++) {
      const pingReceived = once(answeringClient.socket, "ping");
      vi.advanceTimersByTime(heartbeatOutgoingMs);
      await pingReceived;
      // The server reads the client's pong a few turns of the event loop later. The test waits for these turns.
      for (let round = 0; round < 3; round++) await new Promise(setImmediate);
    }
    singleProcess.sendText("room", "still here");
    await waitForText(answeringClient, "still here");
    expect(singleProcess.live.countConnections()).toBe(1);
    silentListener.socket.resume();
    expect((await silentListener.waitForClose()).code).toBe(1006);
  },
);

test("a client gets heart-beats as often as it asked for", async () => {
  const client = await singleProcess.connectAndSubscribe("an", "s", "heart-beat:0,1000\n");
  expect((await client.waitForFrame("CONNECTED")).headers["heart-beat"]).toBe("1000,0");
  for (let round = 0; round < 3; round++) {
    const nextMessage = once(client.socket, "message");
    vi.advanceTimersByTime(1_000);
    expect(String((await nextMessage)[0])).toBe("\n");
  }
});

test("a frame that does not end within ten seconds is refused, though heart-beats go on", async () => {
  const client = await singleProcess.connect("an");
  await client.waitForFrame("CONNECTED");
  client.send("SUBSCRIBE\nid:0\ndestination:/queue/of-an\n\n");
  client.send("\n");
  const otherClient = await singleProcess.connectAndSubscribe("an");
  await waitForReceipt(otherClient);
  vi.advanceTimersByTime(15_000);
  expect((await client.waitForFrame("ERROR")).body).toBe("The frame did not end in time.");
  await client.waitForClose();
  expect(otherClient.closeDetails).toBeNull();
});

test("a client that stops reading is dropped after five seconds, and the others hear everything in order", async () => {
  singleProcess.roomIdsByUserId.set("an", ["room"]).set("minh", ["room"]);
  const [fastClient, slowClient] = [
    await singleProcess.connectAndSubscribe("an"),
    await singleProcess.connectAndSubscribe("minh"),
  ];
  slowClient.socket.pause();
  const paddingText = "x".repeat(64 * 1024);
  let sentCount = 0;
  const sendText = async () => {
    singleProcess.sendText("room", `${sentCount++} ${paddingText}`);
    vi.advanceTimersByTime(5);
    await new Promise(setImmediate);
  };
  const waitUntilReceived = async (text: string) => {
    const receivedPromise = waitForText(fastClient, text).then(() => true);
    // The server collects events that follow each other quickly, so advance the clock to the next round of sending.
    while (!(await Promise.race([receivedPromise, wait(1, false)]))) vi.advanceTimersByTime(5);
  };
  // Together, these messages are larger than the socket buffers of the operating system.
  while (sentCount < 300) await sendText();
  await waitUntilReceived(`299 ${paddingText}`);
  expect(singleProcess.live.countConnections()).toBe(2);
  vi.advanceTimersByTime(7_000);
  expect(singleProcess.live.countDroppedSlowClients()).toBe(1);
  await sendText();
  await waitUntilReceived(`300 ${paddingText}`);
  slowClient.socket.resume();
  expect((await slowClient.waitForClose()).code).toBe(1006);
  const receivedNumbers = receivedTexts(fastClient).map((text) => Number.parseInt(text, 10));
  expect(receivedNumbers).toEqual(Array.from({ length: sentCount }, (_, index) => index));
});

test("a client that reads again before that hears everything, in order, its receipts too", async () => {
  singleProcess.roomIdsByUserId.set("minh", ["room"]);
  const slowClient = await singleProcess.connectAndSubscribe("minh");
  slowClient.socket.pause();
  const paddingText = "x".repeat(64 * 1024);
  for (let number = 0; number < 300; number++) {
    singleProcess.sendText("room", `${number} ${paddingText}`);
    vi.advanceTimersByTime(5);
    await new Promise(setImmediate);
  }
  slowClient.send("ACK\nid:x\nreceipt:after\n\n\0");
  slowClient.socket.resume();
  const receiptPromise = slowClient
    .waitForFrame("RECEIPT", ({ headers }) => headers["receipt-id"] === "after")
    .then(() => true);
  while (!(await Promise.race([receiptPromise, wait(1, false)]))) vi.advanceTimersByTime(5);
  expect(receivedTexts(slowClient).map((text) => Number.parseInt(text, 10))).toEqual(
    Array.from({ length: 300 }, (_, index) => index),
  );
  expect(singleProcess.live.countDroppedSlowClients()).toBe(0);
});

test("a client that asks for receipts and reads none of them is dropped", async () => {
  const greedyClient = await singleProcess.connectAndSubscribe("an");
  greedyClient.socket.pause();
  const receiptId = "x".repeat(60_000);
  let requestCount = 0;
  for (; singleProcess.live.countConnections() === 1 && requestCount < 1_000; requestCount++) {
    greedyClient.send(`ACK\nid:x\nreceipt:${receiptId}\n\n\0`);
    await new Promise(setImmediate);
  }
  expect(requestCount).toBeLessThan(1_000);
  greedyClient.socket.resume();
  expect((await greedyClient.waitForClose()).code).toBe(1006);
});

/**
 * Checks that the server notices a removed member and an ended session within `afterMs`, although no message of the bus
 * announces them. `change` makes the bus lose messages.
 */
async function expectChangeNoticed(change: () => void, afterMs: number): Promise<void> {
  singleProcess.roomIdsByUserId.set("an", ["room"]).set("minh", ["room"]).set("linh", ["room"]);
  const [member, removedMemberClient, signedOutClient] = [
    await singleProcess.connectAndSubscribe("an", "s", "heart-beat:0,0\n"),
    await singleProcess.connectAndSubscribe("minh", "s", "heart-beat:0,0\n"),
    await singleProcess.connectAndSubscribe("linh", "over", "heart-beat:0,0\n"),
  ];
  change();
  singleProcess.roomIdsByUserId.set("minh", []);
  singleProcess.inactiveSessionIds.add("over");
  let roomsReadCount = 0;
  singleProcess.onRoomsLoad = () => {
    roomsReadCount++;
  };
  for (let elapsedMs = 0; elapsedMs < afterMs; elapsedMs += 1_000) {
    for (const client of [member, removedMemberClient, signedOutClient])
      await Promise.race([waitForReceipt(client), client.waitForClose()]);
    vi.advanceTimersByTime(1_000);
  }
  expect((await signedOutClient.waitForFrame("ERROR")).body).toBe("Your session has ended.");
  await vi.waitUntil(() => roomsReadCount >= 2, 15_000);
  await waitForReceipt(removedMemberClient);
  singleProcess.sendText("room", "to those who are left");
  await waitForText(member, "to those who are left");
  await waitForReceipt(removedMemberClient);
  expect(receivedTexts(removedMemberClient)).toEqual([]);
}

test("while the bus is away, ended sessions and members who were removed elsewhere are found in the database", () =>
  expectChangeNoticed(() => {
    singleProcess.canBusReachOthers = false;
  }, 1_000));

test("while another process cannot be heard, what it did is found within a minute", () =>
  expectChangeNoticed(() => {
    singleProcess.busSubscribesAtOnce = false;
  }, 60_000));

test("a stop tells every client, and does not wait long for one that does not answer", async () => {
  const [listeningClient, silentListener] = [
    await singleProcess.connectAndSubscribe("an"),
    await singleProcess.connectAndSubscribe("minh"),
  ];
  silentListener.socket.pause();
  singleProcess.live.close();
  expect(await listeningClient.waitForClose()).toEqual({ code: 1012, reason: "The server restarts" });
  expect(singleProcess.live.countConnections()).toBeGreaterThan(0);
  vi.advanceTimersByTime(1_000);
  await vi.waitUntil(() => singleProcess.live.countConnections() === 0, 15_000);
  silentListener.socket.terminate();
  const [{ message }] = await once(new StompClient(singleProcess.url).socket, "error");
  expect(message).toContain("503");
});
