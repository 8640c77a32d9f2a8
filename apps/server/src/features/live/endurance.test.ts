import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { heartbeatOutgoingMs, silenceLimitMs } from "@kakehashi/contract/live";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLiveAlone, hears, type LiveAlone, settled, texts } from "../../test/live-alone.ts";
import { StompClient } from "../../test/stomp.ts";

// Time is the tests': a limit of the live channel passes when they say so.

let alone: LiveAlone;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  alone = await createLiveAlone();
});
afterEach(async () => {
  const closed = alone.close();
  vi.advanceTimersByTime(5_000);
  await closed;
  vi.useRealTimers();
});

test("a socket that never says CONNECT is closed after ten seconds", async () => {
  const silent = await new StompClient(alone.url).open();
  vi.advanceTimersByTime(9_999);
  expect(alone.live.connectionCount()).toBe(1);
  vi.advanceTimersByTime(1);
  expect((await silent.frame("ERROR")).body).toBe("CONNECT did not come in time.");
  expect((await silent.close()).code).toBe(1008);
});

test("a client that beats its heart every 20 seconds stays, one that is silent for 50 is dropped", async () => {
  alone.rooms.set("an", ["room"]).set("minh", ["room"]);
  const promise = `heart-beat:${heartbeatOutgoingMs},0\n`;
  const [beating, silent] = [
    await alone.listen("an", "s", promise),
    await alone.listen("minh", "s", promise),
  ];
  for (let beat = 0; beat < 3; beat++) {
    vi.advanceTimersByTime(heartbeatOutgoingMs);
    beating.send("\n");
    await settled(beating);
  }
  expect(silenceLimitMs).toBe(50_000);
  await silent.close();
  alone.say("room", "still here");
  await hears(beating, "still here");
  expect(alone.live.connectionCount()).toBe(1);
});

test.each(["", "heart-beat:0,0\n", "heart-beat:600000,0\n"])(
  "a client with %j in CONNECT stays while it answers pings, and is dropped when it answers none",
  async (promise) => {
    alone.rooms.set("an", ["room"]);
    const answering = await alone.listen("an", "s", promise);
    const deaf = await alone.listen("minh", "s", promise);
    deaf.socket.pause();
    for (let ping = 0; ping < 6; ping++) {
      const pinged = once(answering.socket, "ping");
      vi.advanceTimersByTime(heartbeatOutgoingMs);
      await pinged;
      // The answer is on its way by now: the server reads it in its next turns.
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    }
    alone.say("room", "still here");
    await hears(answering, "still here");
    expect(alone.live.connectionCount()).toBe(1);
    deaf.socket.resume();
    expect((await deaf.close()).code).toBe(1006);
  },
);

test("a client gets heart-beats as often as it asked for", async () => {
  const client = await alone.listen("an", "s", "heart-beat:0,1000\n");
  expect((await client.frame("CONNECTED")).headers["heart-beat"]).toBe("1000,0");
  for (let beat = 0; beat < 3; beat++) {
    const heard = once(client.socket, "message");
    vi.advanceTimersByTime(1_000);
    expect(String((await heard)[0])).toBe("\n");
  }
});

test("a frame that does not end within ten seconds is refused, though heart-beats go on", async () => {
  const client = await alone.connect("an");
  await client.frame("CONNECTED");
  client.send("SUBSCRIBE\nid:0\ndestination:/queue/of-an\n\n");
  client.send("\n");
  const other = await alone.listen("an");
  await settled(other);
  vi.advanceTimersByTime(15_000);
  expect((await client.frame("ERROR")).body).toBe("The frame did not end in time.");
  await client.close();
  expect(other.closed).toBeNull();
});

test("a client that stops reading is dropped after five seconds, and the others hear everything in order", async () => {
  alone.rooms.set("an", ["room"]).set("minh", ["room"]);
  const [quick, slow] = [await alone.listen("an"), await alone.listen("minh")];
  slow.socket.pause();
  const padding = "x".repeat(64 * 1024);
  let sent = 0;
  const say = async () => {
    alone.say("room", `${sent++} ${padding}`);
    vi.advanceTimersByTime(5);
    await new Promise(setImmediate);
  };
  const quickHears = async (text: string) => {
    const heard = hears(quick, text).then(() => true);
    // Events that follow each other quickly wait for each other: time goes on until this one's turn has come.
    while (!(await Promise.race([heard, wait(1, false)]))) vi.advanceTimersByTime(5);
  };
  // More than the system holds for a socket.
  while (sent < 300) await say();
  await quickHears(`299 ${padding}`);
  expect(alone.live.connectionCount()).toBe(2);
  vi.advanceTimersByTime(7_000);
  expect(alone.live.slowDroppedCount()).toBe(1);
  await say();
  await quickHears(`300 ${padding}`);
  slow.socket.resume();
  expect((await slow.close()).code).toBe(1006);
  const heard = texts(quick).map((text) => Number.parseInt(text, 10));
  expect(heard).toEqual(Array.from({ length: sent }, (_, index) => index));
});

