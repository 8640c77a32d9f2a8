import { randomUUID } from "node:crypto";
import { setDeviceTimeZone, updateSettings } from "@kakehashi/contract/account-settings";
import {
  type ActivationTransition,
  acceptProfile,
  activationTransitions,
  blockProfile,
  getOwnActivationStatus,
  refuseProfile,
  requestActivation,
  unblockProfile,
} from "@kakehashi/contract/activation";
import { listAudit } from "@kakehashi/contract/audit";
import { listProjectCategories } from "@kakehashi/contract/catalogue";
import { createConversation } from "@kakehashi/contract/conversations";
import { listMessages, sendMessage } from "@kakehashi/contract/messages";
import { listNotifications } from "@kakehashi/contract/notifications";
import { personalEventSchema } from "@kakehashi/contract/personal-events";
import { createProfile, getMyProfile, getPublicProfile, updateProfile } from "@kakehashi/contract/profiles";
import { chooseRole, getAccount, profileStatuses } from "@kakehashi/contract/users";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { addTestPeople, type TestPeople, type TestPerson } from "../../test/world.ts";

let server: TestApp;
let testPeople: TestPeople;
let categoryIds: string[];

beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
  categoryIds = (await testPeople.an.call(listProjectCategories)).data.map(({ id }) => id);
  await server.db.pool.query("update users set avatar = '/api/avatars/x.webp'");
  for (const person of [testPeople.an, testPeople.aiko, testPeople.minh])
    await person.call(createProfile, { body: createProfileBody(person) });
});
afterAll(() => server.close());

const createProfileBody = (person: TestPerson) => ({
  first_name: "An",
  last_name: "Nguyễn",
  name: person.name,
  address: "12 Lý Thường Kiệt, Hà Nội",
  phone: "+84 24 3825 0000",
  category_ids: categoryIds.slice(0, 2),
  description: "Six years of React and Node.js.",
});

const callsByEvent = {
  accept: acceptProfile,
  refuse: refuseProfile,
  block: blockProfile,
  unblock: unblockProfile,
} as const;

function takeStep(event: ActivationTransition, owner: TestPerson, reason = "Because") {
  if (event === "request") return owner.call(requestActivation);
  const isReasonRequired = event === "refuse" || event === "block";
  return testPeople.emma.call(callsByEvent[event], {
    params: { id: owner.id },
    ...(isReasonRequired && { body: { reason } }),
  });
}

async function setProfileStatus(person: TestPerson, status: string) {
  await server.db.pool.query("update profiles set status = $2 where user_id = $1", [person.id, status]);
  await server.db.pool.query("update users set blocked_at = null where id = $1", [person.id]);
}

const activationEvents = Object.keys(activationTransitions) as ActivationTransition[];
const eventStatusPairs = activationEvents.flatMap((event) =>
  profileStatuses.map((status) => [event, status] as const),
);

test.each(eventStatusPairs)(
  "%s of a profile that is %s leads where the table says, or is a 409 that changes nothing",
  async (event, status) => {
    await setProfileStatus(testPeople.an, status);
    const response = await takeStep(event, testPeople.an);
    const { from, to } = activationTransitions[event];
    const isAllowedStep = (from as readonly string[]).includes(status);
    expect(response.status).toBe(isAllowedStep ? 200 : 409);
    if (!isAllowedStep) expect(response.error?.code).toBe("PROFILE.STEP");
    expect((await testPeople.an.call(getOwnActivationStatus)).data.status).toBe(isAllowedStep ? to : status);
  },
);

test("a decision reaches its owner live, in the list, by mail in their language, and the audit log, with its reason", async () => {
  await setProfileStatus(testPeople.aiko, "WAITING");
  await server.db.pool.query("update users set interface_language = 'ja' where id = $1", [
    testPeople.aiko.id,
  ]);
  const socket = await connectAndSubscribe(await server.listen(), testPeople.aiko);
  await takeStep("refuse", testPeople.aiko, "住所をご確認ください");
  const { body: frame } = await socket.waitForFrame("MESSAGE");
  expect(personalEventSchema.parse(JSON.parse(frame))).toMatchObject({
    type: "REJECT_REQUEST_ACTIVE_ACCOUNT",
    notification: { data: { reason: "住所をご確認ください" } },
  });
  const [newestNotification] = (await testPeople.aiko.call(listNotifications)).data;
  expect(newestNotification).toMatchObject({ type: "REJECT_REQUEST_ACTIVE_ACCOUNT", read: false });
  const mail = await server.mails.waitForMail(testPeople.aiko.email);
  expect(mail.subject).toBe("プロフィールは承認されませんでした");
  expect(mail.text).toContain("住所をご確認ください");
  expect((await testPeople.aiko.call(getOwnActivationStatus)).data).toEqual({
    status: "REFUSED",
    reason: "住所をご確認ください",
    has_profile: true,
  });
  const [entry] = (await testPeople.emma.call(listAudit, { query: { user_id: testPeople.aiko.id } })).data;
  expect(entry).toMatchObject({
    action: "profile.refuse",
    actor: { name: "Emma Clarke" },
    subject: { name: "田中 愛子" },
    details: { reason: "住所をご確認ください" },
    ip: "127.0.0.1",
  });
  socket.socket.close();
});

