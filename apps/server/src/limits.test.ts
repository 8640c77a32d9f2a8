import { randomUUID } from "node:crypto";
import { forgotPassword } from "@kakehashi/contract/auth";
import { createConversation, newRoomsPerPairAndHour, tellTyping } from "@kakehashi/contract/conversations";
import { uploadPath, uploadsPerMinute } from "@kakehashi/contract/files";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { sendMessage } from "@kakehashi/contract/messages";
import { search } from "@kakehashi/contract/search";
import { getAccount } from "@kakehashi/contract/users";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, createTestApp, type Sent, type TestApp } from "./test/app.ts";
import { direct } from "./test/rooms.ts";
import { createWorld, type Person, type World } from "./test/world.ts";

let open: TestApp;
let server: TestApp;
let world: World;

// Everybody comes from one address, and signs in at once, where that is not counted.
beforeAll(async () => {
  open = await createTestApp();
  world = await createWorld(open);
  server = await createTestApp({ bus: open.bus, databaseUrl: open.url, rateLimits: true });
});
afterAll(async () => {
  await server.close();
  await open.close();
});

const as = <E extends Endpoint>({ tokens }: Person, endpoint: E, sent: Sent = {}) =>
  call(server.app, endpoint, { token: tokens.access_token, ...sent });

async function slowedDown(endpoint: Endpoint, ask: () => Promise<{ status: number }>): Promise<void> {
  const most = endpoint.limit?.perMinute ?? 0;
  for (let count = 0; count < most; count++) expect((await ask()).status).not.toBe(429);
  expect(most).toBeGreaterThan(0);
}

const refusal = { status: 429, error: { code: "ERR.TOO_MANY" } };

test("a person who searches without end is slowed down, told how long, and nobody else is", async () => {
  const { an, minh } = world;
  const ask = (person: Person) => as(person, search, { query: { q: "bridge" } });
  await slowedDown(search, () => ask(an));
  const refused = await ask(an);
  expect(refused).toMatchObject(refusal);
  const wait = Number(refused.headers["retry-after"]);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(refused.error?.message).toBe(
    `Too many requests. Please try again in ${wait} ${wait === 1 ? "second" : "seconds"}.`,
  );
  expect((await ask(minh)).status).toBe(200);
  expect((await as(an, getAccount)).status).toBe(200);
});

test("a person who says without end that they are writing is slowed down, and others are not", async () => {
  const { an, minh } = world;
  const id = await direct(an, minh);
  const ask = (person: Person) => as(person, tellTyping, { params: { id } });
  await slowedDown(tellTyping, () => ask(an));
  expect(await ask(an)).toMatchObject(refusal);
  expect((await ask(minh)).status).toBe(200);
});

test("a person who sends without end is slowed down, and others are not", async () => {
  const { an, minh } = world;
  const id = await direct(an, minh);
  const ask = (person: Person) => as(person, sendMessage, { params: { id }, body: {} });
  await slowedDown(sendMessage, () => ask(an));
  expect(await ask(an)).toMatchObject(refusal);
  expect((await ask(minh)).status).toBe(422);
});

test("a person who starts groups with the same other person without end is slowed down", async () => {
  const { aiko, kenji, minh } = world;
  const start = (other: Person) =>
    as(aiko, createConversation, { body: { kind: "GROUP", name: "Look", user_ids: [other.id] } });
  for (let count = 0; count < newRoomsPerPairAndHour; count++) expect((await start(kenji)).status).toBe(200);
  const refused = await start(kenji);
  expect(refused).toMatchObject(refusal);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await start(minh)).status).toBe(200);
});

test("a factor multiplies every limit", async () => {
  const doubled = await createTestApp({
    bus: open.bus,
    databaseUrl: open.url,
    rateLimits: true,
    callLimitsFactor: 2,
  });
  const ask = () =>
    call(doubled.app, forgotPassword, { body: {}, headers: { "x-forwarded-for": "198.51.100.1" } });
  for (let count = 0; count < 2; count++) await slowedDown(forgotPassword, ask);
  expect((await ask()).status).toBe(429);
  await doubled.close();
});

/** A request of one file that is refused as soon as it is looked at: it counts all the same. */
function bring(url: string): InjectOptions {
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
  async (road) => {
    const { linh, kenji } = world;
    const id = await direct(linh, kenji);
    const ask = async (person: Person) => {
      const request = bring(`/api/conversations/${id}/${road}`);
      const authorization = `Bearer ${person.tokens.access_token}`;
      const { statusCode, headers } = await server.app.http.inject({
        ...request,
        headers: { ...request.headers, authorization },
      });
      return { status: statusCode, wait: Number(headers["retry-after"]) };
    };
    for (let count = 0; count < uploadsPerMinute; count++) expect((await ask(linh)).status).toBe(422);
    const refused = await ask(linh);
    expect(refused.status).toBe(429);
    expect(refused.wait).toBeGreaterThan(0);
    expect((await ask(kenji)).status).toBe(422);
    const body = { client_id: randomUUID(), content: "words" };
    expect((await as(linh, sendMessage, { params: { id }, body })).status).toBe(200);
  },
);

test("a person who begins uploads in pieces without end is slowed down", async () => {
  const begin = async (person: Person) => {
    const answer = await server.app.http.inject({
      method: "POST",
      url: `/api${uploadPath}`,
      headers: { authorization: `Bearer ${person.tokens.access_token}`, "tus-resumable": "1.0.0" },
    });
    return { status: answer.statusCode, wait: Number(answer.headers["retry-after"]) };
  };
  for (let count = 0; count < uploadsPerMinute; count++) expect((await begin(world.aiko)).status).toBe(400);
  const refused = await begin(world.aiko);
  expect(refused.status).toBe(429);
  expect(refused.wait).toBeGreaterThan(0);
});

test("callers behind a trusted proxy elsewhere are counted one by one, and choose no address", async () => {
  const behind = await createTestApp({
    bus: open.bus,
    databaseUrl: open.url,
    rateLimits: true,
    trustedProxies: ["10.1.0.0/16"],
  });
  const ask = async (remoteAddress: string, caller: string) => {
    const { statusCode } = await behind.app.http.inject({
      method: "POST",
      url: "/api/password/forgot",
      remoteAddress,
      payload: { email: "nobody@kakehashi.example" },
      headers: { "x-forwarded-for": caller },
    });
    return { status: statusCode };
  };
  let claim = 0;
  await slowedDown(forgotPassword, () => ask("10.1.0.1", `192.0.2.${++claim}, 198.51.100.1`));
  expect((await ask("10.1.0.1", "198.51.100.1")).status).toBe(429);
  expect((await ask("10.1.0.1", "198.51.100.2")).status).toBe(200);
  await slowedDown(forgotPassword, () => ask("203.0.113.1", `192.0.2.${++claim}`));
  expect((await ask("203.0.113.1", "192.0.2.250")).status).toBe(429);
  await behind.close();
});

test("who needs no session is counted by network: an IPv6 /64 is one, another is another", async () => {
  const ask = (ip: string) =>
    call(server.app, forgotPassword, {
      body: { email: "nobody@kakehashi.example" },
      headers: { "x-forwarded-for": ip },
    });
  let place = 0;
  await slowedDown(forgotPassword, () => ask(`2001:db8:0:1::${(++place).toString(16)}`));
  expect(await ask("2001:db8:0:1:ffff::1")).toMatchObject(refusal);
  expect((await ask("2001:db8:0:2::1")).status).toBe(200);
  expect((await ask("192.0.2.1")).status).toBe(200);
});
