import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { heartbeatOutgoing, silenceLimit } from "@kakehashi/contract/live";
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
  const [beating, silent] = [await alone.listen("an"), await alone.listen("minh")];
  for (let beat = 0; beat < 3; beat++) {
    vi.advanceTimersByTime(heartbeatOutgoing);
    beating.send("\n");
    await settled(beating);
  }
  expect(silenceLimit).toBe(50_000);
  await silent.close();
  alone.say("room", "still here");
  await hears(beating, "still here");
  expect(alone.live.connectionCount()).toBe(1);
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

test("a slow client is dropped, and the others hear everything in order", async () => {
  alone.rooms.set("an", ["room"]).set("minh", ["room"]);
  const [quick, slow] = [await alone.listen("an"), await alone.listen("minh")];
  slow.socket.pause();
  const padding = "x".repeat(64 * 1024);
  let sent = 0;
  // What a client may owe: 4 MB here, and what the system holds for a socket; never everything.
  for (; alone.live.connectionCount() === 2 && sent < 1_000; sent++) {
    alone.say("room", `${sent} ${padding}`);
    const heard = hears(quick, `${sent} ${padding}`).then(() => true);
    // Events that follow each other quickly wait for each other: time goes on until this one's turn has come.
    while (!(await Promise.race([heard, wait(1, false)]))) vi.advanceTimersByTime(5);
  }
  expect(sent).toBeLessThan(1_000);
  slow.socket.resume();
  expect((await slow.close()).code).toBe(1006);
  const heard = texts(quick).map((text) => Number.parseInt(text, 10));
  expect(heard).toEqual(Array.from({ length: sent }, (_, index) => index));
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
