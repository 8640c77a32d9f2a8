import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { signIn } from "@kakehashi/contract/auth";
import { createConversation } from "@kakehashi/contract/conversations";
import { sendMessage } from "@kakehashi/contract/messages";
import { listPushDevices, maximumPushDevicesPerPerson, subscribePush } from "@kakehashi/contract/push";
import { afterEach, expect, test, vi } from "vitest";
import { callApi } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { type TestPerson, testPassword } from "../../test/world.ts";

/** The host of the push service for each request that was sent, in the order of the requests. */
let requestedAddresses: string[] = [];
/** The responses that the simulated slow push service holds back. Calling a function sends its response. */
let heldAnswers: (() => void)[] = [];
let shouldHoldSlowAnswers = true;

const { server, testPeople } = await setUpTestServer({
  async sendPush({ url }) {
    const { host } = new URL(url);
    requestedAddresses.push(host);
    if (host.endsWith(".mute.example") && shouldHoldSlowAnswers)
      await new Promise<void>((sendAnswer) => heldAnswers.push(sendAnswer));
    return 201;
  },
});

afterEach(() => {
  vi.useRealTimers();
  shouldHoldSlowAnswers = false;
  for (const sendAnswer of heldAnswers) sendAnswer();
  requestedAddresses = [];
  heldAnswers = [];
});

const signInForToken = async ({ email }: TestPerson) =>
  (await callApi(server.app, signIn, { body: { email, password: testPassword, service: "kakehashi" } })).data
    .access_token;

/** Adds another session of this person, with a push device whose push service is on this host. */
async function subscribeBrowser(person: TestPerson, host: string): Promise<{ id: string; token: string }> {
  const token = await signInForToken(person);
  const keys = {
    p256dh: createECDH("prime256v1").generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  const body = { endpoint: `https://${host}/${randomUUID()}`, keys };
  const { status, data } = await callApi(server.app, subscribePush, { token, body });
  expect(status).toBe(200);
  return { id: data.id, token };
}

test("a person has so many devices at most: a new one takes the place of the one that was used least lately", async () => {
  const { minh } = testPeople;
  const [firstSubscription, secondSubscription] = [
    await subscribeBrowser(minh, "push.example"),
    await subscribeBrowser(minh, "push.example"),
  ];
  await server.db.pool.query(
    `update sessions set refreshed_at = now() + interval '1 second'
    where id = (select session_id from push_subscriptions where id = $1)`,
    [firstSubscription.id],
  );
  const otherIds = [];
  for (let count = 0; count < maximumPushDevicesPerPerson - 1; count++)
    otherIds.push((await subscribeBrowser(minh, "push.example")).id);
  const { data } = await callApi(server.app, listPushDevices, { token: firstSubscription.token });
  expect(data.map(({ id }) => id).sort()).toEqual([firstSubscription.id, ...otherIds].sort());
  expect(data.map(({ id }) => id)).not.toContain(secondSubscription.id);
});

test("devices that keep silent hold up nobody but their owner, who misses nothing", async () => {
  const { aiko, an, kenji } = testPeople;
  vi.useFakeTimers({ toFake: ["Date"] });
  const advanceSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
  shouldHoldSlowAnswers = true;
  const hosts = [1, 2, 3, 4, 5].map((number) => `${number}.mute.example`);
  for (const host of hosts) await subscribeBrowser(an, host);
  await subscribeBrowser(kenji, "push.example");
  const people = { kind: "GROUP", name: "桜", user_ids: [an.id, kenji.id] };
  const room = (await aiko.call(createConversation, { body: people })).data.id;
  const readRetryCount = async () => {
    const { rows } = await server.db.pool.query(
      "select retry_count from pgboss.job where data ->> 'conversation_id' = $1 and state = 'retry'",
      [room],
    );
    return rows[0]?.retry_count;
  };
  await aiko.call(sendMessage, { params: { id: room }, body: { client_id: randomUUID(), content: "hello" } });
  await expect.poll(() => requestedAddresses, { timeout: 10_000 }).toContain("push.example");
  await expect.poll(() => heldAnswers.length).toBe(2);
  // The two delayed requests succeed, but too late. So the person counts as slow, and their other devices get the push
  // later.
  advanceSeconds(5);
  shouldHoldSlowAnswers = false;
  for (const sendAnswer of heldAnswers) sendAnswer();
  await expect.poll(readRetryCount, { timeout: 10_000 }).toBe(0);
  expect(requestedAddresses).toHaveLength(3);
  advanceSeconds(60);
  await expect.poll(() => requestedAddresses.length, { timeout: 15_000 }).toBe(6);
  expect(requestedAddresses.sort()).toEqual([...hosts, "push.example"]);
});
