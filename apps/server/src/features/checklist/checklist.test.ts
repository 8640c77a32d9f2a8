import { randomUUID } from "node:crypto";
import { updateSettings } from "@kakehashi/contract/account-settings";
import { getChecklist } from "@kakehashi/contract/checklist";
import { createConversation, listConversations } from "@kakehashi/contract/conversations";
import { sendInvitation } from "@kakehashi/contract/invitations";
import { sendMessage } from "@kakehashi/contract/messages";
import { getAccount } from "@kakehashi/contract/users";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { addTestPeople, type TestPeople, type TestPerson } from "../../test/world.ts";

let server: TestApp;
let testPeople: TestPeople;
beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
});
afterAll(() => server.close());

const listSteps = async (person: TestPerson) =>
  (await person.call(getChecklist)).data.map(({ step, done }) => `${step} ${done}`);
const isStepDone = async (person: TestPerson, checklistStep: string) =>
  (await listSteps(person)).includes(`${checklistStep} true`);
const sendMessageTo = (person: TestPerson, id: string) =>
  person.call(sendMessage, { params: { id }, body: { client_id: randomUUID(), content: "Hello" } });

async function startDirectConversation(person: TestPerson, partner: TestPerson): Promise<string> {
  const { data } = await person.call(createConversation, {
    body: { kind: "DIRECT", user_ids: [partner.id] },
  });
  return data.id;
}

test("a new person has every step open except the chosen language", async () => {
  expect(await listSteps(testPeople.an)).toEqual([
    "picture false",
    "profile false",
    "languages true",
    "notifications false",
    "conversation false",
    "invitation false",
  ]);
});

test("an admin has no profile to activate; who is blocked has nothing to begin with", async () => {
  expect((await listSteps(testPeople.emma)).map((stepText) => stepText.split(" ")[0])).toEqual([
    "picture",
    "languages",
    "notifications",
    "conversation",
    "invitation",
  ]);
  await server.db.pool.query(
    "insert into profiles (id, user_id, first_name, last_name, status) values ($1, $2, 'Minh', 'Trần', 'DEACTIVATED')",
    [randomUUID(), testPeople.minh.id],
  );
  expect(await listSteps(testPeople.minh)).toEqual([]);
});

test("a conversation counts once I wrote in one with others", async () => {
  const ownNotesRoomId =
    (await testPeople.an.call(listConversations, { query: { type: "MY_CHAT" } })).data[0]?.id ?? "";
  await sendMessageTo(testPeople.an, ownNotesRoomId);
  const room = await startDirectConversation(testPeople.kenji, testPeople.an);
  await sendMessageTo(testPeople.kenji, room);
  expect(await isStepDone(testPeople.an, "conversation")).toBe(false);
  await sendMessageTo(testPeople.an, room);
  expect(await isStepDone(testPeople.an, "conversation")).toBe(true);
});

test("a profile counts once its activation was requested, and no more once that was refused", async () => {
  const { linh } = testPeople;
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
  const { aiko } = testPeople;
  await server.db.pool.query("update users set avatar = '/api/avatars/a.webp' where id = $1", [aiko.id]);
  await aiko.call(updateSettings, { body: { notify_desktop: true } });
  await aiko.call(sendInvitation, { body: { email: "somebody@elsewhere.example" } });
  for (const checklistStep of ["picture", "notifications", "invitation"])
    expect(await isStepDone(aiko, checklistStep)).toBe(true);
  await aiko.call(updateSettings, { body: { notify_desktop: false } });
  expect(await isStepDone(aiko, "notifications")).toBe(false);
});

test("hiding the checklist hides it on every device until it is shown again", async () => {
  const isChecklistShown = async () => (await testPeople.kenji.call(getAccount)).data.settings.show_checklist;
  expect(await isChecklistShown()).toBe(true);
  await testPeople.kenji.call(updateSettings, { body: { show_checklist: false } });
  expect(await isChecklistShown()).toBe(false);
  await testPeople.kenji.call(updateSettings, { body: { show_checklist: true } });
  expect(await isChecklistShown()).toBe(true);
});
