import { listBookmarks } from "@kakehashi/contract/bookmarks";
import {
  listMessageRevisions,
  listPins,
  maximumPinsPerRoom,
  maximumRevisionsPerResponse,
} from "@kakehashi/contract/changes";
import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import { listConversations } from "@kakehashi/contract/conversations";
import { maximumMessageCodeUnits } from "@kakehashi/contract/message-text";
import {
  listMessages,
  listMessagesAbove,
  listMessagesAround,
  listMessagesBelow,
  type Message,
} from "@kakehashi/contract/messages";
import { listNotifications } from "@kakehashi/contract/notifications";
import { listReplies, listThreads } from "@kakehashi/contract/threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "./test/app.ts";
import { DatabaseProxy } from "./test/database-proxy.ts";
import { createGroupRoom, messagePathParamsOf, sendText } from "./test/rooms.ts";
import { addTestPeople, type TestPeople, type TestPerson } from "./test/world.ts";

const databaseGate = new DatabaseProxy();
let server: TestApp;
let testPeople: TestPeople;
let reader: TestPerson;
let roomId: string;
let firstMessage: Message;
let lastMessage: Message;
let editedMessage: Message;

/** The longest message. Each of its UTF-16 code units takes three bytes in UTF-8, so the text takes 120 kB. */
const longestText = "あ".repeat(maximumMessageCodeUnits);
const longMessageCount = 110;
const longRoomCount = 30;

beforeAll(async () => {
  server = await createTestApp({ proxyDatabaseUrl: databaseGate.proxyDatabaseUrl });
  testPeople = await addTestPeople(server);
  reader = testPeople.aiko;
  roomId = await createGroupRoom(reader, testPeople.an);
  firstMessage = await sendText(reader, roomId, "first");
  const { pool } = server.db;
  // Fills the room with messages of maximum length, as an attacker could do to slow the server down.
  for (let count = 1; count < longMessageCount; count++) lastMessage = await sendText(reader, roomId, "x");
  const { rows: threads } = await pool.query<{ id: string }>(
    "select id from messages where conversation_id = $1 order by number limit 12",
    [roomId],
  );
  for (const { id } of threads)
    for (let count = 0; count < 3; count++) await sendText(testPeople.an, roomId, "x", { parent_id: id });
  for (let count = 0; count < 40; count++)
    await sendText(testPeople.an, roomId, "x", { parent_id: firstMessage.id });
  await pool.query("update messages set content = $2 where conversation_id = $1", [roomId, longestText]);
  await pool.query(
    `update messages set pinned_at = now() - number * interval '1 second'
     where conversation_id = $1 and parent_id is null and number <= $2`,
    [roomId, maximumPinsPerRoom],
  );
  await pool.query(
    `insert into bookmarks (conversation_id, message_id, user_id)
     select conversation_id, id, $2 from messages where conversation_id = $1 and parent_id is null`,
    [roomId, reader.id],
  );
  editedMessage = await sendText(reader, roomId, "edited often");
  await pool.query(
    `insert into message_revisions (conversation_id, message_id, revision, content, language, created_at)
     select $1, $2, n, $3, 'en', now() from generate_series(1, $4::int) n`,
    [roomId, editedMessage.id, longestText, maximumRevisionsPerResponse],
  );
  for (let count = 0; count < longRoomCount; count++)
    await sendText(testPeople.linh, await createGroupRoom(testPeople.linh, reader), "x");
  await pool.query("update messages set content = $2 where user_id = $1", [testPeople.linh.id, longestText]);
  // Makes the search index read the new messages now. Otherwise it would read them during a test, and the test would
  // count those bytes of the tested API call.
  await server.app.services.search.catchUp();
}, 120_000);
afterAll(async () => {
  await server.close();
  await databaseGate.remove();
});

const pageSize = "100";
const roomParameters = () => ({ params: { id: roomId } });
const slowCalls = {
  "the newest messages": () =>
    reader.call(listMessages, { ...roomParameters(), query: { paging: pageSize } }),
  "where the unread ones begin": () =>
    reader.call(listMessages, { ...roomParameters(), query: { paging: pageSize, after: "50" } }),
  "those above": () =>
    reader.call(listMessagesAbove, { ...messagePathParamsOf(lastMessage), query: { paging: pageSize } }),
  "those below": () =>
    reader.call(listMessagesBelow, { ...messagePathParamsOf(firstMessage), query: { paging: pageSize } }),
  "those around": () =>
    reader.call(listMessagesAround, { ...messagePathParamsOf(lastMessage), query: { paging: pageSize } }),
  "a thread's replies": () =>
    reader.call(listReplies, { ...messagePathParamsOf(firstMessage), query: { paging: pageSize } }),
  "what changed": () => reader.call(getConversationChanges, { ...roomParameters(), query: { since: "0" } }),
  pins: () => reader.call(listPins, roomParameters()),
  "what a message said before": () => reader.call(listMessageRevisions, messagePathParamsOf(editedMessage)),
  bookmarks: () => reader.call(listBookmarks, { query: { paging: pageSize } }),
  threads: () => reader.call(listThreads, { query: { paging: "30" } }),
  notifications: () => reader.call(listNotifications, { query: { paging: pageSize } }),
  rooms: () => reader.call(listConversations, { query: { paging: pageSize } }),
};

const namesOfShortLists = new Set(["notifications", "rooms"]);

test.each(Object.entries(slowCalls))("%s: no more is read than an answer holds", async (name, callApi) => {
  const bytesBefore = databaseGate.requiredConnectionProxy.byteCountFromTarget;
  expect(await callApi()).toMatchObject({ status: 200 });
  const bytesFromDatabase = databaseGate.requiredConnectionProxy.byteCountFromTarget - bytesBefore;
  // The database may send as many bytes as fit into one response, and one further row, which no longer fits. The
  // longest such row is a thread. The lists in `namesOfShortLists` need fewer bytes, because they show only the
  // beginning of each message.
  expect(bytesFromDatabase / 1e6).toBeLessThan(namesOfShortLists.has(name) ? 0.3 : 1.6);
});
