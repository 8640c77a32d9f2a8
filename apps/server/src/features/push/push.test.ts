import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { updateSettings } from "@kakehashi/contract/account-settings";
import { chooseRoomNotices, setConversationMuted } from "@kakehashi/contract/conversation-settings";
import { createConversation, markConversationRead } from "@kakehashi/contract/conversations";
import { sendMessage } from "@kakehashi/contract/messages";
import {
  getPushKey,
  listPushDevices,
  type PushMessage,
  subscribePush,
  unsubscribePush,
} from "@kakehashi/contract/push";
import { signOut } from "@kakehashi/contract/sessions";
import { followThread, unfollowThread } from "@kakehashi/contract/threads";
import { setInterfaceLanguage } from "@kakehashi/contract/users";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { RefusedUrlError } from "../../kit/http/public-fetch.ts";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { addTestPeople, type TestPeople, type TestPerson } from "../../test/world.ts";
import { listMessagesSince } from "./pushed-room-store.ts";
import { sendToPublicUrl } from "./send.ts";

/** Simulates a browser that has its own keys. The test's fake push service gets the browser's pushes. */
class PushBrowser {
  readonly #pair: ECDH = createECDH("prime256v1");
  readonly #auth = randomBytes(16);
  readonly path = `/${randomUUID()}`;
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  constructor() {
    const p256dh = this.#pair.generateKeys("base64url");
    this.subscription = {
      endpoint: `https://push.example${this.path}`,
      keys: { p256dh, auth: this.#auth.toString("base64url") },
    };
  }

  /** Decrypts a message as a browser does (RFC 8188 and 8291). */
  open(body: Buffer): PushMessage {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const browserKey = body.subarray(21, 21 + keyLength);
    const ciphertext = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.#pair.getPublicKey(), browserKey]);
    const inputKeyMaterial = Buffer.from(
      hkdfSync("sha256", this.#pair.computeSecret(browserKey), this.#auth, info, 32),
    );
    const deriveKeyBytes = (name: string, length: number) =>
      Buffer.from(
        hkdfSync("sha256", inputKeyMaterial, salt, Buffer.from(`Content-Encoding: ${name}\0`), length),
      );
    const decipher = createDecipheriv(
      "aes-128-gcm",
      deriveKeyBytes("aes128gcm", 16),
      deriveKeyBytes("nonce", 12),
    );
    decipher.setAuthTag(ciphertext.subarray(-16));
    const plainText = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
    return JSON.parse(plainText.subarray(0, plainText.lastIndexOf(2)).toString());
  }
}

let pushService: Server;
let server: TestApp;
let testPeople: TestPeople;
/**
 * The status codes with which the fake push service responds next, for each URL path. When none is left, it responds
 * with 201.
 */
const nextStatusesByPath = new Map<string, number[]>();
let pushRequests: { path: string; headers: Record<string, unknown>; body: Buffer }[] = [];

beforeAll(async () => {
  pushService = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = request.url ?? "";
    pushRequests.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(nextStatusesByPath.get(path)?.shift() ?? 201).end();
  }).listen(0, "127.0.0.1");
  await once(pushService, "listening");
  const { port } = pushService.address() as AddressInfo;
  server = await createTestApp({
    async sendPush({ url, headers, body }) {
      const rawHeaders = Object.entries(headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      const response = await fetch(`http://127.0.0.1:${port}${new URL(url).pathname}`, {
        method: "POST",
        headers: rawHeaders.filter(([name]) => name.toLowerCase() !== "content-length"),
        body: new Uint8Array(body),
      });
      return response.status;
    },
  });
  testPeople = await addTestPeople(server);
});
afterAll(async () => {
  await server.close();
  pushService.close();
});
beforeEach(() => {
  pushRequests = [];
});

const subscribeBrowser = async (person: TestPerson, body: object = {}) => {
  const browser = new PushBrowser();
  const { status, data } = await person.call(subscribePush, { body: { ...browser.subscription, ...body } });
  expect(status).toBe(200);
  return { browser, id: data.id };
};
const createGroup = async (...people: TestPerson[]) => {
  const body = { kind: "GROUP", name: "桜プロジェクト", user_ids: people.map(({ id }) => id) };
  return (await testPeople.aiko.call(createConversation, { body })).data.id;
};
const sendToRoom = async (person: TestPerson, room: string, content: string, parent_id?: string) => {
  const body = { client_id: randomUUID(), content, ...(parent_id && { parent_id }) };
  const { data, status } = await person.call(sendMessage, { params: { id: room }, body });
  expect(status).toBe(200);
  return data;
};
const decryptPushesTo = (browser: PushBrowser) =>
  pushRequests.filter(({ path }) => path === browser.path).map(({ body }) => browser.open(body));
/** Resolves when this room's push job has run `times` times, with or without sending a push. */
const waitForPushJobs = (room: string, times = 1) =>
  expect
    .poll(async () => {
      const { rows } = await server.db.pool.query(
        "select count(*)::int as done from pgboss.job where data ->> 'conversation_id' = $1 and state = 'completed'",
        [room],
      );
      return rows[0].done;
    })
    .toBe(times);

test("a burst of messages becomes one notice, in the reader's language, sealed for their browser alone", async () => {
  const room = await createGroup(testPeople.an, testPeople.kenji);
  const { browser } = await subscribeBrowser(testPeople.an);
  await testPeople.an.call(setInterfaceLanguage, { body: { language: "vi" } });
  await sendToRoom(testPeople.aiko, room, "一つ目");
  await sendToRoom(testPeople.kenji, room, "二つ目");
  const lastMessage = await sendToRoom(
    testPeople.aiko,
    room,
    `@[Nguyễn Văn An](${testPeople.an.id}) 見てください`,
  );
  await waitForPushJobs(room);
  expect(decryptPushesTo(browser)).toEqual([
    {
      title: `${testPeople.aiko.name} · 桜プロジェクト`,
      body: "@Nguyễn Văn An 見てください\nvà 2 tin nhắn khác",
      lang: "vi",
      tag: `room ${room}`,
      address: `/chat/${room}?message=${lastMessage.id}`,
    },
  ]);
  const headers: Record<string, unknown> = pushRequests[0]?.headers ?? {};
  expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: String(4 * 60 * 60) });
  expect(String(headers.topic)).toMatch(/^[\w-]{32}$/);
  const { data } = await testPeople.an.call(getPushKey);
  expect(String(headers.authorization)).toContain(data.public_key);
});

