import {
  countUnreadNotifications,
  listNotifications,
  listOlderNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type NotificationType,
} from "@kakehashi/contract/notifications";
import { personalEventSchema } from "@kakehashi/contract/personal-events";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { connectAndSubscribe, type StompClient } from "../../test/stomp.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();

async function writeNotification(
  person: TestPerson,
  type: NotificationType = "ACTIVE_ACCOUNT",
  reason?: string,
) {
  const { notifications } = server.app.services;
  const id = await notifications.write(server.db.kysely, {
    userId: person.id,
    type,
    actorId: testPeople.emma.id,
    data: reason === undefined ? {} : { reason },
  });
  await notifications.announce([id]);
  return id;
}
async function waitForNextNotification(client: StompClient, type: string) {
  const { body } = await client.waitForFrame("MESSAGE", (frame) => JSON.parse(frame.body).type === type);
  return personalEventSchema.parse(JSON.parse(body));
}
const readUnreadCount = async (person: TestPerson) =>
  (await person.call(countUnreadNotifications)).data.count_unread;

test("a notification arrives live with the unread count and is in the list", async () => {
  const socket = await connectAndSubscribe(serverUrl, testPeople.an);
  const id = await writeNotification(testPeople.an, "REJECT_REQUEST_ACTIVE_ACCOUNT", "No address");
  const event = await waitForNextNotification(socket, "REJECT_REQUEST_ACTIVE_ACCOUNT");
  expect(event).toMatchObject({
    count_unread: 1,
    notification: { id, read: false, data: { reason: "No address" }, actor: { name: "Emma Clarke" } },
  });
  const { data, meta } = await testPeople.an.call(listNotifications);
  expect("notification" in event && data).toEqual(["notification" in event && event.notification]);
  expect(meta).toEqual({ above: false, below: false });
  socket.socket.close();
});

test("twenty come first, and older ones join them without a gap", async () => {
  const ids: string[] = [];
  for (let count = 0; count < 45; count++) ids.push(await writeNotification(testPeople.minh));
  ids.sort().reverse();
  const firstPage = await testPeople.minh.call(listNotifications);
  expect(firstPage.data.map(({ id }) => id)).toEqual(ids.slice(0, 20));
  expect(firstPage.meta.above).toBe(true);
  const secondResponse = await testPeople.minh.call(listOlderNotifications, {
    params: { id: ids[19] ?? "" },
  });
  const thirdResponse = await testPeople.minh.call(listOlderNotifications, { params: { id: ids[39] ?? "" } });
  expect([...secondResponse.data, ...thirdResponse.data].map(({ id }) => id)).toEqual(ids.slice(20));
  expect([secondResponse.meta.above, thirdResponse.meta.above]).toEqual([true, false]);
});

test("unread ones of one kind are found behind any number of others", async () => {
  const mentions = [
    await writeNotification(testPeople.emma, "MENTION"),
    await writeNotification(testPeople.emma, "MENTION"),
  ];
  for (let count = 0; count < 60; count++) await writeNotification(testPeople.emma, "REPLY");
  const { data } = await testPeople.emma.call(markNotificationRead, { params: { id: mentions[1] ?? "" } });
  expect(data.count_unread).toBe(61);
  const mentionNotices = await testPeople.emma.call(listNotifications, {
    query: { unread: "true", type: "MENTION" },
  });
  expect(mentionNotices.data.map(({ id }) => id)).toEqual([mentions[0]]);
  expect(mentionNotices.meta).toEqual({ above: false, below: false });
});

test("reading one lowers the count once, reading all ends it, and other devices hear of it", async () => {
  const id = await writeNotification(testPeople.linh);
  await writeNotification(testPeople.linh);
  const socket = await connectAndSubscribe(serverUrl, testPeople.linh);
  for (let round = 0; round < 2; round++) {
    expect((await testPeople.linh.call(markNotificationRead, { params: { id } })).data.count_unread).toBe(1);
  }
  expect((await testPeople.linh.call(listNotifications, { query: { unread: "true" } })).data).toHaveLength(1);
  expect((await testPeople.linh.call(markAllNotificationsRead)).data.count_unread).toBe(0);
  expect(await readUnreadCount(testPeople.linh)).toBe(0);
  for (const count_unread of [1, 0]) {
    await socket.waitForFrame("MESSAGE", ({ body }) => {
      const event = personalEventSchema.parse(JSON.parse(body));
      return event.type === "NOTIFICATIONS_READ" && event.count_unread === count_unread;
    });
  }
  socket.socket.close();
});

test("nobody can read or mark another person's notification", async () => {
  const id = await writeNotification(testPeople.aiko);
  expect((await testPeople.an.call(markNotificationRead, { params: { id } })).status).toBe(404);
  expect((await testPeople.an.call(listOlderNotifications, { params: { id } })).status).toBe(404);
  await testPeople.an.call(markAllNotificationsRead);
  expect(await readUnreadCount(testPeople.aiko)).toBe(1);
});

test("a notification that was rolled back is never sent", async () => {
  const unreadCountBefore = await readUnreadCount(testPeople.kenji);
  const failingTransaction = server.db.kysely.transaction().execute(async (tx) => {
    await server.app.services.notifications.write(tx, {
      userId: testPeople.kenji.id,
      type: "ACTIVE_ACCOUNT",
      actorId: null,
    });
    throw new Error("changed my mind");
  });
  await expect(failingTransaction).rejects.toThrow("changed my mind");
  expect(await readUnreadCount(testPeople.kenji)).toBe(unreadCountBefore);
});
