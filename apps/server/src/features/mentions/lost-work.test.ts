import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { listNotifications, markNotificationRead } from "@kakehashi/contract/notifications";
import { subscribePush } from "@kakehashi/contract/push";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestAppOptions } from "../../test/app.ts";
import { createTestLog } from "../../test/log.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom, sendText } from "../../test/rooms.ts";
import type { TestPerson } from "../../test/world.ts";
import { createDomainEvents } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import { createMessages } from "../messages/service.ts";

// In these tests the server process stops right after it commits a message, before it runs any event handlers.

/** Counts the pushes that all processes send. Any process may run a push job that a stopped process has queued. */
let pushCount = 0;
const sendPush = async () => {
  pushCount++;
  return 201;
};
const { server, testPeople } = await setUpTestServer({ sendPush });
const { rooms, files, notifications } = server.app.services;
const stoppingProcess = createMessages({
  db: server.db,
  events: createDomainEvents({ log: createTestLog() }),
  log: createTestLog(),
  live: { toRoom: () => {} } as unknown as Live,
  rooms,
  files,
  notifications,
  textLimiter: () => {},
});
afterAll(() => stoppingProcess.close());
beforeEach(() => server.db.pool.query("delete from message_work"));

const sendAndStopProcess = (person: TestPerson, id: string, content: string, parent_id?: string) =>
  stoppingProcess.send({ userId: person.id, writingLanguage: "en" }, id, {
    client_id: randomUUID(),
    content,
    parent_id,
  });
const formatMention = (person: TestPerson) => `@[${person.name}](${person.id})`;

async function countMessageWork(): Promise<number> {
  return (await server.db.pool.query("select from message_work")).rowCount ?? 0;
}

/** Makes the recorded work old enough to count as abandoned, and starts another process. */
async function runWithLaterProcess<T>(
  whileProcessRuns: () => Promise<T>,
  options: TestAppOptions = {},
): Promise<T> {
  await server.db.pool.query("update message_work set created_at = now() - interval '1 hour'");
  const secondServer = await createTestApp({
    databaseUrl: server.ownerDatabaseUrl,
    allowPreviewFetch: () => false,
    ...options,
  });
  try {
    return await whileProcessRuns();
  } finally {
    await secondServer.close();
  }
}

async function listNoticeTypes(person: TestPerson, id: string): Promise<string[]> {
  const { data } = await person.call(listNotifications);
  return data.filter((notification) => notification.data.conversation_id === id).map(({ type }) => type);
}

test("a mention and a reply are told by the next process", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createGroupRoom(aiko, an, minh);
  const firstMessage = await sendText(an, id, "a question");
  await sendAndStopProcess(aiko, id, `${formatMention(minh)}, look`);
  await sendAndStopProcess(aiko, id, "an answer", firstMessage.id);
  expect(await countMessageWork()).toBe(2);
  expect([await listNoticeTypes(minh, id), await listNoticeTypes(an, id)]).toEqual([[], []]);
  await runWithLaterProcess(async () => {
    await expect.poll(() => listNoticeTypes(minh, id)).toEqual(["MENTION"]);
    await expect.poll(() => listNoticeTypes(an, id)).toEqual(["REPLY"]);
    await expect.poll(countMessageWork).toBe(0);
  });
});

test("a link is read by the next process", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  const url = `http://127.0.0.1/${randomUUID()}`;
  await sendAndStopProcess(aiko, id, url);
  await runWithLaterProcess(async () => {
    const countStoredPreviews = async () =>
      (await server.db.pool.query("select from link_previews where url = $1", [url])).rowCount;
    await expect.poll(countStoredPreviews, { timeout: 10_000 }).toBe(1);
  });
});

test("a read notification is not sent again", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  const message = await sendText(aiko, id, `${formatMention(an)}, look`);
  await expect.poll(() => listNoticeTypes(an, id)).toEqual(["MENTION"]);
  await expect.poll(countMessageWork).toBe(0);
  const { data } = await an.call(listNotifications);
  await an.call(markNotificationRead, { params: { id: data[0]?.id ?? "" } });
  // Simulates a process that stopped after it wrote the notification, before it recorded that this work was done.
  await server.db.pool.query(
    "insert into message_work (message_id, kind, conversation_id) values ($1, 'mentions', $2)",
    [message.id, id],
  );
  await runWithLaterProcess(() => expect.poll(countMessageWork).toBe(0));
  expect(await listNoticeTypes(an, id)).toEqual(["MENTION"]);
});

test("a message deleted meanwhile notifies nobody", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  const message = await sendAndStopProcess(aiko, id, `${formatMention(an)}, look`);
  await stoppingProcess.remove(aiko.id, id, message.id);
  await runWithLaterProcess(() => expect.poll(countMessageWork).toBe(0));
  expect(await listNoticeTypes(an, id)).toEqual([]);
});

test("a message without consequences leaves no work, and neither does a change of anything but its text", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  const plainMessage = await sendAndStopProcess(aiko, id, "good morning");
  await stoppingProcess.pin(aiko.id, id, plainMessage.id, true);
  await stoppingProcess.edit({ userId: aiko.id, writingLanguage: "en" }, id, plainMessage.id, {
    content: "good evening",
  });
  expect(await countMessageWork()).toBe(0);
  await stoppingProcess.edit({ userId: aiko.id, writingLanguage: "en" }, id, plainMessage.id, {
    content: formatMention(an),
  });
  expect(await countMessageWork()).toBe(1);
});

test("notifications of a deleted message are removed by the next process", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  const message = await sendText(aiko, id, `${formatMention(an)}, look`);
  await expect.poll(() => listNoticeTypes(an, id)).toEqual(["MENTION"]);
  await expect.poll(countMessageWork).toBe(0);
  await stoppingProcess.remove(aiko.id, id, message.id);
  expect(await listNoticeTypes(an, id)).toEqual(["MENTION"]);
  await runWithLaterProcess(() => expect.poll(countMessageWork).toBe(0));
  expect(await listNoticeTypes(an, id)).toEqual([]);
});

test("a message is pushed by the next process, and noted only where somebody has a device", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createGroupRoom(aiko, an);
  await sendAndStopProcess(aiko, id, "nobody has a device");
  expect(await countMessageWork()).toBe(0);
  const keys = {
    p256dh: createECDH("prime256v1").generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  await an.call(subscribePush, { body: { endpoint: `https://push.example/${randomUUID()}`, keys } });
  await sendAndStopProcess(aiko, await createGroupRoom(aiko, minh), "the device is in another room");
  expect(await countMessageWork()).toBe(0);
  await sendAndStopProcess(aiko, id, "good morning");
  expect(await countMessageWork()).toBe(1);
  await runWithLaterProcess(() => expect.poll(() => pushCount, { timeout: 10_000 }).toBe(1), { sendPush });
  expect(await countMessageWork()).toBe(0);
});
