import { randomUUID } from "node:crypto";
import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import { createConversation, getConversation } from "@kakehashi/contract/conversations";
import {
  getMessage,
  listMessages,
  listMessagesAbove,
  listMessagesAround,
  listMessagesBelow,
  sendMessage,
} from "@kakehashi/contract/messages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { addTestPeople, type TestPeople, type TestPerson } from "../../test/world.ts";

let server: TestApp;
let testPeople: TestPeople;
let room: { id: string };

beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
});
afterAll(() => server.close());

async function openDirectConversation(person: TestPerson, partner: TestPerson): Promise<string> {
  const { data } = await person.call(createConversation, {
    body: { kind: "DIRECT", user_ids: [partner.id] },
  });
  return data.id;
}

const sendText = (person: TestPerson, id: string, content: string, client_id: string = randomUUID()) =>
  person.call(sendMessage, { params: { id }, body: { client_id, content } });

beforeAll(async () => {
  room = { id: await openDirectConversation(testPeople.aiko, testPeople.an) };
  for (let number = 1; number <= 45; number++) await sendText(testPeople.aiko, room.id, `message ${number}`);
});

test("a message arrives once however often it is sent, and however many at once", async () => {
  const id = await openDirectConversation(testPeople.aiko, testPeople.minh);
  const client_id = randomUUID();
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => sendText(testPeople.aiko, id, "once", client_id)),
  );
  expect(new Set(responses.map((response) => response.data.id)).size).toBe(1);
  expect(await sendText(testPeople.aiko, id, "other words", client_id)).toMatchObject({
    data: { content: "once" },
  });
  const { data } = await testPeople.minh.call(listMessages, { params: { id } });
  expect(data.map((message) => message.content)).toEqual(["once"]);
});

test("two people may use the same client_id", async () => {
  const id = await openDirectConversation(testPeople.minh, testPeople.linh);
  const client_id = randomUUID();
  await sendText(testPeople.minh, id, "from Minh", client_id);
  await sendText(testPeople.linh, id, "from Linh", client_id);
  const { data } = await testPeople.minh.call(listMessages, { params: { id } });
  expect(data.map((message) => message.content)).toEqual(["from Minh", "from Linh"]);
});

test("many senders at once: numbers and changes have no gap and no double", async () => {
  const { data: group } = await testPeople.aiko.call(createConversation, {
    body: {
      kind: "GROUP",
      name: "busy",
      user_ids: [testPeople.an.id, testPeople.minh.id, testPeople.linh.id],
    },
  });
  const senders = [testPeople.aiko, testPeople.an, testPeople.minh, testPeople.linh];
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      sendText(senders[index % 4] as TestPerson, group.id, `m${index}`),
    ),
  );
  const messageNumbers = responses.map((response) => response.data.number).sort((a, b) => a - b);
  expect(messageNumbers).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  const { data } = await testPeople.an.call(getConversation, { params: { id: group.id } });
  expect(data).toMatchObject({ seq: 100, last_number: 100, member_count: 4 });
});

test("the newest page comes first, and older and newer ones join it without a gap", async () => {
  const newestPage = await testPeople.an.call(listMessages, { params: room });
  expect(newestPage.data.map((message) => message.number)).toEqual(
    Array.from({ length: 20 }, (_, i) => 26 + i),
  );
  expect(newestPage.meta).toEqual({ above: true, below: false, seq: 45, lines: [] });

  const firstMessageId = newestPage.data[0]?.id ?? "";
  const pageAbove = await testPeople.an.call(listMessagesAbove, { params: { ...room, mid: firstMessageId } });
  expect(pageAbove.data.map((message) => message.number)).toEqual(
    Array.from({ length: 20 }, (_, i) => 6 + i),
  );
  expect(pageAbove.meta).toMatchObject({ above: true, below: true });

  const firstPage = await testPeople.an.call(listMessagesAbove, {
    params: { ...room, mid: pageAbove.data[0]?.id ?? "" },
  });
  expect(firstPage.data.map((message) => message.number)).toEqual([1, 2, 3, 4, 5]);
  expect(firstPage.meta.above).toBe(false);

  const pageBelow = await testPeople.an.call(listMessagesBelow, {
    params: { ...room, mid: firstPage.data.at(-1)?.id ?? "" },
  });
  expect(pageBelow.data.map((message) => message.number)).toEqual(
    Array.from({ length: 20 }, (_, i) => 6 + i),
  );

  const window = await testPeople.an.call(listMessagesAround, {
    params: { ...room, mid: firstMessageId },
    query: { paging: "5" },
  });
  expect(window.data.map((message) => message.number)).toEqual([24, 25, 26, 27, 28]);
  expect(window.meta).toMatchObject({ above: true, below: true });
});

test("a window is found by the number that was read last, without knowing a message", async () => {
  const listNumbersAround = async (afterNumber: string, paging = "5") => {
    const { data, meta } = await testPeople.an.call(listMessages, {
      params: room,
      query: { after: afterNumber, paging },
    });
    return { numbers: data.map((message) => message.number), above: meta.above, below: meta.below };
  };
  expect(await listNumbersAround("23")).toEqual({ numbers: [22, 23, 24, 25, 26], above: true, below: true });
  expect(await listNumbersAround("0")).toEqual({ numbers: [1, 2, 3], above: false, below: true });
  expect(await listNumbersAround("45")).toEqual({ numbers: [44, 45], above: true, below: false });
  expect(await listNumbersAround("44", "1")).toEqual({ numbers: [45], above: true, below: false });
  expect((await listNumbersAround("9007199254740991")).below).toBe(false);
  for (const afterNumber of ["-1", "9007199254740992", "some"]) {
    const refusedResponse = await testPeople.an.call(listMessages, {
      params: room,
      query: { after: afterNumber },
    });
    expect(refusedResponse).toMatchObject({ status: 422, error: { fields: { after: expect.anything() } } });
  }
  const responseToNonMember = await testPeople.minh.call(listMessages, {
    params: room,
    query: { after: "0" },
  });
  expect(responseToNonMember.status).toBe(404);
});

