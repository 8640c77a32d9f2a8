import { randomUUID } from "node:crypto";
import { removeConversationMember } from "@kakehashi/contract/conversation-members";
import { uploadMessageFiles } from "@kakehashi/contract/files";
import { listMessages, sendMessage } from "@kakehashi/contract/messages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { callApi, createTestApp, type TestApp } from "../../test/app.ts";
import { createGroupRoom, sendText } from "../../test/rooms.ts";
import { addTestPeople, type TestPeople, type TestPerson } from "../../test/world.ts";

// These tests send requests about one room to two processes at the same time. The test locks the room until all
// requests wait for the lock.

let firstProcess: TestApp;
let secondProcess: TestApp;
let testPeople: TestPeople;
let serverUrl: string;

beforeAll(async () => {
  firstProcess = await createTestApp();
  secondProcess = await createTestApp({ bus: firstProcess.bus, databaseUrl: firstProcess.ownerDatabaseUrl });
  testPeople = await addTestPeople(firstProcess);
  serverUrl = await firstProcess.listen();
});
afterAll(async () => {
  await secondProcess.close();
  await firstProcess.close();
});

/** Locks a room until `release` is called. `waitForLockWaits` resolves when this many statements wait for the lock. */
async function lockRoom(room: string) {
  const lockingClient = await firstProcess.db.pool.connect();
  await lockingClient.query("begin");
  // Takes the same lock as the tested statements. Foreign keys that refer to the room do not wait for this lock.
  await lockingClient.query("select 1 from conversations where id = $1 for no key update", [room]);
  return {
    query: (text: string, values: unknown[]) => lockingClient.query(text, values),
    waitForLockWaits: (count: number) =>
      expect
        .poll(async () => {
          const { rows } = await lockingClient.query(
            "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          );
          return rows.length;
        })
        .toBeGreaterThanOrEqual(count),
    async release() {
      await lockingClient.query("commit");
      lockingClient.release();
    },
  };
}

const sendThroughProcess = (node: TestApp, person: TestPerson, id: string, body: object) =>
  callApi(node.app, sendMessage, { params: { id }, body, token: person.tokens.access_token });

async function uploadNote(person: TestPerson, room: string): Promise<string> {
  const form = new FormData();
  form.append("files", new Blob(["bytes"]), "note.txt");
  const response = await fetch(`${serverUrl}/api/conversations/${room}/files`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${person.tokens.access_token}` },
  });
  const { data } = z.object({ data: uploadMessageFiles.data }).parse(await response.json());
  return data[0]?.id ?? "";
}

const listContents = async (reader: TestPerson, id: string) =>
  (await reader.call(listMessages, { params: { id } })).data.map(({ content }) => content);

test("a message whose file is deleted while it is being stored is refused", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  const file = await uploadNote(an, id);
  const fileTransaction = await lockRoom(await createGroupRoom(aiko, an));
  await fileTransaction.query("update files set removed_at = now() where id = $1 and message_id is null", [
    file,
  ]);
  const pendingSend = sendThroughProcess(firstProcess, an, id, {
    client_id: randomUUID(),
    content: "with a file",
    file_ids: [file],
  });
  await fileTransaction.waitForLockWaits(1);
  await fileTransaction.release();
  expect(await pendingSend).toMatchObject({ status: 422, error: { code: "FILE.GONE" } });
  expect(await listContents(aiko, id)).toEqual([]);
});

test("who is removed while their message waits for the room sends nothing", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createGroupRoom(aiko, an, minh);
  const roomLock = await lockRoom(id);
  const [refusedSend, acceptedSend] = [an, minh].map((person, index) =>
    sendThroughProcess(index === 0 ? firstProcess : secondProcess, person, id, {
      client_id: randomUUID(),
      content: person.name,
    }),
  );
  await roomLock.waitForLockWaits(2);
  await roomLock.query("delete from conversation_members where conversation_id = $1 and user_id = $2", [
    id,
    an.id,
  ]);
  await roomLock.release();
  expect(await refusedSend).toMatchObject({ status: 404, error: { code: "ERR.NOT_FOUND" } });
  expect((await acceptedSend)?.status).toBe(200);
  expect(await listContents(aiko, id)).toEqual([minh.name]);
});

test("a member who is removed while their message is being stored keeps it, and can send no other", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  const roomLock = await lockRoom(id);
  const earlierSend = sendThroughProcess(firstProcess, an, id, {
    client_id: randomUUID(),
    content: "before",
  });
  await roomLock.waitForLockWaits(1);
  const memberRemoval = callApi(secondProcess.app, removeConversationMember, {
    params: { id },
    query: { user_id: an.id },
    token: aiko.tokens.access_token,
  });
  await roomLock.waitForLockWaits(2);
  await roomLock.release();
  expect((await earlierSend).status).toBe(200);
  expect((await memberRemoval).status).toBe(200);
  expect(
    (await sendThroughProcess(firstProcess, an, id, { client_id: randomUUID(), content: "after" })).status,
  ).toBe(404);
  expect(await listContents(aiko, id)).toEqual(["before"]);
});

test("the same send in two processes at once becomes one message, and both get its answer", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  const repeatedMessage = { client_id: randomUUID(), content: "twice" };
  const roomLock = await lockRoom(id);
  const firstSends = [firstProcess, secondProcess].map((node) =>
    sendThroughProcess(node, aiko, id, { client_id: randomUUID(), content: "other" }),
  );
  await roomLock.waitForLockWaits(2);
  // Each process has queued one of these two equal messages. It writes this message when the statement that waits for
  // the lock has ended.
  const sends = [firstProcess, secondProcess].map((node) =>
    sendThroughProcess(node, an, id, repeatedMessage),
  );
  await roomLock.release();
  const responses = await Promise.all(sends);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(responses[0]?.data).toEqual(responses[1]?.data);
  for (const sendPromise of firstSends) expect((await sendPromise).status).toBe(200);
  expect((await listContents(aiko, id)).sort()).toEqual(["other", "other", "twice"]);
});

test.each(["messages", "replies"])(
  "one send with a file that two processes have at once is one of the %s, with the file",
  async (kind) => {
    const { aiko, an } = testPeople;
    const id = await createGroupRoom(aiko, an);
    const parent = kind === "replies" ? { parent_id: (await sendText(aiko, id, "root")).id } : {};
    const body = {
      client_id: randomUUID(),
      content: "twice",
      file_ids: [await uploadNote(an, id)],
      ...parent,
    };
    const roomLock = await lockRoom(id);
    const sends = [firstProcess, secondProcess].map((node) => sendThroughProcess(node, an, id, body));
    await roomLock.waitForLockWaits(2);
    await roomLock.release();
    const responses = await Promise.all(sends);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses[0]?.data).toEqual(responses[1]?.data);
    const { rows } = await firstProcess.db.pool.query(
      "select count(*)::int as messages, count(files)::int as files from messages where client_id = $1",
      [body.client_id],
    );
    expect(rows).toEqual([{ messages: 1, files: 1 }]);
  },
);

test("of two simultaneous messages with the same file in two processes, only one gets it", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  const file_ids = [await uploadNote(an, id)];
  const roomLock = await lockRoom(id);
  const sends = [firstProcess, secondProcess].map((node) =>
    sendThroughProcess(node, an, id, { client_id: randomUUID(), content: "mine", file_ids }),
  );
  await roomLock.waitForLockWaits(2);
  await roomLock.release();
  const responses = await Promise.all(sends);
  expect(responses.map(({ status, error }) => error?.code ?? status).sort()).toEqual([200, "FILE.GONE"]);
  expect(await listContents(aiko, id)).toEqual(["mine"]);
});
