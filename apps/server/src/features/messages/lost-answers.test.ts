import { randomUUID } from "node:crypto";
import { editMessage } from "@kakehashi/contract/changes";
import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import { markConversationRead } from "@kakehashi/contract/conversations";
import { type Message, sendMessage } from "@kakehashi/contract/messages";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { DatabaseProxy } from "../../test/database-proxy.ts";
import { createDirectRoom, sendText } from "../../test/rooms.ts";
import { connectAndSubscribe, type StompClient } from "../../test/stomp.ts";
import { addTestPeople, type TestPeople } from "../../test/world.ts";

// In these tests the database runs a statement, but its result does not reach the server. So the server has published
// no event about the change.

let server: TestApp;
let testPeople: TestPeople;
let serverUrl: string;
const proxiedDatabase = new DatabaseProxy();
/** A database connection that bypasses the blocked proxy. */
let lockClient: Client;

beforeAll(async () => {
  server = await createTestApp({ proxyDatabaseUrl: proxiedDatabase.proxyDatabaseUrl });
  testPeople = await addTestPeople(server);
  serverUrl = await server.listen();
  lockClient = new Client({ connectionString: server.ownerDatabaseUrl });
  await lockClient.connect();
});
afterAll(async () => {
  await lockClient.end();
  // The database was unreachable, so the job queue has reported failures. The test expects and ignores them.
  server.jobErrors.length = 0;
  await server.close();
  await proxiedDatabase.remove();
});

/** Sends messages until the database has stored one of them without its result reaching the server. */
async function sendWithLostAnswer(room: string): Promise<{ client_id: string; content: string }> {
  for (let attemptIndex = 0; attemptIndex < 50; attemptIndex++) {
    const body = { client_id: randomUUID(), content: "does anybody hear me?" };
    // Runs a query, so that a connection is open. Otherwise the simulated failure could hit the handshake of a new
    // connection.
    await listChangedMessages(room, 0);
    proxiedDatabase.requiredConnectionProxy.cutAfterBytes(1);
    const { status } = await testPeople.aiko.call(sendMessage, { params: { id: room }, body });
    proxiedDatabase.requiredConnectionProxy.cutAfterBytes(Number.POSITIVE_INFINITY);
    const { rowCount } = await lockClient.query("select from messages where client_id = $1", [
      body.client_id,
    ]);
    if (status === 200) continue;
    expect(status).toBe(503);
    if (rowCount === 1) return body;
  }
  throw new Error("Every answer arrived.");
}

const waitForMissedChanges = (client: StompClient, room: string, sinceSeq: number) =>
  client.waitForEvent(
    (event) => event.type === "CHANGES_MISSED" && event.conversation_id === room && event.seq > sinceSeq,
  );
const hasReceived = (client: StompClient, body: { client_id: string }) =>
  client.listEvents().some((event) => "message" in event && event.message.client_id === body.client_id);

/**
 * Returns the messages that changed after `since`. Repeats the request until it succeeds, because the first request on
 * a broken connection fails.
 */
async function listChangedMessages(room: string, sinceSeq: number): Promise<Message[]> {
  const query = { since: String(sinceSeq) };
  const receivedMessageLists: Message[][] = [];
  await expect
    .poll(async () => {
      const { status, data } = await testPeople.an.call(getConversationChanges, {
        params: { id: room },
        query,
      });
      if (status === 200) receivedMessageLists.push(data.messages);
      return status;
    })
    .toBe(200);
  return receivedMessageLists[0] ?? [];
}

test("members are told that they may have missed a change, even if nobody repeats the send", async () => {
  const room = await createDirectRoom(testPeople.aiko, testPeople.an);
  const client = await connectAndSubscribe(serverUrl, testPeople.an);
  const { seq } = await sendText(testPeople.aiko, room, "first");
  const unpublishedMessage = await sendWithLostAnswer(room);
  await waitForMissedChanges(client, room, seq);
  expect(hasReceived(client, unpublishedMessage)).toBe(false);
  expect((await listChangedMessages(room, seq)).map(({ client_id }) => client_id)).toContain(
    unpublishedMessage.client_id,
  );
  client.socket.terminate();
});

test("a repeated send or change is published again but stored once", async () => {
  const room = await createDirectRoom(testPeople.aiko, testPeople.minh);
  const client = await connectAndSubscribe(serverUrl, testPeople.minh);
  const firstMessage = await sendText(testPeople.aiko, room, "first");
  const content = "as another process left it";
  const client_id = randomUUID();
  // Simulates a process that stopped after it committed a message and before it published the event.
  await lockClient.query(
    "update conversations set last_seq = last_seq + 1, last_number = last_number + 1 where id = $1",
    [room],
  );
  await lockClient.query(
    `insert into messages (conversation_id, id, seq, changed_seq, number, user_id, client_id, content, language)
     values ($1, $2, $3, $3, $4, $5, $6, $7, 'en')`,
    [
      room,
      randomUUID(),
      firstMessage.seq + 1,
      firstMessage.number + 1,
      testPeople.aiko.id,
      client_id,
      content,
    ],
  );
  const params = { id: room };
  const { data } = await testPeople.aiko.call(sendMessage, { params, body: { client_id, content } });
  expect(data.seq).toBe(firstMessage.seq + 1);
  await waitForMissedChanges(client, room, firstMessage.seq);

  const repeatedEdit = { params: { id: room, mid: data.id }, body: { content } };
  const eventsBefore = client.listEvents().length;
  expect((await testPeople.aiko.call(editMessage, repeatedEdit)).data.revision).toBe(1);
  await client.waitForEvent(
    (event) => client.listEvents().length > eventsBefore && event.type === "CHANGES_MISSED",
  );
  client.socket.terminate();
});

test("a read mark that stands there already is told to the person's other devices again", async () => {
  const room = await createDirectRoom(testPeople.aiko, testPeople.linh);
  const { number } = await sendText(testPeople.aiko, room, "read me");
  const markRead = () => testPeople.linh.call(markConversationRead, { params: { id: room }, body: {} });
  await markRead();
  const client = await connectAndSubscribe(serverUrl, testPeople.linh);
  await markRead();
  const event = await client.waitForEvent(({ type }) => type === "READ_CHANGED");
  expect(event).toMatchObject({ conversation_id: room, read_number: number, unread_count: 0 });
  client.socket.terminate();
});