test("what changed since a moment is told once and in order, a page at a time", async () => {
  const { data, meta } = await testPeople.an.call(getConversationChanges, {
    params: room,
    query: { since: "40" },
  });
  expect(data.messages.map((message) => message.seq)).toEqual([41, 42, 43, 44, 45]);
  expect(data.seq).toBe(45);
  expect(meta.has_more).toBe(false);
  const responseWithoutChanges = await testPeople.an.call(getConversationChanges, {
    params: room,
    query: { since: "45" },
  });
  expect(responseWithoutChanges.data.messages).toEqual([]);
});

test("unread counts messages of others, and sending marks earlier ones read", async () => {
  const id = await openDirectConversation(testPeople.kenji, testPeople.an);
  await sendText(testPeople.kenji, id, "一");
  await sendText(testPeople.kenji, id, "二");
  expect((await testPeople.an.call(getConversation, { params: { id } })).data.unread_count).toBe(2);
  expect((await testPeople.kenji.call(getConversation, { params: { id } })).data.unread_count).toBe(0);
  await sendText(testPeople.an, id, "Đã xem");
  expect((await testPeople.an.call(getConversation, { params: { id } })).data.unread_count).toBe(0);
  expect((await testPeople.kenji.call(getConversation, { params: { id } })).data.unread_count).toBe(1);
});

test("a conversation that the caller is not in, and its messages, answer 404", async () => {
  const firstMessageId = (await testPeople.an.call(listMessages, { params: room })).data[0]?.id ?? "";
  const attempts = await Promise.all([
    sendText(testPeople.minh, room.id, "let me in"),
    testPeople.minh.call(listMessages, { params: room }),
    testPeople.minh.call(getMessage, { params: { ...room, mid: firstMessageId } }),
    testPeople.minh.call(listMessagesAbove, { params: { ...room, mid: firstMessageId } }),
    testPeople.minh.call(getConversationChanges, { params: room, query: { since: "0" } }),
    testPeople.emma.call(listMessages, { params: room }),
  ]);
  for (const attempt of attempts)
    expect(attempt).toMatchObject({ status: 404, error: { code: "ERR.NOT_FOUND" } });
  const otherConversation = await openDirectConversation(testPeople.minh, testPeople.an);
  expect(
    (await testPeople.an.call(getMessage, { params: { id: otherConversation, mid: firstMessageId } })).status,
  ).toBe(404);
});

test.each([
  ["no content", { client_id: randomUUID() }, "content"],
  ["blank content", { client_id: randomUUID(), content: " \n\t" }, "content"],
  ["a number for content", { client_id: randomUUID(), content: 7 }, "content"],
  ["10,001 characters", { client_id: randomUUID(), content: "あ".repeat(10_001) }, "content"],
  ["no client_id", { content: "x" }, "client_id"],
  ["a client_id that is none", { client_id: "1", content: "x" }, "client_id"],
  ["an unknown field", { client_id: randomUUID(), content: "x", number: 1 }, "number"],
])("%s is refused with its field named", async (_, body, field) => {
  const response = await testPeople.aiko.call(sendMessage, { params: room, body });
  expect(response.status).toBe(422);
  expect(Object.keys(response.error?.fields ?? {})).toEqual([field]);
});

test("a message of a megabyte is refused, and the next message arrives as usual", async () => {
  const response = await sendText(testPeople.aiko, room.id, "x".repeat(1_000_000));
  expect(response).toMatchObject({ status: 413, error: { code: "ERR.TOO_LARGE" } });
  expect((await sendText(testPeople.aiko, room.id, "still here")).status).toBe(200);
});

test("a blocked account reads on and writes nothing", async () => {
  const id = await openDirectConversation(testPeople.linh, testPeople.kenji);
  await server.db.pool.query("update users set blocked_at = now() where id = $1", [testPeople.linh.id]);
  const { linh } = testPeople;
  const session = JSON.parse(
    Buffer.from(linh.tokens.access_token.split(".")[1] ?? "", "base64url").toString(),
  ).sid;
  server.bus.publish("auth.session-changed", session);
  expect(await sendText(linh, id, "hello")).toMatchObject({ status: 403, error: { code: "ERR.BLOCKED" } });
  expect((await linh.call(listMessages, { params: { id } })).status).toBe(200);
});

test("the language of a canned answer counts where the words do not tell theirs", async () => {
  const sendAndReadLanguage = async (content: string, language?: string) => {
    const body = { client_id: randomUUID(), content, ...(language && { language }) };
    return (await testPeople.aiko.call(sendMessage, { params: { id: room.id }, body })).data.language;
  };
  expect(await sendAndReadLanguage("OK 10:00")).toBe("ja");
  expect(await sendAndReadLanguage("OK 10:00", "vi")).toBe("vi");
  expect(await sendAndReadLanguage("ありがとうございます。", "vi")).toBe("ja");
});