test("a client that reads again before that hears everything, in order, its receipts too", async () => {
  alone.rooms.set("minh", ["room"]);
  const slow = await alone.listen("minh");
  slow.socket.pause();
  const padding = "x".repeat(64 * 1024);
  for (let number = 0; number < 300; number++) {
    alone.say("room", `${number} ${padding}`);
    vi.advanceTimersByTime(5);
    await new Promise(setImmediate);
  }
  slow.send("ACK\nid:x\nreceipt:after\n\n\0");
  slow.socket.resume();
  const after = slow.frame("RECEIPT", ({ headers }) => headers["receipt-id"] === "after").then(() => true);
  while (!(await Promise.race([after, wait(1, false)]))) vi.advanceTimersByTime(5);
  expect(texts(slow).map((text) => Number.parseInt(text, 10))).toEqual(
    Array.from({ length: 300 }, (_, index) => index),
  );
  expect(alone.live.slowDroppedCount()).toBe(0);
});

test("a client that asks for receipts and reads none of them is dropped", async () => {
  const greedy = await alone.listen("an");
  greedy.socket.pause();
  const receipt = "x".repeat(60_000);
  let asked = 0;
  for (; alone.live.connectionCount() === 1 && asked < 1_000; asked++) {
    greedy.send(`ACK\nid:x\nreceipt:${receipt}\n\n\0`);
    await new Promise(setImmediate);
  }
  expect(asked).toBeLessThan(1_000);
  greedy.socket.resume();
  expect((await greedy.close()).code).toBe(1006);
});

/** Somebody else's process, which nobody hears, removes a member and ends a session; by then the bus is as `change` says. */
async function expectFound(change: () => void, afterMs: number): Promise<void> {
  alone.rooms.set("an", ["room"]).set("minh", ["room"]).set("linh", ["room"]);
  const [member, removed, ended] = [
    await alone.listen("an", "s", "heart-beat:0,0\n"),
    await alone.listen("minh", "s", "heart-beat:0,0\n"),
    await alone.listen("linh", "over", "heart-beat:0,0\n"),
  ];
  change();
  alone.rooms.set("minh", []);
  alone.ended.add("over");
  let reads = 0;
  alone.whileReading = () => {
    reads++;
  };
  for (let passedMs = 0; passedMs < afterMs; passedMs += 1_000) {
    for (const client of [member, removed, ended]) await Promise.race([settled(client), client.close()]);
    vi.advanceTimersByTime(1_000);
  }
  expect((await ended.frame("ERROR")).body).toBe("Your session has ended.");
  await vi.waitUntil(() => reads >= 2);
  await settled(removed);
  alone.say("room", "to those who are left");
  await hears(member, "to those who are left");
  await settled(removed);
  expect(texts(removed)).toEqual([]);
}

test("while the bus is away, ended sessions and members who were removed elsewhere are found in the database", () =>
  expectFound(() => {
    alone.busIsReachable = false;
  }, 1_000));

test("while another process cannot be heard, what it did is found within a minute", () =>
  expectFound(() => {
    alone.busIsImmediate = false;
  }, 60_000));

test("a stop tells every client, and does not wait long for one that does not answer", async () => {
  const [listening, deaf] = [await alone.listen("an"), await alone.listen("minh")];
  deaf.socket.pause();
  alone.live.close();
  expect(await listening.close()).toEqual({ code: 1012, reason: "The server restarts" });
  expect(alone.live.connectionCount()).toBeGreaterThan(0);
  vi.advanceTimersByTime(1_000);
  await vi.waitUntil(() => alone.live.connectionCount() === 0);
  deaf.socket.terminate();
  const [{ message }] = await once(new StompClient(alone.url).socket, "error");
  expect(message).toContain("503");
});
