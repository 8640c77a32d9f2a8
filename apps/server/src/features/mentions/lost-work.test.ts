import { randomUUID } from "node:crypto";
import { listNotifications, markNotificationRead } from "@kakehashi/contract/notifications";
import { afterAll, expect, test } from "vitest";
import { createTestApp } from "../../test/app.ts";
import { errorLog } from "../../test/log.ts";
import { openWorld } from "../../test/open-world.ts";
import { group, send } from "../../test/rooms.ts";
import type { Person } from "../../test/world.ts";
import { createFacts } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import { createMessages } from "../messages/service.ts";

// A process dies right after the commit of a message: nobody in it has listened to what was sent.

const { server, world } = await openWorld();
const { rooms, files, notifications } = server.app.services;
const dying = createMessages({
  db: server.db,
  events: createFacts({ log: errorLog() }),
  log: errorLog(),
  live: { toRoom: () => {} } as unknown as Live,
  rooms,
  files,
  notifications,
});
afterAll(() => dying.close());

const sendAndDie = (person: Person, id: string, content: string, parent_id?: string) =>
  dying.send({ userId: person.id, writes: "en" }, id, { client_id: randomUUID(), content, parent_id });
const call = (person: Person) => `@[${person.name}](${person.id})`;

async function workLeft(): Promise<number> {
  return (await server.db.pool.query("select from message_work")).rowCount ?? 0;
}

/** Another process starts so much later that nobody can be at the work any more. */
async function startLater<T>(meanwhile: () => Promise<T>): Promise<T> {
  await server.db.pool.query("update message_work set created_at = now() - interval '1 hour'");
  const next = await createTestApp({ databaseUrl: server.url, linkPreviews: () => false });
  try {
    return await meanwhile();
  } finally {
    await next.close();
  }
}

async function toldOf(person: Person, id: string): Promise<string[]> {
  const { data } = await person.call(listNotifications);
  return data.filter((one) => one.data.conversation_id === id).map(({ type }) => type);
}

test("a mention and a reply are told by the next process", async () => {
  const { aiko, an, minh } = world;
  const id = await group(aiko, an, minh);
  const first = await send(an, id, "a question");
  await sendAndDie(aiko, id, `${call(minh)}, look`);
  await sendAndDie(aiko, id, "an answer", first.id);
  expect(await workLeft()).toBe(2);
  expect([await toldOf(minh, id), await toldOf(an, id)]).toEqual([[], []]);
  await startLater(async () => {
    await expect.poll(() => toldOf(minh, id)).toEqual(["MENTION"]);
    await expect.poll(() => toldOf(an, id)).toEqual(["REPLY"]);
    await expect.poll(workLeft).toBe(0);
  });
});

test("a link is read by the next process", async () => {
  const { aiko, an } = world;
  const id = await group(aiko, an);
  const url = `http://127.0.0.1/${randomUUID()}`;
  await sendAndDie(aiko, id, url);
  await startLater(async () => {
    const wasRead = async () =>
      (await server.db.pool.query("select from link_previews where url = $1", [url])).rowCount;
    await expect.poll(wasRead, { timeout: 10_000 }).toBe(1);
  });
});

test("what was told and read is not told again", async () => {
  const { aiko, an } = world;
  const id = await group(aiko, an);
  const message = await send(aiko, id, `${call(an)}, look`);
  await expect.poll(() => toldOf(an, id)).toEqual(["MENTION"]);
  await expect.poll(workLeft).toBe(0);
  const { data } = await an.call(listNotifications);
  await an.call(markNotificationRead, { params: { id: data[0]?.id ?? "" } });
  // The process died between telling and noting it.
  await server.db.pool.query(
    "insert into message_work (message_id, kind, conversation_id) values ($1, 'mentions', $2)",
    [message.id, id],
  );
  await startLater(() => expect.poll(workLeft).toBe(0));
  expect(await toldOf(an, id)).toEqual(["MENTION"]);
});

test("what was deleted meanwhile is told to nobody", async () => {
  const { aiko, an } = world;
  const id = await group(aiko, an);
  const message = await sendAndDie(aiko, id, `${call(an)}, look`);
  await dying.remove(aiko.id, id, message.id);
  await startLater(() => expect.poll(workLeft).toBe(0));
  expect(await toldOf(an, id)).toEqual([]);
});

test("a message that causes nothing notes nothing, nor does a change of anything but its words", async () => {
  const { aiko, an } = world;
  const id = await group(aiko, an);
  const plain = await sendAndDie(aiko, id, "good morning");
  await dying.pin(aiko.id, id, plain.id, true);
  await dying.edit({ userId: aiko.id, writes: "en" }, id, plain.id, { content: "good evening" });
  expect(await workLeft()).toBe(0);
  await dying.edit({ userId: aiko.id, writes: "en" }, id, plain.id, { content: call(an) });
  expect(await workLeft()).toBe(1);
});
