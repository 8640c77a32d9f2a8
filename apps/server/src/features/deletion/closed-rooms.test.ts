import { randomUUID } from "node:crypto";
import { deleteMessage, toggleMessageReaction } from "@kakehashi/contract/changes";
import { listMessages, type Message, sendMessage } from "@kakehashi/contract/messages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { createDirectRoom, createGroupRoom, sendText, trySendText } from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { addSignedInPerson, addTestPeople, type TestPeople } from "../../test/world.ts";
import { accountDeletionJobName } from "./service.ts";

let server: TestApp;
let testPeople: TestPeople;
let address: string;
/** The direct conversation of Aiko with a person whose account is then deleted. */
let room: string;
/** A message that Aiko sent in the conversation before the other person's account was deleted. */
let sentMessage: Message;

beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
  address = await server.listen();
  const person = await addSignedInPerson(server, {
    email: "parting@leaving.example",
    name: "Từ",
    role: "dev",
    language: "vi",
  });
  room = await createDirectRoom(testPeople.aiko, person);
  sentMessage = await sendText(testPeople.aiko, room, "before");
  await server.db.pool.query(
    "update users set deletion_requested_at = now(), deletion_due_at = now() where id = $1",
    [person.id],
  );
  const socket = await connectAndSubscribe(address, testPeople.aiko);
  await server.runJob(accountDeletionJobName);
  await socket.waitForEvent(
    (event) => event.type === "CONVERSATION_CHANGED" && event.conversation_id === room,
  );
});
afterAll(() => server.close());

const closedRoomError = { status: 409, error: { code: "CONVERSATION.CLOSED", message: expect.any(String) } };

async function readStatusAndError(response: Response) {
  const { error } = z.object({ error: z.unknown() }).parse(await response.json());
  return { status: response.status, error };
}

/** Uploads a file as multipart form data. `fields` are the text fields of the form, for example of a message. */
async function sendFileForm(path: string, fields: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append("files", new Blob(["a plan"]), "plan.txt");
  const response = await fetch(new URL(`/api/conversations/${room}/${path}`, address), {
    method: "POST",
    headers: { authorization: `Bearer ${testPeople.aiko.tokens.access_token}` },
    body,
  });
  return readStatusAndError(response);
}

test("nothing can be sent to a deleted account, in any way", async () => {
  const { aiko } = testPeople;
  expect(await trySendText(aiko, room, "a message")).toMatchObject(closedRoomError);
  expect(await trySendText(aiko, room, "a reply", { parent_id: sentMessage.id })).toMatchObject(
    closedRoomError,
  );
  const reactionRequest = { params: { id: room, mid: sentMessage.id }, query: { type: "👍" } };
  expect(await aiko.call(toggleMessageReaction, reactionRequest)).toMatchObject(closedRoomError);
  expect(await sendFileForm("files")).toMatchObject(closedRoomError);
  expect(await sendFileForm("messages", { client_id: randomUUID(), content: "with a file" })).toMatchObject(
    closedRoomError,
  );
  const resumableUploadResponse = await fetch(new URL("/api/uploads", address), {
    method: "POST",
    headers: {
      authorization: `Bearer ${aiko.tokens.access_token}`,
      "tus-resumable": "1.0.0",
      "upload-length": "6",
      "upload-metadata": `conversation_id ${btoa(room)},filename ${btoa("plan.txt")}`,
    },
  });
  expect(await readStatusAndError(resumableUploadResponse)).toMatchObject(closedRoomError);
  const { data } = await aiko.call(listMessages, { params: { id: room } });
  expect(data.map(({ content, reply_count }) => [content, reply_count])).toEqual([["before", 0]]);
});

test("the refusal is told in the sender's language", async () => {
  const { error } = await testPeople.aiko.call(sendMessage, {
    params: { id: room },
    body: { client_id: randomUUID(), content: "まだいますか" },
    headers: { cookie: "session_lang=ja" },
  });
  expect(error?.message).toBe("このアカウントは削除されています。送信しても相手には届きません。");
});

test("a repeated send from before the deletion is still answered", async () => {
  const repeatedSendResponse = await trySendText(testPeople.aiko, room, sentMessage.content, {
    client_id: sentMessage.client_id,
  });
  expect([repeatedSendResponse.status, repeatedSendResponse.data.id]).toEqual([200, sentMessage.id]);
});

test("somebody who is not in the room learns nothing of it", async () => {
  expect((await trySendText(testPeople.an, room, "hello?")).status).toBe(404);
});

test("earlier messages can be deleted, and other rooms stay open", async () => {
  const { aiko, an } = testPeople;
  const { data } = await aiko.call(deleteMessage, { params: { id: room, mid: sentMessage.id } });
  expect(data.deleted).toBe(true);
  await sendText(aiko, await createDirectRoom(aiko, an), "you are here");
  await sendText(aiko, await createGroupRoom(aiko, an), "and all of you");
});