test("whoever has read a message on a device that shows it is not told, nor is its author", async () => {
  const room = await createGroup(testPeople.an);
  const reader = await subscribeBrowser(testPeople.an);
  const author = await subscribeBrowser(testPeople.aiko);
  const { number } = await sendToRoom(testPeople.aiko, room, "seen at once");
  await testPeople.an.call(markConversationRead, { params: { id: room }, body: { number } });
  await waitForPushJobs(room);
  expect([...decryptPushesTo(reader.browser), ...decryptPushesTo(author.browser)]).toEqual([]);
});

test("a silenced room, and a choice of mentions alone, tell only of what names the person; direct words count as such", async () => {
  const room = await createGroup(testPeople.an);
  const directRoomId = (
    await testPeople.aiko.call(createConversation, { body: { kind: "DIRECT", user_ids: [testPeople.an.id] } })
  ).data.id;
  const { browser } = await subscribeBrowser(testPeople.an);
  const waitForPushes = async (device: string, times: number) => {
    await waitForPushJobs(device, times);
    return decryptPushesTo(browser).map(({ body }) => body);
  };
  await testPeople.an.call(setConversationMuted, { params: { id: room }, body: { muted: true } });
  await sendToRoom(testPeople.aiko, room, "quiet");
  expect(await waitForPushes(room, 1)).toEqual([]);
  await sendToRoom(testPeople.aiko, room, "@all look");
  expect(await waitForPushes(room, 2)).toEqual([]);
  await sendToRoom(testPeople.aiko, room, `@[An](${testPeople.an.id}) look`);
  expect(await waitForPushes(room, 3)).toEqual(["@An look"]);
  await testPeople.an.call(setConversationMuted, { params: { id: room }, body: { muted: false } });
  await testPeople.an.call(updateSettings, { body: { notify_about: "mentions" } });
  pushRequests = [];
  await sendToRoom(testPeople.aiko, room, "for everybody");
  await sendToRoom(testPeople.aiko, directRoomId, "for you");
  await waitForPushJobs(room, 4);
  expect(await waitForPushes(directRoomId, 1)).toEqual(["for you"]);
  await testPeople.an.call(updateSettings, { body: { notify_about: "all" } });
});

