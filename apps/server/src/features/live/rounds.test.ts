import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createLiveWithoutDatabase,
  type LiveWithoutDatabase,
  receivedTexts,
  waitForText,
} from "../../test/live-alone.ts";
import { Connection } from "./connection.ts";
import { SendRounds } from "./rounds.ts";

let alone: LiveWithoutDatabase;
beforeEach(async () => {
  alone = await createLiveWithoutDatabase();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await alone.close();
});

/** Makes every send to this person fail from now on, as if the process had run out of memory. */
function breakSendingTo(userId: string): Error {
  const failure = new Error(`Nothing can be sent to ${userId}`);
  const { flush } = Connection.prototype;
  vi.spyOn(Connection.prototype, "flush").mockImplementation(function (this: Connection) {
    if (this.session?.userId === userId) throw failure;
    flush.call(this);
  });
  return failure;
}

test("a client to whom sending fails is dropped, and the others get this and later messages", async () => {
  const people = ["before", "broken", "after"];
  for (const person of people) alone.rooms.set(person, ["room"]);
  const [before, brokenConnection, after] = await Promise.all(people.map((person) => alone.listen(person)));
  if (!before || !brokenConnection || !after) throw new Error("Everybody listens");
  const failure = breakSendingTo("broken");
  alone.sendText("room", "one");
  await Promise.all([waitForText(before, "one"), waitForText(after, "one"), brokenConnection.close()]);
  alone.sendText("room", "two");
  await Promise.all([waitForText(before, "two"), waitForText(after, "two")]);
  expect([receivedTexts(before), receivedTexts(brokenConnection), receivedTexts(after)]).toEqual([
    ["one", "two"],
    [],
    ["one", "two"],
  ]);
  expect(alone.failures).toEqual([failure]);
});

test("a failing client does not keep the server from telling the others that it stops", async () => {
  const people = ["before", "broken", "after"];
  for (const person of people) alone.rooms.set(person, ["room"]);
  const [before, , after] = await Promise.all(people.map((person) => alone.listen(person)));
  if (!before || !after) throw new Error("Everybody listens");
  breakSendingTo("broken");
  alone.sendText("room", "the last");
  alone.live.close();
  for (const client of [before, after])
    expect(await client.close()).toEqual({ code: 1012, reason: "The server restarts" });
  expect([receivedTexts(before), receivedTexts(after)]).toEqual([["the last"], ["the last"]]);
});

test("a quiet room gets its messages at once, however busy another room is", async () => {
  const sent: string[] = [];
  const deliveryRounds = new SendRounds((error) => alone.failures.push(error));
  const fakeConnection = (name: string, busyMs: number) =>
    ({
      sentAt: Number.NEGATIVE_INFINITY,
      waiting: 1,
      flush() {
        for (const busyEndsAt = performance.now() + busyMs; performance.now() < busyEndsAt; );
        sent.push(name);
      },
    }) as unknown as Connection;
  const nextEventLoopTurn = () => new Promise((resolve) => setImmediate(resolve));
  // `sentAt` is always now, so the server never treats this connection as quiet, however slowly the test runs.
  const busyConnection = Object.defineProperty(fakeConnection("busy", 10), "sentAt", {
    get: () => performance.now(),
    set() {},
  });
  deliveryRounds.flushLater(busyConnection);
  await nextEventLoopTurn();
  // There is a pause before the next round, so that the process can do other work.
  deliveryRounds.flushLater(busyConnection);
  while (sent.length < 2) await nextEventLoopTurn();
  deliveryRounds.flushLater(busyConnection);
  deliveryRounds.flushLater(fakeConnection("quiet", 0));
  await nextEventLoopTurn();
  expect(sent).toEqual(["busy", "busy", "quiet"]);
  await vi.waitUntil(() => sent.length === 4, 15_000);
});
