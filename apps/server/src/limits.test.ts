import { randomUUID } from "node:crypto";
import { requestPasswordReset } from "@kakehashi/contract/auth";
import { markForTranslation } from "@kakehashi/contract/bookmarks";
import { editMessage } from "@kakehashi/contract/changes";
import {
  createConversation,
  newRoomsPerPairAndHour,
  reportIsTyping,
} from "@kakehashi/contract/conversations";
import { resumableUploadPath, uploadsPerMinute } from "@kakehashi/contract/files";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { limits, textBytesPerPersonAndHour } from "@kakehashi/contract/kit/limits";
import { maximumMessageLength } from "@kakehashi/contract/message-text";
import { sendMessage } from "@kakehashi/contract/messages";
import { deactivateProject } from "@kakehashi/contract/projects";
import { searchEverything } from "@kakehashi/contract/search";
import { getAccount } from "@kakehashi/contract/users";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallInput, callApi, createTestApp, type TestApp } from "./test/app.ts";
import { createDirectRoom } from "./test/rooms.ts";
import { addTestPeople, type TestPeople, type TestPerson } from "./test/world.ts";

let unlimitedServer: TestApp;
let server: TestApp;
let testPeople: TestPeople;

// All people of the test sign in from one IP address at once. They sign in at a second app without rate limits, because
// the tested app would refuse so many sign-ins.
beforeAll(async () => {
  unlimitedServer = await createTestApp();
  testPeople = await addTestPeople(unlimitedServer);
  server = await createTestApp({
    bus: unlimitedServer.bus,
    databaseUrl: unlimitedServer.ownerDatabaseUrl,
    hasRateLimits: true,
  });
});
afterAll(async () => {
  await server.close();
  await unlimitedServer.close();
});

const callAs = <E extends Endpoint>({ tokens }: TestPerson, endpoint: E, callInput: CallInput = {}) =>
  callApi(server.app, endpoint, { token: tokens.access_token, ...callInput });

async function expectCallLimit(endpoint: Endpoint, send: () => Promise<{ status: number }>): Promise<void> {
  const limit = endpoint.limit.perMinute;
  for (let count = 0; count < limit; count++) expect((await send()).status).not.toBe(429);
  expect(limit).toBeGreaterThan(0);
}

const limitRefusal = { status: 429, error: { code: "ERR.TOO_MANY" } };

test("a person who searches without end is slowed down, told how long, and nobody else is", async () => {
  const { an, minh } = testPeople;
  const searchAs = (person: TestPerson) => callAs(person, searchEverything, { query: { q: "bridge" } });
  await expectCallLimit(searchEverything, () => searchAs(an));
  const refusedSearch = await searchAs(an);
  expect(refusedSearch).toMatchObject(limitRefusal);
  const retryAfterSeconds = Number(refusedSearch.headers["retry-after"]);
  expect(retryAfterSeconds).toBeGreaterThan(0);
  expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  expect(refusedSearch.error?.message).toBe(
    `Too many requests. Please try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? "second" : "seconds"}.`,
  );
  expect((await searchAs(minh)).status).toBe(200);
  expect((await callAs(an, getAccount)).status).toBe(200);
});

test("a person who says without end that they are writing is slowed down, and others are not", async () => {
  const { an, minh } = testPeople;
  const id = await createDirectRoom(an, minh);
  const sendTypingAs = (person: TestPerson) => callAs(person, reportIsTyping, { params: { id } });
  await expectCallLimit(reportIsTyping, () => sendTypingAs(an));
  expect(await sendTypingAs(an)).toMatchObject(limitRefusal);
  expect((await sendTypingAs(minh)).status).toBe(200);
});

test("a host who closes a project again and again is slowed down, because everybody in it is notified", async () => {
  const params = { id: randomUUID() };
  const closeAs = (person: TestPerson) => callAs(person, deactivateProject, { params });
  await expectCallLimit(deactivateProject, () => closeAs(testPeople.an));
  expect(deactivateProject.limit.perMinute).toBeLessThanOrEqual(6);
  expect(await closeAs(testPeople.an)).toMatchObject(limitRefusal);
  expect((await closeAs(testPeople.minh)).status).toBe(404);
});

test("a person who sends without end is slowed down, and others are not", async () => {
  const { an, minh } = testPeople;
  const id = await createDirectRoom(an, minh);
  const sendAs = (person: TestPerson) => callAs(person, sendMessage, { params: { id }, body: {} });
  await expectCallLimit(sendMessage, () => sendAs(an));
  expect(await sendAs(an)).toMatchObject(limitRefusal);
  expect((await sendAs(minh)).status).toBe(422);
});