test("what a person chose for one room goes before their settings", async () => {
  const room = await createGroup(testPeople.an);
  const { browser } = await subscribeBrowser(testPeople.an);
  const chooseNotices = (notify_about: string | null) =>
    testPeople.an.call(chooseRoomNotices, { params: { id: room }, body: { notify_about } });
  const waitForPushes = async (times: number) => {
    await waitForPushJobs(room, times);
    return decryptPushesTo(browser).map(({ body }) => body);
  };
  await chooseNotices("mentions");
  await sendToRoom(testPeople.aiko, room, "for everybody");
  await sendToRoom(testPeople.aiko, room, "@all look");
  expect(await waitForPushes(1)).toEqual(["@all look"]);
  await chooseNotices("none");
  await sendToRoom(testPeople.aiko, room, `@[An](${testPeople.an.id}) look`);
  expect(await waitForPushes(2)).toEqual(["@all look"]);
  await testPeople.an.call(updateSettings, { body: { notify_about: "mentions" } });
  await chooseNotices("all");
  await sendToRoom(testPeople.aiko, room, "for everybody");
  expect(await waitForPushes(3)).toHaveLength(2);
  await testPeople.an.call(updateSettings, { body: { notify_about: "all" } });
  expect((await chooseNotices("sometimes")).status).toBe(422);
  const params = { id: room };
  expect(
    (await testPeople.minh.call(chooseRoomNotices, { params, body: { notify_about: "all" } })).status,
  ).toBe(404);
});

test("after very many messages, the notice shows the newest", async () => {
  const room = await createGroup(testPeople.an);
  const { id } = await sendToRoom(testPeople.aiko, room, "1");
  const first = await server.db.kysely
    .selectFrom("messages")
    .select("seq")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  for (let number = 2; number <= 103; number++) await sendToRoom(testPeople.aiko, room, `${number}`);
  const messages = await listMessagesSince(server.db.kysely, room, first.seq);
  expect([messages.length, messages[0]?.content, messages.at(-1)?.content]).toEqual([100, "4", "103"]);
});

test("a reply notifies the followers of its thread", async () => {
  const room = await createGroup(testPeople.an, testPeople.minh);
  const [an, minh] = [await subscribeBrowser(testPeople.an), await subscribeBrowser(testPeople.minh)];
  const parent = await sendToRoom(testPeople.an, room, "How many rooms?");
  await waitForPushJobs(room);
  pushRequests = [];
  const reply = await sendToRoom(testPeople.aiko, room, "Twenty", parent.id);
  await waitForPushJobs(room, 2);
  expect(decryptPushesTo(an.browser).map(({ address }) => address)).toEqual([
    `/chat/${room}?thread=${parent.id}&message=${reply.id}`,
  ]);
  expect(decryptPushesTo(minh.browser)).toEqual([]);

  await testPeople.an.call(unfollowThread, { params: { id: parent.id } });
  await testPeople.minh.call(followThread, { params: { id: parent.id } });
  await sendToRoom(testPeople.aiko, room, "Or thirty", parent.id);
  await waitForPushJobs(room, 3);
  expect(decryptPushesTo(an.browser)).toHaveLength(1);
  expect(decryptPushesTo(minh.browser)).toHaveLength(1);
});

test("words stay out of a notice whose reader wants it so, and quiet hours keep it back", async () => {
  const room = await createGroup(testPeople.an);
  const { browser } = await subscribeBrowser(testPeople.an, { time_zone: "Asia/Ho_Chi_Minh" });
  await testPeople.an.call(setInterfaceLanguage, { body: { language: "ja" } });
  await testPeople.an.call(updateSettings, { body: { notify_content: false } });
  await sendToRoom(testPeople.aiko, room, "秘密");
  await waitForPushJobs(room);
  expect(decryptPushesTo(browser)).toMatchObject([{ body: "新着メッセージ", lang: "ja" }]);
  await testPeople.an.call(updateSettings, {
    body: { notify_content: true, quiet_hours: { from: "00:00", to: "23:59" }, time_zone: "UTC" },
  });
  pushRequests = [];
  await sendToRoom(testPeople.aiko, room, "at night");
  await waitForPushJobs(room, 2);
  expect(decryptPushesTo(browser)).toEqual([]);
  await testPeople.an.call(updateSettings, { body: { quiet_hours: null, time_zone: null } });
});

