import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createLiveWithoutDatabase,
  type LiveWithoutDatabase,
  receivedTexts,
  waitForReceipt,
  waitForText,
} from "../../test/live-alone.ts";

let liveWithoutDatabase: LiveWithoutDatabase;

beforeEach(async () => {
  liveWithoutDatabase = await createLiveWithoutDatabase();
});
afterEach(() => liveWithoutDatabase.close());

test("a member added while connected begins to hear, one who is removed hears no more", async () => {
  const { live, sendText } = liveWithoutDatabase;
  liveWithoutDatabase.roomIdsByUserId.set("an", ["room"]);
  const [an, minh] = [
    await liveWithoutDatabase.connectAndSubscribe("an"),
    await liveWithoutDatabase.connectAndSubscribe("minh"),
  ];
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
  liveWithoutDatabase.roomIdsByUserId.set("an", ["room", "other"]);
  liveWithoutDatabase.onRoomsLoad = () => liveWithoutDatabase.live.leaveRoom("an", "room");
  const clientOfAn = await liveWithoutDatabase.connectAndSubscribe("an");
  liveWithoutDatabase.sendText("room", "secret");
  liveWithoutDatabase.sendText("other", "open");
  await waitForText(clientOfAn, "open");
  expect(receivedTexts(clientOfAn)).toEqual(["open"]);
});

test("who is added while their rooms are being read is in", async () => {
  liveWithoutDatabase.onRoomsLoad = () => liveWithoutDatabase.live.joinRoom("room", ["an"]);
  const an = await liveWithoutDatabase.connectAndSubscribe("an");
  liveWithoutDatabase.sendText("room", "welcome");
  await waitForText(an, "welcome");
});

test("the end of a session closes its sockets and no other; the end of all closes all", async () => {
  const phoneClient = await liveWithoutDatabase.connectAndSubscribe("an", "phone");
  const deskClient = await liveWithoutDatabase.connectAndSubscribe("an", "desk");
  const otherClient = await liveWithoutDatabase.connectAndSubscribe("minh");
  liveWithoutDatabase.live.disconnectSessions("an", "phone");
  expect((await phoneClient.waitForFrame("ERROR")).body).toBe("Your session has ended.");
  await phoneClient.waitForClose();
  await waitForReceipt(deskClient);
  liveWithoutDatabase.live.disconnectSessions("an");
  await deskClient.waitForClose();
  await waitForReceipt(otherClient);
});

test("a session that ends while its socket connects leaves no socket behind", async () => {
  liveWithoutDatabase.onRoomsLoad = () => {
    liveWithoutDatabase.inactiveSessionIds.add("s");
    liveWithoutDatabase.live.disconnectSessions("an", "s");
  };
  const client = await liveWithoutDatabase.connect("an");
  expect((await client.waitForFrame("ERROR")).body).toBe("Your session has ended.");
  await client.waitForClose();
  expect(client.frames).toHaveLength(1);
});

test("a session that ended just before its socket began to listen is noticed all the same", async () => {
  liveWithoutDatabase.onRoomsLoad = () => void liveWithoutDatabase.inactiveSessionIds.add("s");
  const client = await liveWithoutDatabase.connect("an");
  expect((await client.waitForFrame("ERROR")).body).toBe("Your session has ended.");
  expect(client.frames).toHaveLength(1);
});

test("if rooms cannot be loaded the client gets no reason, and the next attempt works", async () => {
  liveWithoutDatabase.roomIdsByUserId.set("an", ["room"]);
  liveWithoutDatabase.onRoomsLoad = () => Promise.reject(new Error("connect ENOENT /secret/path"));
  const failedClient = await liveWithoutDatabase.connect("an");
  expect((await failedClient.waitForFrame("ERROR")).body).toBe(
    "The server could not do that. Please connect again.",
  );
  await failedClient.waitForClose();
  liveWithoutDatabase.onRoomsLoad = () => {};
  const client = await liveWithoutDatabase.connectAndSubscribe("an");
  liveWithoutDatabase.sendText("room", "hello");
  await waitForText(client, "hello");
});

test.each(["onTokenCheck", "onRoomsLoad"] as const)(
  "a client that goes in the middle of its CONNECT (%s) leaves nothing behind",
  async (hookName) => {
    liveWithoutDatabase.roomIdsByUserId.set("an", ["room", "other"]);
    const waitUntilDisconnected = () =>
      vi.waitUntil(() => liveWithoutDatabase.live.countConnections() === 0, 15_000);
    const subscriptionReached = Promise.withResolvers<void>();
    const connectPermission = Promise.withResolvers<void>();
    liveWithoutDatabase[hookName] = () => {
      subscriptionReached.resolve();
      return connectPermission.promise;
    };
    const unconfirmedClient = await liveWithoutDatabase.connect("an");
    unconfirmedClient.send("SUBSCRIBE\nid:0\ndestination:/queue/of-an\n\n\0");
    await subscriptionReached.promise;
    unconfirmedClient.socket.terminate();
    await waitUntilDisconnected();
    connectPermission.resolve();
    liveWithoutDatabase[hookName] = () => {};

    const confirmedClient = await liveWithoutDatabase.connectAndSubscribe("an");
    expect([...liveWithoutDatabase.subscribedSubjects].sort()).toEqual([
      "live.room.other",
      "live.room.room",
      "live.user.an",
    ]);
    confirmedClient.socket.close();
    await confirmedClient.waitForClose();
    await waitUntilDisconnected();
    expect([...liveWithoutDatabase.subscribedSubjects]).toEqual([]);
  },
);
