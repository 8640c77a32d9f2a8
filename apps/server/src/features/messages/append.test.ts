import { sendMessage } from "@kakehashi/contract/messages";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createDirectRoom } from "../../test/rooms.ts";
import { appendMessages, type NewMessage } from "./append-store.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, linh } = testPeople;
const roomId = await createDirectRoom(aiko, an);

const createMessageFrom = (userId: string, content: string): NewMessage => ({
  id: newId(),
  user_id: userId,
  client_id: newId(),
  content,
  language: "en",
});

async function sendRootMessage(): Promise<string> {
  const body = { client_id: newId(), content: "A thread begins." };
  return (await aiko.call(sendMessage, { params: { id: roomId }, body })).data.id;
}

const listFollowers = async (threadId: string) => {
  const { rows } = await server.db.pool.query<{ user_id: string; read_number: number }>(
    "select user_id, read_number from thread_members where message_id = $1 and following",
    [threadId],
  );
  return Object.fromEntries(rows.map(({ user_id, read_number }) => [user_id, read_number]));
};

test("replies stored together are numbered in order, and their root message counts all of them", async () => {
  const thread = await sendRootMessage();
  const sentMessages = [
    createMessageFrom(an.id, "one"),
    createMessageFrom(aiko.id, "two"),
    createMessageFrom(an.id, "three"),
  ];
  const { storedMessages, parent } = await appendMessages(server.db, roomId, thread, sentMessages);
  expect(storedMessages.map(({ id, number }) => [id, number])).toEqual(
    sentMessages.map(({ id }, index) => [id, index + 1]),
  );
  const [firstAdded] = storedMessages;
  expect(storedMessages.map(({ seq }) => seq)).toEqual(
    [0, 1, 2].map((index) => (firstAdded?.seq ?? 0) + index),
  );
  expect(parent).toMatchObject({
    id: thread,
    changed_seq: (firstAdded?.seq ?? 0) + 3,
    reply_count: 3,
    reply_user_ids: [an.id, aiko.id],
  });
  expect(await listFollowers(thread)).toEqual({ [aiko.id]: 2, [an.id]: 3 });
});

test("sends of strangers, repeated ones and replies to what is no thread's beginning write nothing and take no number", async () => {
  const thread = await sendRootMessage();
  const reply = createMessageFrom(an.id, "one");
  const { storedMessages } = await appendMessages(server.db, roomId, thread, [reply]);
  const state = "select last_seq, last_number from conversations where id = $1";
  const rowsBefore = (await server.db.pool.query(state, [roomId])).rows;
  const emptyResult = { storedMessages: [], parent: null };
  expect(await appendMessages(server.db, roomId, thread, [{ ...reply, id: newId() }])).toEqual(emptyResult);
  expect(
    await appendMessages(server.db, roomId, thread, [createMessageFrom(linh.id, "I am not here.")]),
  ).toEqual(emptyResult);
  expect(
    await appendMessages(server.db, roomId, storedMessages[0]?.id ?? "", [
      createMessageFrom(an.id, "deeper"),
    ]),
  ).toEqual(emptyResult);
  expect(await appendMessages(server.db, roomId, newId(), [createMessageFrom(an.id, "nowhere")])).toEqual(
    emptyResult,
  );
  expect((await server.db.pool.query(state, [roomId])).rows).toEqual(rowsBefore);
});

test("a reply changes neither the room's message count nor its position in the list", async () => {
  const thread = await sendRootMessage();
  const state = "select last_number, last_message_at from conversations where id = $1";
  const rowsBefore = (await server.db.pool.query(state, [roomId])).rows;
  await appendMessages(server.db, roomId, thread, [createMessageFrom(an.id, "one")]);
  expect((await server.db.pool.query(state, [roomId])).rows).toEqual(rowsBefore);
});