test("of an acceptance and a refusal at the same time one counts, and its owner hears of one", async () => {
  await setProfileStatus(testPeople.minh, "WAITING");
  const responses = await Promise.all([
    takeStep("accept", testPeople.minh),
    takeStep("refuse", testPeople.minh),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await testPeople.minh.call(listNotifications)).data).toHaveLength(1);
});

test("a blocked account reads on and writes nothing, its socket ends, and lifting the block ends that", async () => {
  await setProfileStatus(testPeople.an, "ACCEPTED");
  const { data: room } = await testPeople.an.call(createConversation, {
    body: { kind: "DIRECT", user_ids: [testPeople.emma.id] },
  });
  const sendText = () =>
    testPeople.an.call(sendMessage, {
      params: { id: room.id },
      body: { client_id: randomUUID(), content: "hello" },
    });
  const socket = await connectAndSubscribe(
    server.app.http.server.listening ? `http://127.0.0.1:${port()}` : await server.listen(),
    testPeople.an,
  );
  await takeStep("block", testPeople.an, "Spam");
  expect(
    await socket.waitForFrame("MESSAGE", ({ body }) => body.includes("DEACTIVATE_ACCOUNT")),
  ).toBeDefined();
  await socket.waitForClose();
  expect(await sendText()).toMatchObject({ status: 403, error: { code: "ERR.BLOCKED" } });
  expect((await testPeople.an.call(listMessages, { params: { id: room.id } })).status).toBe(200);
  expect((await testPeople.an.call(updateProfile, { body: { name: "x" } })).status).toBe(403);
  expect((await testPeople.an.call(getAccount)).data.status).toBe("DEACTIVATED");
  await takeStep("unblock", testPeople.an);
  expect((await sendText()).status).toBe(200);
});

function port(): number {
  const address = server.app.http.server.address();
  return typeof address === "object" && address ? address.port : 0;
}

test("nobody but an admin decides, and no admin about themself", async () => {
  await setProfileStatus(testPeople.minh, "WAITING");
  for (const person of [testPeople.an, testPeople.aiko, testPeople.linh, testPeople.kenji]) {
    const response = await person.call(acceptProfile, { params: { id: testPeople.minh.id } });
    expect(response).toMatchObject({ status: 403, error: { code: "ERR.FORBIDDEN" } });
  }
  await testPeople.emma.call(createProfile, { body: createProfileBody(testPeople.emma) });
  await setProfileStatus(testPeople.emma, "WAITING");
  expect((await takeStep("accept", testPeople.emma)).status).toBe(403);
});

test.each(["", "   ", "\u200b\u200b", "x".repeat(501)])(
  "a reason is a text of 1 to 500 characters, not %j",
  async (reason) => {
    await setProfileStatus(testPeople.minh, "WAITING");
    const response = await takeStep("refuse", testPeople.minh, reason);
    expect(response).toMatchObject({ status: 422, error: { fields: { reason: expect.any(String) } } });
  },
);

test("a request needs a profile, and all that the admin decides by", async () => {
  expect((await testPeople.linh.call(requestActivation)).error?.code).toBe("PROFILE.NONE");
  await testPeople.linh.call(createProfile, {
    body: { ...createProfileBody(testPeople.linh), description: " " },
  });
  await server.db.pool.query(
    "update users set avatar = null, working_language = null, account_type = null, role = 'user' where id = $1",
    [testPeople.linh.id],
  );
  const response = await testPeople.linh.call(requestActivation);
  expect(response.status).toBe(422);
  expect(Object.keys(response.error?.fields ?? {}).sort()).toEqual([
    "account_type",
    "avatar",
    "description",
    "role",
    "working_language",
  ]);
});

