import { randomUUID } from "node:crypto";
import {
  type ActivationEvent,
  acceptProfile,
  activationTransitions,
  blockProfile,
  getUserStatus,
  refuseProfile,
  requestActivation,
  unblockProfile,
} from "@kakehashi/contract/activation";
import { listAudit } from "@kakehashi/contract/audit";
import { listCategories } from "@kakehashi/contract/catalogue";
import { createConversation } from "@kakehashi/contract/conversations";
import { listMessages, sendMessage } from "@kakehashi/contract/messages";
import { listNotifications, personalEvent } from "@kakehashi/contract/notifications";
import { createProfile, getMyProfile, getPublicProfile, updateProfile } from "@kakehashi/contract/profiles";
import {
  chooseRole,
  getAccount,
  profileStatuses,
  setDeviceTimeZone,
  updateSettings,
} from "@kakehashi/contract/users";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { createWorld, type Person, type World } from "../../test/world.ts";

let server: TestApp;
let world: World;
let categoryIds: string[];

beforeAll(async () => {
  server = await createTestApp();
  world = await createWorld(server);
  categoryIds = (await world.an.call(listCategories)).data.map(({ id }) => id);
  await server.db.pool.query("update users set avatar = '/api/avatars/x.webp'");
  for (const person of [world.an, world.aiko, world.minh])
    await person.call(createProfile, { body: profileBody(person) });
});
afterAll(() => server.close());