test("a subscription that its service does not know any more is removed", async () => {
  const room = await createGroup(testPeople.an, testPeople.minh, testPeople.kenji);
  const devices = await Promise.all(
    [testPeople.an, testPeople.minh, testPeople.kenji].map((person) => subscribeBrowser(person)),
  );
  for (const [index, status] of [404, 410, 403].entries())
    nextStatusesByPath.set(devices[index]?.browser.path ?? "", [status]);
  await sendToRoom(testPeople.aiko, room, "gone");
  await waitForPushJobs(room);
  const ids = devices.map(({ id }) => id);
  const { rowCount } = await server.db.pool.query("select from push_subscriptions where id = any($1)", [ids]);
  expect(rowCount).toBe(0);
});

test("a service that is busy is asked again, and those who were told are not told twice", async () => {
  const room = await createGroup(testPeople.an, testPeople.minh);
  const [an, minh] = [await subscribeBrowser(testPeople.an), await subscribeBrowser(testPeople.minh)];
  nextStatusesByPath.set(an.browser.path, [503]);
  await sendToRoom(testPeople.aiko, room, "twice?");
  await expect.poll(() => decryptPushesTo(an.browser).length).toBe(2);
  await waitForPushJobs(room);
  expect(decryptPushesTo(minh.browser)).toHaveLength(1);
});

test("one subscription a session: a new one replaces it, and a browser is whoever's used it last", async () => {
  const { browser, id } = await subscribeBrowser(testPeople.linh);
  expect((await subscribeBrowser(testPeople.linh)).id).toBe(id);
  await testPeople.linh.call(subscribePush, { body: browser.subscription });
  await testPeople.kenji.call(subscribePush, { body: browser.subscription });
  expect((await testPeople.linh.call(listPushDevices)).data).toEqual([]);
  expect((await testPeople.kenji.call(listPushDevices)).data).toMatchObject([{ current: true }]);
});

test("another person's subscription is not found, and stays", async () => {
  const { id } = await subscribeBrowser(testPeople.an);
  expect((await testPeople.minh.call(unsubscribePush, { params: { id } })).status).toBe(404);
  expect((await testPeople.an.call(listPushDevices)).data).toMatchObject([{ id, current: true }]);
  expect((await testPeople.an.call(unsubscribePush, { params: { id } })).status).toBe(200);
  expect((await testPeople.an.call(unsubscribePush, { params: { id } })).status).toBe(404);
});

test.each([
  ["http://push.example/a", "endpoint"],
  ["https://push.example:8443/a", "endpoint"],
  ["https://user:secret@push.example/a", "endpoint"],
  ["nonsense", "endpoint"],
])("the address %s is refused by its name", async (endpoint, field) => {
  const { keys } = new PushBrowser().subscription;
  const { status, error } = await testPeople.an.call(subscribePush, { body: { endpoint, keys } });
  expect([status, Object.keys(error?.fields ?? {})]).toEqual([422, [field]]);
});

test.each([
  "https://127.0.0.1/a",
  "https://localhost/a",
  "https://169.254.169.254/a",
  "https://[::1]/a",
  "http://8.8.8.8/a",
])("nothing is ever sent to %s", async (url) => {
  await expect(sendToPublicUrl({ url, headers: {}, body: Buffer.alloc(0) })).rejects.toThrow(RefusedUrlError);
});

test("signing out ends the session's notices", async () => {
  await subscribeBrowser(testPeople.emma);
  expect(
    (await server.db.pool.query("select from push_subscriptions where user_id = $1", [testPeople.emma.id]))
      .rowCount,
  ).toBe(1);
  await testPeople.emma.call(signOut);
  expect(
    (await server.db.pool.query("select from push_subscriptions where user_id = $1", [testPeople.emma.id]))
      .rowCount,
  ).toBe(0);
});
