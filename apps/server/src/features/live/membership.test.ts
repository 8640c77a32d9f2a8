import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createLiveWithoutDatabase,
  type LiveWithoutDatabase,
  receivedTexts,
  waitForReceipt,
  waitForText,
} from "../../test/live-alone.ts";

let alone: LiveWithoutDatabase;

beforeEach(async () => {
  alone = await createLiveWithoutDatabase();
});
afterEach(() => alone.close());

test("a member added while connected begins to hear, one who is removed hears no more", async () => {
  const { live, sendText } = alone;
  alone.rooms.set("an", ["room"]);
  const [an, minh] = [await alone.listen("an"), await alone.listen("minh")];
  sendText("room", "before");
  const pendingJoin = live.joinRoom("room", ["minh"]);
  sendText("room", "together");
  live.leaveRoom("minh", "room");
  await pendingJoin;
  sendText("room", "after");
  live.toUser("minh", { text: "the end" });
  await Promise.all([waitForText(minh, "the end"), waitForText(an, "after")]);
  expect(receivedTexts(minh)).toEqual(["together", "the end"]);
  expect(receivedTexts(an)).toEqual(["before", "together", "after"]);
});

test("who is removed while their rooms are being read is out in the end", async () => {
  alone.rooms.set("an", ["room", "other"]);
  alone.onRoomsRead = () => alone.live.leaveRoom("an", "room");
  const clientOfAn = await alone.listen("an");
  alone.sendText("room", "secret");
  alone.sendText("other", "open");
  await waitForText(clientOfAn, "open");
  expect(receivedTexts(clientOfAn)).toEqual(["open"]);
});

test("who is added while their rooms are being read is in", async () => {
  alone.onRoomsRead = () => alone.live.joinRoom("room", ["an"]);
  const an = await alone.listen("an");
  alone.sendText("room", "welcome");
  await waitForText(an, "welcome");
});

test("the end of a session closes its sockets and no other; the end of all closes all", async () => {
  const phoneClient = await alone.listen("an", "phone");
  const deskClient = await alone.listen("an", "desk");
  const otherClient = await alone.listen("minh");
  alone.live.endSessions("an", "phone");
  expect((await phoneClient.frame("ERROR")).body).toBe("Your session has ended.");
  await phoneClient.close();
  await waitForReceipt(deskClient);
  alone.live.endSessions("an");
  await deskClient.close();
  await waitForReceipt(otherClient);
});

test("a session that ends while its socket connects leaves no socket behind", async () => {
  alone.onRoomsRead = () => {
    alone.endedSessionIds.add("s");
    alone.live.endSessions("an", "s");
  };
  const client = await alone.connect("an");
  expect((await client.frame("ERROR")).body).toBe("Your session has ended.");
  await client.close();
  expect(client.frames).toHaveLength(1);
});

test("a session that ended just before its socket began to listen is noticed all the same", async () => {
  alone.onRoomsRead = () => void alone.endedSessionIds.add("s");
  const client = await alone.connect("an");
  expect((await client.frame("ERROR")).body).toBe("Your session has ended.");
  expect(client.frames).toHaveLength(1);
});

test("if rooms cannot be loaded the client gets no reason, and the next attempt works", async () => {
  alone.rooms.set("an", ["room"]);
  alone.onRoomsRead = () => Promise.reject(new Error("connect ENOENT /secret/path"));
  const failedClient = await alone.connect("an");
  expect((await failedClient.frame("ERROR")).body).toBe(
    "The server could not do that. Please connect again.",
  );
  await failedClient.close();
  alone.onRoomsRead = () => {};
  const client = await alone.listen("an");
  alone.sendText("room", "hello");
  await waitForText(client, "hello");
});

test.each(["onTokenCheck", "onRoomsRead"] as const)(
  "a client that goes in the middle of its CONNECT (%s) leaves nothing behind",
  async (moment) => {
    alone.rooms.set("an", ["room", "other"]);
    const waitUntilDisconnected = () => vi.waitUntil(() => alone.live.connectionCount() === 0, 15_000);
    const subscriptionReached = Promise.withResolvers<void>();
    const connectPermission = Promise.withResolvers<void>();
    alone[moment] = () => {
      subscriptionReached.resolve();
      return connectPermission.promise;
    };
    const unconfirmedClient = await alone.connect("an");
    unconfirmedClient.send("SUBSCRIBE\nid:0\ndestination:/queue/of-an\n\n\0");
    await subscriptionReached.promise;
    unconfirmedClient.socket.terminate();
    await waitUntilDisconnected();
    connectPermission.resolve();
    alone[moment] = () => {};

    const confirmedClient = await alone.listen("an");
    expect([...alone.subjects].sort()).toEqual(["live.room.other", "live.room.room", "live.user.an"]);
    confirmedClient.socket.close();
    await confirmedClient.close();
    await waitUntilDisconnected();
    expect([...alone.subjects]).toEqual([]);
  },
);