test("a person who stores much text, by sending and by editing, is slowed down; a short one still goes, and others do", async () => {
  const limitFactor = 0.05;
  const limitedApp = await createTestApp({
    bus: unlimitedServer.bus,
    databaseUrl: unlimitedServer.ownerDatabaseUrl,
    hasRateLimits: true,
    callLimitsFactor: limitFactor,
  });
  const { an, minh } = testPeople;
  const id = await createDirectRoom(an, minh);
  const callLimitedApp = <E extends Endpoint>({ tokens }: TestPerson, endpoint: E, callInput: CallInput) =>
    callApi(limitedApp.app, endpoint, { token: tokens.access_token, ...callInput });
  const sendText = (person: TestPerson, content: string) =>
    callLimitedApp(person, sendMessage, { params: { id }, body: { client_id: randomUUID(), content } });
  const longestTextOf = (letter: string) => letter.repeat(maximumMessageLength);
  const { data: message } = await sendText(an, longestTextOf("橋"));
  const editText = (content: string) =>
    callLimitedApp(an, editMessage, { params: { id, mid: message.id }, body: { content } });
  const texts = Math.floor((textBytesPerPersonAndHour * limitFactor) / (3 * maximumMessageLength));
  for (let count = 1; count < texts; count++)
    expect((await (count % 2 ? editText(longestTextOf("梁")) : editText(longestTextOf("柱")))).status).toBe(
      200,
    );
  expect(await editText(longestTextOf("塔"))).toMatchObject(limitRefusal);
  const refusedResponse = await sendText(an, longestTextOf("塔"));
  expect(refusedResponse).toMatchObject(limitRefusal);
  expect(Number(refusedResponse.headers["retry-after"])).toBeGreaterThan(60);
  expect((await sendText(an, "橋".repeat(6_600))).status).toBe(200);
  const noteText = "頼む".repeat(200);
  const bookmarkRequest = { params: { id, mid: message.id }, body: { marked: true, note: noteText } };
  expect(await callLimitedApp(an, markForTranslation, bookmarkRequest)).toMatchObject(limitRefusal);
  expect((await callLimitedApp(minh, markForTranslation, bookmarkRequest)).status).toBe(200);
  expect((await sendText(minh, longestTextOf("橋"))).status).toBe(200);
  await limitedApp.close();
});

test("a person who starts groups with the same other person without end is slowed down", async () => {
  const { aiko, kenji, minh } = testPeople;
  const startGroup = (partner: TestPerson) =>
    callAs(aiko, createConversation, { body: { kind: "GROUP", name: "Look", user_ids: [partner.id] } });
  for (let count = 0; count < newRoomsPerPairAndHour; count++)
    expect((await startGroup(kenji)).status).toBe(200);
  const refusedGroupCreation = await startGroup(kenji);
  expect(refusedGroupCreation).toMatchObject(limitRefusal);
  expect(Number(refusedGroupCreation.headers["retry-after"])).toBeGreaterThan(0);
  expect((await startGroup(minh)).status).toBe(200);
});

test("a factor multiplies every limit", async () => {
  const doubledLimits = await createTestApp({
    bus: unlimitedServer.bus,
    databaseUrl: unlimitedServer.ownerDatabaseUrl,
    hasRateLimits: true,
    callLimitsFactor: 2,
  });
  const requestResetMail = () =>
    callApi(doubledLimits.app, requestPasswordReset, {
      body: {},
      headers: { "x-forwarded-for": "198.51.100.1" },
    });
  for (let count = 0; count < 2; count++) await expectCallLimit(requestPasswordReset, requestResetMail);
  expect((await requestResetMail()).status).toBe(429);
  await doubledLimits.close();
});

/**
 * Returns an upload request with one file. The server refuses it after the first bytes, but counts it for the rate
 * limit.
 */
function uploadRequest(url: string): InjectOptions {
  const boundary = "b";
  return {
    method: "POST",
    url,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    payload: `--${boundary}\r\nContent-Disposition: form-data; name="unknown"; filename="a"\r\n\r\nx\r\n--${boundary}--\r\n`,
  };
}