const profileBody = (person: Person) => ({
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

function takeStep(event: ActivationEvent, owner: Person, reason = "Because") {
  if (event === "request") return owner.call(requestActivation);
  const isReasonRequired = event === "refuse" || event === "block";
  return world.emma.call(callsByEvent[event], {
    params: { id: owner.id },
    ...(isReasonRequired && { body: { reason } }),
  });
}

async function setProfileStatus(person: Person, status: string) {
  await server.db.pool.query("update profiles set status = $2 where user_id = $1", [person.id, status]);
  await server.db.pool.query("update users set blocked_at = null where id = $1", [person.id]);
}

const activationEvents = Object.keys(activationTransitions) as ActivationEvent[];
const eventStatusPairs = activationEvents.flatMap((event) =>
  profileStatuses.map((status) => [event, status] as const),
);

test.each(eventStatusPairs)(
  "%s of a profile that is %s leads where the table says, or is a 409 that changes nothing",
  async (event, status) => {
    await setProfileStatus(world.an, status);
    const answer = await takeStep(event, world.an);
    const { from, to } = activationTransitions[event];
    const isAllowedStep = (from as readonly string[]).includes(status);
    expect(answer.status).toBe(isAllowedStep ? 200 : 409);
    if (!isAllowedStep) expect(answer.error?.code).toBe("PROFILE.STEP");
    expect((await world.an.call(getUserStatus)).data.status).toBe(isAllowedStep ? to : status);
  },
);

test("a decision reaches its owner live, in the list, by mail in their language, and the audit log, with its reason", async () => {
  await setProfileStatus(world.aiko, "WAITING");
  await server.db.pool.query("update users set interface_language = 'ja' where id = $1", [world.aiko.id]);
  const socket = await connectAndSubscribe(await server.listen(), world.aiko);
  await takeStep("refuse", world.aiko, "住所をご確認ください");
  const { body: frame } = await socket.frame("MESSAGE");
  expect(personalEvent.parse(JSON.parse(frame))).toMatchObject({
    type: "REJECT_REQUEST_ACTIVE_ACCOUNT",
    notification: { data: { reason: "住所をご確認ください" } },
  });
  const [newestNotification] = (await world.aiko.call(listNotifications)).data;
  expect(newestNotification).toMatchObject({ type: "REJECT_REQUEST_ACTIVE_ACCOUNT", read: false });
  const mail = await server.mails.next(world.aiko.email);
  expect(mail.subject).toBe("プロフィールは承認されませんでした");
  expect(mail.text).toContain("住所をご確認ください");
  expect((await world.aiko.call(getUserStatus)).data).toEqual({
    status: "REFUSED",
    reason: "住所をご確認ください",
    has_profile: true,
  });
  const [entry] = (await world.emma.call(listAudit, { query: { user_id: world.aiko.id } })).data;
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
  await setProfileStatus(world.minh, "WAITING");
  const answers = await Promise.all([takeStep("accept", world.minh), takeStep("refuse", world.minh)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await world.minh.call(listNotifications)).data).toHaveLength(1);
});

test("a blocked account reads on and writes nothing, its socket ends, and lifting the block ends that", async () => {
  await setProfileStatus(world.an, "ACCEPTED");
  const { data: room } = await world.an.call(createConversation, {
    body: { kind: "DIRECT", user_ids: [world.emma.id] },
  });
  const sendText = () =>
    world.an.call(sendMessage, {
      params: { id: room.id },
      body: { client_id: randomUUID(), content: "hello" },
    });
  const socket = await connectAndSubscribe(
    server.app.http.server.listening ? `http://127.0.0.1:${port()}` : await server.listen(),
    world.an,
  );
  await takeStep("block", world.an, "Spam");
  expect(await socket.frame("MESSAGE", ({ body }) => body.includes("DEACTIVATE_ACCOUNT"))).toBeDefined();
  await socket.close();
  expect(await sendText()).toMatchObject({ status: 403, error: { code: "ERR.BLOCKED" } });
  expect((await world.an.call(listMessages, { params: { id: room.id } })).status).toBe(200);
  expect((await world.an.call(updateProfile, { body: { name: "x" } })).status).toBe(403);
  expect((await world.an.call(getAccount)).data.status).toBe("DEACTIVATED");
  await takeStep("unblock", world.an);
  expect((await sendText()).status).toBe(200);
});

function port(): number {
  const address = server.app.http.server.address();
  return typeof address === "object" && address ? address.port : 0;
}

test("nobody but an admin decides, and no admin about themself", async () => {
  await setProfileStatus(world.minh, "WAITING");
  for (const person of [world.an, world.aiko, world.linh, world.kenji]) {
    const answer = await person.call(acceptProfile, { params: { id: world.minh.id } });
    expect(answer).toMatchObject({ status: 403, error: { code: "ERR.FORBIDDEN" } });
  }
  await world.emma.call(createProfile, { body: profileBody(world.emma) });
  await setProfileStatus(world.emma, "WAITING");
  expect((await takeStep("accept", world.emma)).status).toBe(403);
});

test.each(["", "   ", "\u200b\u200b", "x".repeat(501)])(
  "a reason is a text of 1 to 500 characters, not %j",
  async (reason) => {
    await setProfileStatus(world.minh, "WAITING");
    const answer = await takeStep("refuse", world.minh, reason);
    expect(answer).toMatchObject({ status: 422, error: { fields: { reason: expect.any(String) } } });
  },
);

test("a request needs a profile, and all that the admin decides by", async () => {
  expect((await world.linh.call(requestActivation)).error?.code).toBe("PROFILE.NONE");
  await world.linh.call(createProfile, { body: { ...profileBody(world.linh), description: " " } });
  await server.db.pool.query(
    "update users set avatar = null, working_language = null, account_type = null, role = 'user' where id = $1",
    [world.linh.id],
  );
  const answer = await world.linh.call(requestActivation);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.error?.fields ?? {}).sort()).toEqual([
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
    await setProfileStatus(world.minh, status);
    expect((await world.minh.call(chooseRole, { body: { role: "dev" } })).status).toBe(code);
  }
});

test.each([
  ["role", "admin"],
  ["status", "ACCEPTED"],
  ["user_id", randomUUID()],
  ["reason", "x"],
])("a profile cannot set its own %s", async (field, value) => {
  const answer = await world.minh.call(updateProfile, { body: { [field]: value } });
  expect(answer).toMatchObject({ status: 422, error: { fields: { [field]: expect.any(String) } } });
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
  const answer = await world.minh.call(updateProfile, { body: { [field]: value } });
  expect(answer).toMatchObject({ status: 422, error: { fields: { [field]: expect.any(String) } } });
});

test("names and numbers are stored in normal form", async () => {
  const { data } = await world.minh.call(updateProfile, {
    body: { name: "Tra\u0302\u0300n\u200b  Minh\u202e", phone: "＋８１（３）１２３４ー５６７８" },
  });
  expect(data).toMatchObject({ name: "Trần Minh", phone: "+81(3)1234-5678" });
  expect((await world.minh.call(getMyProfile)).data).toEqual(data);
});

test("others see what is meant for them: no address, no telephone, no mail address, no reason", async () => {
  const { data } = await world.aiko.call(getPublicProfile, { params: { id: world.minh.id } });
  expect(data).toMatchObject({ name: "Trần Minh", categories: [{}, {}], accepted: false });
  // Translators who have not chosen any languages count as knowing all languages.
  const { data: translator } = await world.aiko.call(getPublicProfile, { params: { id: world.kenji.id } });
  expect(translator.languages).toEqual(["en", "vi", "ja"]);
  for (const field of ["address", "phone", "email", "reason", "first_name"])
    expect(data).not.toHaveProperty(field);
  expect((await world.aiko.call(getPublicProfile, { params: { id: randomUUID() } })).status).toBe(404);
});

test("a time zone is shown to its person and to those who share a room with them, and to nobody else", async () => {
  const { kenji, linh, minh } = world;
  await kenji.call(setDeviceTimeZone, { body: { time_zone: "Asia/Tokyo" } });
  const timeZoneSeenBy = async (viewer: Person) =>
    (await viewer.call(getPublicProfile, { params: { id: kenji.id } })).data.time_zone;
  const room = await linh.call(createConversation, { body: { kind: "DIRECT", user_ids: [kenji.id] } });
  expect(room.status).toBe(200);
  expect(await Promise.all([kenji, linh, minh].map(timeZoneSeenBy))).toEqual([
    "Asia/Tokyo",
    "Asia/Tokyo",
    null,
  ]);
  await kenji.call(updateSettings, { body: { time_zone: "Asia/Ho_Chi_Minh" } });
  expect(await timeZoneSeenBy(linh)).toBe("Asia/Ho_Chi_Minh");
});

test("an admin's step takes effect at once, in whatever case the person's id is written", async () => {
  const { kenji, emma, an } = world;
  await kenji.call(createProfile, { body: profileBody(kenji) });
  await server.db.pool.query("update profiles set status = 'ACCEPTED' where user_id = $1", [kenji.id]);
  const startConversation = () =>
    kenji.call(createConversation, { body: { kind: "DIRECT", user_ids: [an.id] } });
  expect((await startConversation()).status).toBe(200);
  const params = { id: kenji.id.toUpperCase() };
  expect((await emma.call(blockProfile, { params, body: { reason: "Because" } })).status).toBe(200);
  expect(await startConversation()).toMatchObject({ status: 403, error: { code: "ERR.BLOCKED" } });
});
