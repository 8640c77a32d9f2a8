import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { listDrafts } from "@kakehashi/contract/drafts";
import { maximumMessageCodeUnits } from "@kakehashi/contract/message-text";
import { listMessages } from "@kakehashi/contract/messages";
import { getAccount } from "@kakehashi/contract/users";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maximumRunningCallsPerSession, maximumWaitingCallsPerSession } from "./kit/http/call-queue.ts";
import { createTestApp, type TestApp } from "./test/app.ts";
import { DatabaseProxy } from "./test/database-proxy.ts";
import { retryUntilSuccess } from "./test/eventually.ts";
import { createGroupRoom, sendText } from "./test/rooms.ts";
import { addTestPeople, type TestPeople, type TestPerson } from "./test/world.ts";

const databaseProxy = new DatabaseProxy();
/** What the server has logged, one JSON object for each entry. */
const logEntries: string[] = [];
let server: TestApp;
let testPeople: TestPeople;
let port: number;
let roomId: string;

/** The number of messages whose texts together exceed the maximum size of one response. */
const longMessageCount = 15;
/** The number of bytes that the database sends to the server for a response of maximum size. */
const bytesPerFullResponse = 1_200_000;

beforeAll(async () => {
  const logStream = new Writable({
    write(entry, _encoding, onEntryWritten) {
      logEntries.push(String(entry));
      onEntryWritten();
    },
  });
  server = await createTestApp({
    proxyDatabaseUrl: databaseProxy.proxyDatabaseUrl,
    logger: pino({ level: "trace" }, logStream),
  });
  testPeople = await addTestPeople(server);
  roomId = await createGroupRoom(testPeople.an, testPeople.aiko);
  for (let count = 0; count < longMessageCount; count++) await sendText(testPeople.an, roomId, "x");
  await server.db.pool.query("update messages set content = $2 where conversation_id = $1", [
    roomId,
    "あ".repeat(maximumMessageCodeUnits),
  ]);
  await server.app.services.search.catchUp();
  port = Number(new URL(await server.listen()).port);
});
afterAll(async () => {
  await server.close();
  await databaseProxy.remove();
});

/** Returns a request for the room's messages. Its response has the maximum size. */
function buildLongListRequest({ tokens }: TestPerson): string {
  const path = listMessages.path.replace(":id", roomId);
  return `GET /api${path}?paging=100 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${tokens.access_token}\r\n\r\n`;
}

const connectionCount = 10;
/**
 * The number of requests on each connection. There are so many that their responses do not fit into the socket buffers
 * of client and server.
 */
const requestCount = 14;

/** Opens connections and sends requests for large responses on each of them at once. Does not read the responses. */
function sendWithoutReading(person: TestPerson): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: connectionCount }, async () => {
      const socket = connect(port, "127.0.0.1");
      socket.pause();
      await once(socket, "connect");
      socket.write(buildLongListRequest(person).repeat(requestCount));
      return socket;
    }),
  );
}

/** Reads a connection until it has received this many responses. Returns the HTTP status of each response. */
async function readStatuses(socket: Socket, responseCount: number): Promise<string[]> {
  const statuses: string[] = [];
  for await (const chunk of socket) {
    for (const [, status] of String(chunk).matchAll(/HTTP\/1\.1 (\d{3}) /g)) statuses.push(status ?? "");
    if (statuses.length >= responseCount) break;
  }
  return statuses;
}

/**
 * Calls the API as this person until the server lets a call wait, and returns this waiting call. Checks that the server
 * still answers another person's calls meanwhile.
 */
async function waitUntilCallsAreQueued(
  person: TestPerson,
): Promise<{ answer: ReturnType<typeof person.call> }> {
  return retryUntilSuccess(async () => {
    let hasEnded = false;
    const responsePromise = person.call(getAccount);
    void responsePromise.then(() => {
      hasEnded = true;
    });
    for (let count = 0; count < 10; count++)
      expect(await testPeople.aiko.call(getAccount)).toMatchObject({ status: 200 });
    expect(hasEnded).toBe(false);
    return { answer: responsePromise };
  });
}

test("answers that a client does not read hold up nobody else and fill no memory, and all come when it reads", async () => {
  const bytesReadBefore = databaseProxy.requiredConnectionProxy.byteCountFromTarget;
  const sockets = await sendWithoutReading(testPeople.an);
  const { answer } = await waitUntilCallsAreQueued(testPeople.an);
  // Some responses wait in the socket buffers, and at most `maximumRunningCallsPerSession` more wait in the server's memory. The
  // server has not computed the others yet.
  const answerCount =
    (databaseProxy.requiredConnectionProxy.byteCountFromTarget - bytesReadBefore) / bytesPerFullResponse;
  expect(answerCount).toBeLessThan(connectionCount * requestCount * 0.8);
  const statuses = await Promise.all(sockets.map((socket) => readStatuses(socket, requestCount)));
  expect(statuses.flat()).toEqual(Array(connectionCount * requestCount).fill("200"));
  expect(await answer).toMatchObject({ status: 200 });
}, 30_000);

test("a session with too many waiting calls is told to wait, and the end of its connections frees its turns", async () => {
  const sockets = await sendWithoutReading(testPeople.an);
  await waitUntilCallsAreQueued(testPeople.an);
  const calls = Array.from({ length: maximumWaitingCallsPerSession }, () => testPeople.an.call(getAccount));
  await retryUntilSuccess(async () =>
    expect(await testPeople.an.call(getAccount)).toMatchObject({
      status: 429,
      error: { code: "ERR.TOO_MANY" },
    }),
  );
  expect(await testPeople.aiko.call(getAccount)).toMatchObject({ status: 200 });
  for (const socket of sockets) socket.destroy();
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(await testPeople.an.call(getAccount)).toMatchObject({ status: 200 });
});

test("calls whose clients leave while they wait are neither logged nor counted", async () => {
  const countCalls = async () => {
    const { body } = await server.app.http.inject({ url: "/metrics", remoteAddress: "127.0.0.1" });
    const lines = body
      .split("\n")
      .filter((line) => line.includes("_count{") && line.includes("/api/users/info"));
    return lines.join("\n");
  };
  const countBefore = await countCalls();
  logEntries.length = 0;
  databaseProxy.requiredConnectionProxy.holdData();
  const runningCalls = Array.from({ length: maximumRunningCallsPerSession }, () =>
    testPeople.an.call(listDrafts),
  );
  const { access_token } = testPeople.an.tokens;
  const sockets = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      socket.write(
        `GET /api${getAccount.path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${access_token}\r\n\r\n`,
      );
      return socket;
    }),
  );
  await sleep(100);
  for (const socket of sockets) socket.destroy();
  await sleep(100);
  databaseProxy.requiredConnectionProxy.releaseData();
  for (const runningCall of runningCalls) expect(await runningCall).toMatchObject({ status: 200 });
  await sleep(100);
  expect([await countCalls(), logEntries]).toEqual([countBefore, []]);
});
