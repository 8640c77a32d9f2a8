import { randomUUID } from "node:crypto";
import { getChecklist } from "@kakehashi/contract/checklist";
import { createConversation, listConversations } from "@kakehashi/contract/conversations";
import { sendInvitation } from "@kakehashi/contract/invitations";
import { sendMessage } from "@kakehashi/contract/messages";
import { getAccount, updateSettings } from "@kakehashi/contract/users";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { createWorld, type Person, type World } from "../../test/world.ts";

let server: TestApp;
let world: World;
beforeAll(async () => {
  server = await createTestApp();
  world = await createWorld(server);
});
afterAll(() => server.close());

const listSteps = async (person: Person) =>
  (await person.call(getChecklist)).data.map(({ step, done }) => `${step} ${done}`);
const isStepDone = async (person: Person, step: string) => (await listSteps(person)).includes(`${step} true`);
const sendMessageTo = (person: Person, id: string) =>
  person.call(sendMessage, { params: { id }, body: { client_id: randomUUID(), content: "Hello" } });

async function startDirectConversation(person: Person, partner: Person): Promise<string> {
  const { data } = await person.call(createConversation, {
    body: { kind: "DIRECT", user_ids: [partner.id] },
  });
  return data.id;
}

test("a new person has every step open except the chosen language", async () => {
  expect(await listSteps(world.an)).toEqual([
    "picture false",
    "profile false",
    "languages true",
    "notifications false",
    "conversation false",
    "invitation false",
  ]);
});

test("an admin has no profile to activate; who is blocked has nothing to begin with", async () => {
  expect((await listSteps(world.emma)).map((step) => step.split(" ")[0])).toEqual([
    "picture",
    "languages",
    "notifications",
    "conversation",
    "invitation",
  ]);
  await server.db.pool.query(
    "insert into profiles (id, user_id, first_name, last_name, status) values ($1, $2, 'Minh', 'Trần', 'DEACTIVATED')",
    [randomUUID(), world.minh.id],
  );
  expect(await listSteps(world.minh)).toEqual([]);
});

test("a conversation counts once I wrote in one with others", async () => {
  const ownNotesRoomId =
    (await world.an.call(listConversations, { query: { type: "MY_CHAT" } })).data[0]?.id ?? "";
  await sendMessageTo(world.an, ownNotesRoomId);
  const room = await startDirectConversation(world.kenji, world.an);
  await sendMessageTo(world.kenji, room);
  expect(await isStepDone(world.an, "conversation")).toBe(false);
  await sendMessageTo(world.an, room);
  expect(await isStepDone(world.an, "conversation")).toBe(true);
});

test("a profile counts once its activation was requested, and no more once that was refused", async () => {
  const { linh } = world;
  await server.db.pool.query(
    "insert into profiles (id, user_id, first_name, last_name) values ($1, $2, 'Linh', 'Phạm')",
    [randomUUID(), linh.id],
  );
  const isProfileDoneWithStatus = async (status: string) => {
    await server.db.pool.query("update profiles set status = $1 where user_id = $2", [status, linh.id]);
    return isStepDone(linh, "profile");
  };
  expect(await isStepDone(linh, "profile")).toBe(false);
  expect(await isProfileDoneWithStatus("WAITING")).toBe(true);
  expect(await isProfileDoneWithStatus("REFUSED")).toBe(false);
  expect(await isProfileDoneWithStatus("ACCEPTED")).toBe(true);
});

test("a picture, notices and an invitation count once they are there", async () => {
  const { aiko } = world;
  await server.db.pool.query("update users set avatar = '/api/avatars/a.webp' where id = $1", [aiko.id]);
  await aiko.call(updateSettings, { body: { notify_desktop: true } });
  await aiko.call(sendInvitation, { body: { email: "somebody@elsewhere.example" } });
  for (const step of ["picture", "notifications", "invitation"])
    expect(await isStepDone(aiko, step)).toBe(true);
  await aiko.call(updateSettings, { body: { notify_desktop: false } });
  expect(await isStepDone(aiko, "notifications")).toBe(false);
});

test("hiding the checklist hides it on every device until it is shown again", async () => {
  const isChecklistShown = async () => (await world.kenji.call(getAccount)).data.settings.show_checklist;
  expect(await isChecklistShown()).toBe(true);
  await world.kenji.call(updateSettings, { body: { show_checklist: false } });
  expect(await isChecklistShown()).toBe(false);
  await world.kenji.call(updateSettings, { body: { show_checklist: true } });
  expect(await isChecklistShown()).toBe(true);
});
