import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createLiveWithoutDatabase,
  type LiveWithoutDatabase,
  receivedTexts,
  waitForText,
} from "../../test/live-alone.ts";
import { Connection } from "./connection.ts";
import { SendScheduler } from "./rounds.ts";

let liveWithoutDatabase: LiveWithoutDatabase;
beforeEach(async () => {
  liveWithoutDatabase = await createLiveWithoutDatabase();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await liveWithoutDatabase.close();
});

/** Makes every send to this person fail from now on, as if the process had run out of memory. */
function breakSendingTo(userId: string): Error {
  const sendError = new Error(`Nothing can be sent to ${userId}`);
  const { flush } = Connection.prototype;
  vi.spyOn(Connection.prototype, "flush").mockImplementation(function (this: Connection) {
    if (this.session?.userId === userId) throw sendError;
    flush.call(this);
  });
  return sendError;
}

test("a client to whom sending fails is dropped, and the others get this and later messages", async () => {
  const people = ["before", "broken", "after"];
  for (const person of people) liveWithoutDatabase.roomIdsByUserId.set(person, ["room"]);
  const [connectionBefore, brokenConnection, connectionAfter] = await Promise.all(
    people.map((person) => liveWithoutDatabase.connectAndSubscribe(person)),
  );
  if (!connectionBefore || !brokenConnection || !connectionAfter) throw new Error("Everybody listens");
  const sendError = breakSendingTo("broken");
  liveWithoutDatabase.sendText("room", "one");
  await Promise.all([
    waitForText(connectionBefore, "one"),
    waitForText(connectionAfter, "one"),
    brokenConnection.waitForClose(),
  ]);
  liveWithoutDatabase.sendText("room", "two");
  await Promise.all([waitForText(connectionBefore, "two"), waitForText(connectionAfter, "two")]);
  expect([
    receivedTexts(connectionBefore),
    receivedTexts(brokenConnection),
    receivedTexts(connectionAfter),
  ]).toEqual([["one", "two"], [], ["one", "two"]]);
  expect(liveWithoutDatabase.connectionErrors).toEqual([sendError]);
});

test("a failing client does not keep the server from telling the others that it stops", async () => {
  const people = ["before", "broken", "after"];
  for (const person of people) liveWithoutDatabase.roomIdsByUserId.set(person, ["room"]);
  const [connectionBefore, , connectionAfter] = await Promise.all(
    people.map((person) => liveWithoutDatabase.connectAndSubscribe(person)),
  );
  if (!connectionBefore || !connectionAfter) throw new Error("Everybody listens");
  breakSendingTo("broken");
  liveWithoutDatabase.sendText("room", "the last");
  liveWithoutDatabase.live.close();
  for (const client of [connectionBefore, connectionAfter])
    expect(await client.waitForClose()).toEqual({ code: 1012, reason: "The server restarts" });
  expect([receivedTexts(connectionBefore), receivedTexts(connectionAfter)]).toEqual([
    ["the last"],
    ["the last"],
  ]);
});

test("a quiet room gets its messages at once, however busy another room is", async () => {
  const sentBodies: string[] = [];
  const deliveryRounds = new SendScheduler((error) => liveWithoutDatabase.connectionErrors.push(error));
  const createFakeConnection = (name: string, busyMs: number) =>
    ({
      lastSentAt: Number.NEGATIVE_INFINITY,
      waitingFrameCount: 1,
      flush() {
        for (const busyEndsAt = performance.now() + busyMs; performance.now() < busyEndsAt; );
        sentBodies.push(name);
      },
    }) as unknown as Connection;
  const waitForNextTurn = () => new Promise((resolve) => setImmediate(resolve));
  // `lastSentAt` always returns the current time. So the server never treats this connection as quiet, however slowly the
  // test runs.
  const busyConnection = Object.defineProperty(createFakeConnection("busy", 10), "lastSentAt", {
    get: () => performance.now(),
    set() {},
  });
  deliveryRounds.flushLater(busyConnection);
  await waitForNextTurn();
  // There is a pause before the next round, so that the process can do other work.
  deliveryRounds.flushLater(busyConnection);
  while (sentBodies.length < 2) await waitForNextTurn();
  deliveryRounds.flushLater(busyConnection);
  deliveryRounds.flushLater(createFakeConnection("quiet", 0));
  await waitForNextTurn();
  expect(sentBodies).toEqual(["busy", "busy", "quiet"]);
  await vi.waitUntil(() => sentBodies.length === 4, 15_000);
});