test("the role is fixed once an admin has a request: waiting and accepted people cannot change it", async () => {
  for (const [status, code] of [
    ["NOT_REQUEST", 200],
    ["WAITING", 409],
    ["ACCEPTED", 409],
    ["REFUSED", 200],
  ] as const) {
    await setProfileStatus(testPeople.minh, status);
    expect((await testPeople.minh.call(chooseRole, { body: { role: "dev" } })).status).toBe(code);
  }
});

test.each([
  ["role", "admin"],
  ["status", "ACCEPTED"],
  ["user_id", randomUUID()],
  ["reason", "x"],
])("a profile cannot set its own %s", async (field, value) => {
  const response = await testPeople.minh.call(updateProfile, { body: { [field]: value } });
  expect(response).toMatchObject({ status: 422, error: { fields: { [field]: expect.any(String) } } });
});

test.each([
  ["phone", "call me"],
  ["phone", "12"],
  ["name", "\u200b\u202e "],
  ["first_name", "x".repeat(201)],
  ["address", "x".repeat(10_000)],
  ["category_ids", []],
  ["category_ids", [randomUUID()]],
  ["website", "javascript:alert(1)"],
  ["description", "x".repeat(501)],
])("%s may not be %j", async (field, value) => {
  const response = await testPeople.minh.call(updateProfile, { body: { [field]: value } });
  expect(response).toMatchObject({ status: 422, error: { fields: { [field]: expect.any(String) } } });
});

test("names and numbers are stored in normal form", async () => {
  const { data } = await testPeople.minh.call(updateProfile, {
    body: { name: "Tra\u0302\u0300n\u200b  Minh\u202e", phone: "＋８１（３）１２３４ー５６７８" },
  });
  expect(data).toMatchObject({ name: "Trần Minh", phone: "+81(3)1234-5678" });
  expect((await testPeople.minh.call(getMyProfile)).data).toEqual(data);
});

test("others see what is meant for them: no address, no telephone, no mail address, no reason", async () => {
  const { data } = await testPeople.aiko.call(getPublicProfile, { params: { id: testPeople.minh.id } });
  expect(data).toMatchObject({ name: "Trần Minh", categories: [{}, {}], accepted: false });
  // Translators who have not chosen any languages count as knowing all languages.
  const { data: translator } = await testPeople.aiko.call(getPublicProfile, {
    params: { id: testPeople.kenji.id },
  });
  expect(translator.languages).toEqual(["en", "vi", "ja"]);
  for (const field of ["address", "phone", "email", "reason", "first_name"])
    expect(data).not.toHaveProperty(field);
  expect((await testPeople.aiko.call(getPublicProfile, { params: { id: randomUUID() } })).status).toBe(404);
});

test("a time zone is shown to its person and to those who share a room with them, and to nobody else", async () => {
  const { kenji, linh, minh } = testPeople;
  await kenji.call(setDeviceTimeZone, { body: { time_zone: "Asia/Tokyo" } });
  const readTimeZoneSeenBy = async (viewer: TestPerson) =>
    (await viewer.call(getPublicProfile, { params: { id: kenji.id } })).data.time_zone;
  const room = await linh.call(createConversation, { body: { kind: "DIRECT", user_ids: [kenji.id] } });
  expect(room.status).toBe(200);
  expect(await Promise.all([kenji, linh, minh].map(readTimeZoneSeenBy))).toEqual([
    "Asia/Tokyo",
    "Asia/Tokyo",
    null,
  ]);
  await kenji.call(updateSettings, { body: { time_zone: "Asia/Ho_Chi_Minh" } });
  expect(await readTimeZoneSeenBy(linh)).toBe("Asia/Ho_Chi_Minh");
});

test("an admin's step takes effect at once, in whatever case the person's id is written", async () => {
  const { kenji, emma, an } = testPeople;
  await kenji.call(createProfile, { body: createProfileBody(kenji) });
  await server.db.pool.query("update profiles set status = 'ACCEPTED' where user_id = $1", [kenji.id]);
  const startConversation = () =>
    kenji.call(createConversation, { body: { kind: "DIRECT", user_ids: [an.id] } });
  expect((await startConversation()).status).toBe(200);
  const params = { id: kenji.id.toUpperCase() };
  expect((await emma.call(blockProfile, { params, body: { reason: "Because" } })).status).toBe(200);
  expect(await startConversation()).toMatchObject({ status: 403, error: { code: "ERR.BLOCKED" } });
});