test.each(["files", "messages"])(
  "a person who brings files without end (%s) is slowed down, and words alone still go",
  async (endpointName) => {
    const { linh, kenji } = testPeople;
    const id = await createDirectRoom(linh, kenji);
    const uploadAs = async (person: TestPerson) => {
      const request = uploadRequest(`/api/conversations/${id}/${endpointName}`);
      const authorization = `Bearer ${person.tokens.access_token}`;
      const { statusCode, headers } = await server.app.http.inject({
        ...request,
        headers: { ...request.headers, authorization },
      });
      return { status: statusCode, wait: Number(headers["retry-after"]) };
    };
    for (let count = 0; count < uploadsPerMinute; count++) expect((await uploadAs(linh)).status).toBe(422);
    const refusedUpload = await uploadAs(linh);
    expect(refusedUpload.status).toBe(429);
    expect(refusedUpload.wait).toBeGreaterThan(0);
    expect((await uploadAs(kenji)).status).toBe(422);
    const body = { client_id: randomUUID(), content: "words" };
    expect((await callAs(linh, sendMessage, { params: { id }, body })).status).toBe(200);
  },
);

test("a person who begins uploads in pieces without end is slowed down", async () => {
  const beginUploadAs = async (person: TestPerson) => {
    const response = await server.app.http.inject({
      method: "POST",
      url: `/api${resumableUploadPath}`,
      headers: { authorization: `Bearer ${person.tokens.access_token}`, "tus-resumable": "1.0.0" },
    });
    return { status: response.statusCode, wait: Number(response.headers["retry-after"]) };
  };
  for (let count = 0; count < uploadsPerMinute; count++)
    expect((await beginUploadAs(testPeople.aiko)).status).toBe(400);
  const refusedUpload = await beginUploadAs(testPeople.aiko);
  expect(refusedUpload.status).toBe(429);
  expect(refusedUpload.wait).toBeGreaterThan(0);
});

test("whoever asks for public pictures or readiness without end is slowed down, and other networks are not", async () => {
  const appWithLowLimits = await createTestApp({
    bus: unlimitedServer.bus,
    databaseUrl: unlimitedServer.ownerDatabaseUrl,
    hasRateLimits: true,
    callLimitsFactor: 0.01,
  });
  for (const url of ["/api/avatars/none.webp", "/api/blog/pictures/none.webp", "/api/ready"]) {
    const statusForIpAddress = async (ip: string) =>
      (await appWithLowLimits.app.http.inject({ url, headers: { "x-forwarded-for": ip } })).statusCode;
    const expectedStatus = await statusForIpAddress("192.0.2.7");
    for (let count = 1; count < limits.public.perMinute * 0.01; count++)
      expect(await statusForIpAddress("192.0.2.7")).toBe(expectedStatus);
    expect([url, await statusForIpAddress("192.0.2.7")]).toEqual([url, 429]);
    expect(await statusForIpAddress("192.0.2.8")).toBe(expectedStatus);
  }
  await appWithLowLimits.close();
});

test("callers behind a trusted proxy elsewhere are counted one by one, and choose no address", async () => {
  const proxiedApp = await createTestApp({
    bus: unlimitedServer.bus,
    databaseUrl: unlimitedServer.ownerDatabaseUrl,
    hasRateLimits: true,
    trustedProxies: ["10.1.0.0/16"],
  });
  const requestFromAddress = async (remoteAddress: string, caller: string) => {
    const { statusCode } = await proxiedApp.app.http.inject({
      method: "POST",
      url: "/api/password/forgot",
      remoteAddress,
      payload: { email: "nobody@kakehashi.example" },
      headers: { "x-forwarded-for": caller },
    });
    return { status: statusCode };
  };
  let claimedAddressCount = 0;
  await expectCallLimit(requestPasswordReset, () =>
    requestFromAddress("10.1.0.1", `192.0.2.${++claimedAddressCount}, 198.51.100.1`),
  );
  expect((await requestFromAddress("10.1.0.1", "198.51.100.1")).status).toBe(429);
  expect((await requestFromAddress("10.1.0.1", "198.51.100.2")).status).toBe(200);
  await expectCallLimit(requestPasswordReset, () =>
    requestFromAddress("203.0.113.1", `192.0.2.${++claimedAddressCount}`),
  );
  expect((await requestFromAddress("203.0.113.1", "192.0.2.250")).status).toBe(429);
  await proxiedApp.close();
});

test("who needs no session is counted by network: an IPv6 /64 is one, another is another", async () => {
  const requestFromAddress = (ip: string) =>
    callApi(server.app, requestPasswordReset, {
      body: { email: "nobody@kakehashi.example" },
      headers: { "x-forwarded-for": ip },
    });
  let hostPart = 0;
  await expectCallLimit(requestPasswordReset, () =>
    requestFromAddress(`2001:db8:0:1::${(++hostPart).toString(16)}`),
  );
  expect(await requestFromAddress("2001:db8:0:1:ffff::1")).toMatchObject(limitRefusal);
  expect((await requestFromAddress("2001:db8:0:2::1")).status).toBe(200);
  expect((await requestFromAddress("192.0.2.1")).status).toBe(200);
});
