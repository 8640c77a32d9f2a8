import { updateSettings } from "@kakehashi/contract/account-settings";
import { listMessages } from "@kakehashi/contract/messages";
import {
  addMilestone,
  changeMilestone,
  listMilestones,
  type Milestone,
  maximumMilestonesPerProject,
  removeMilestone,
} from "@kakehashi/contract/milestones";
import { agreeToProjectInvitation, inviteToProject } from "@kakehashi/contract/project-members";
import { deactivateProject, getProject, reactivateProject } from "@kakehashi/contract/projects";
import { setInterfaceLanguage } from "@kakehashi/contract/users";
import { beforeAll, expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, linh, kenji, emma } = testPeople;
const dateInDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10);

let id: string;
let teamRoomId: string;
beforeAll(async () => {
  await addAcceptedProfiles(server, aiko, an, linh, kenji);
  id = await createTestProject(aiko, { name: "桜サロン" });
  for (const person of [an, kenji]) {
    await aiko.call(inviteToProject, { params: { id, user_id: person.id } });
    await person.call(agreeToProjectInvitation, { params: { id } });
  }
  teamRoomId = (await aiko.call(getProject, { params: { id } })).data.conversations.team ?? "";
});

const addMilestoneAs = (person: TestPerson, title: string, due_date = dateInDays(7)) =>
  person.call(addMilestone, { params: { id }, body: { title, due_date } });
const changePlanStep = (person: TestPerson, milestone_id: string, body: object) =>
  person.call(changeMilestone, { params: { id, milestone_id }, body });
const readPlan = async (person: TestPerson) => (await person.call(listMilestones, { params: { id } })).data;
const listAnnouncements = async () =>
  (await an.call(listMessages, { params: { id: teamRoomId } })).data.map((message) => message.content);

test("A milestone is announced by a message whose thread is its conversation", async () => {
  const { data } = await addMilestoneAs(aiko, "設計完了", "2027-03-01");
  const { data: messages } = await an.call(listMessages, { params: { id: teamRoomId } });
  expect(messages.find((message) => message.id === data.message_id)).toMatchObject({
    content: "マイルストーン：設計完了（期限：2027年3月1日）",
    user_id: aiko.id,
    language: "ja",
  });
});

test("Each change is announced once, in its author's language", async () => {
  const { data } = await addMilestoneAs(kenji, "最初のリリース", "2027-04-01");
  await changePlanStep(kenji, data.id, { title: "初回リリース", due_date: "2027-04-08" });
  const { data: doneMilestone } = await changePlanStep(kenji, data.id, { is_done: true });
  expect(doneMilestone.done_at).not.toBe(null);
  // Marking a milestone as done again changes nothing: the date of its completion stays, and the team gets no second
  // message.
  expect((await changePlanStep(kenji, data.id, { is_done: true })).data).toEqual(doneMilestone);
  expect((await changePlanStep(kenji, data.id, { is_done: false })).data.done_at).toBe(null);
  await kenji.call(removeMilestone, { params: { id, milestone_id: data.id } });
  expect((await listAnnouncements()).slice(-5)).toEqual([
    "マイルストーン：最初のリリース（期限：2027年4月1日）",
    "マイルストーン「最初のリリース」の名前を「初回リリース」に変更しました。\nマイルストーン「初回リリース」の期限を2027年4月1日から2027年4月8日に変更しました。",
    "マイルストーン完了：初回リリース",
    "マイルストーンを未完了に戻しました：初回リリース",
    "マイルストーンを削除しました：初回リリース",
  ]);
  expect((await readPlan(aiko)).some((milestone) => milestone.id === data.id)).toBe(false);
});

test("A milestone whose answer was lost is added and announced once; another person's key finds nothing of it", async () => {
  const client_id = newId();
  const body = { title: "Only once", due_date: dateInDays(7), client_id };
  const addMilestoneToProject = (person: TestPerson, project = id) =>
    person.call(addMilestone, { params: { id: project }, body });
  const { data: firstMilestone } = await addMilestoneToProject(aiko);
  // Sends the same request twice at once, as a browser does after a double click.
  const repeatedResponses = await Promise.all([addMilestoneToProject(aiko), addMilestoneToProject(aiko)]);
  expect(repeatedResponses.map(({ data }) => data)).toEqual([firstMilestone, firstMilestone]);
  const { data: secondMilestone } = await addMilestoneToProject(kenji);
  const { data: thirdMilestone } = await addMilestoneToProject(aiko, await createTestProject(aiko));
  expect(new Set([firstMilestone.id, secondMilestone.id, thirdMilestone.id]).size).toBe(3);
  const sameTitleMilestones = (await readPlan(an)).filter(({ title }) => title === body.title);
  expect(sameTitleMilestones.map(({ id }) => id).sort()).toEqual(
    [firstMilestone.id, secondMilestone.id].sort(),
  );
  expect((await listAnnouncements()).filter((text) => text?.includes(body.title))).toHaveLength(2);
  const refusedResponse = await aiko.call(addMilestone, {
    params: { id },
    body: { ...body, client_id: "1" },
  });
  expect([refusedResponse.status, Object.keys(refusedResponse.error?.fields ?? {})]).toEqual([
    422,
    ["client_id"],
  ]);
});

test("Whoever changes a milestone that was removed reads what happened, in their language", async () => {
  const { data } = await addMilestoneAs(aiko, "Soon gone");
  await kenji.call(removeMilestone, { params: { id, milestone_id: data.id } });
  const announcementsBefore = await listAnnouncements();
  for (const { status, error } of [
    await changePlanStep(aiko, data.id, { is_done: true }),
    await changePlanStep(aiko, data.id, { title: "Still here" }),
    await aiko.call(removeMilestone, { params: { id, milestone_id: data.id } }),
  ])
    expect([status, error?.code]).toEqual([404, "MILESTONE.GONE"]);
  expect(await listAnnouncements()).toEqual(announcementsBefore);
});

test("The team and admins see the plan; hosts and bridge engineers change it", async () => {
  const { data } = await addMilestoneAs(aiko, "Beta");
  const readStatus = async (person: TestPerson) =>
    (await person.call(listMilestones, { params: { id } })).status;
  expect([
    await readStatus(aiko),
    await readStatus(an),
    await readStatus(kenji),
    await readStatus(emma),
    await readStatus(linh),
  ]).toEqual([200, 200, 200, 200, 403]);
  for (const person of [an, linh, emma]) {
    expect([
      (await addMilestoneAs(person, "No")).status,
      (await changePlanStep(person, data.id, { is_done: true })).status,
    ]).toEqual([403, 403]);
  }
  expect((await changePlanStep(aiko, newId(), {})).status).toBe(404);
  const otherProjectId = await createTestProject(aiko);
  const params = { id: otherProjectId, milestone_id: data.id };
  expect((await aiko.call(changeMilestone, { params, body: { is_done: true } })).status).toBe(404);
});

test("Of two people who change one milestone at once, the second is told and overwrites nothing", async () => {
  const { data: firstMilestone } = await addMilestoneAs(aiko, "Beta");
  const kenjiChange = await changePlanStep(kenji, firstMilestone.id, {
    title: "First release",
    version: firstMilestone.version,
  });
  const announcementsBefore = await listAnnouncements();
  const outdatedChange = await changePlanStep(aiko, firstMilestone.id, {
    title: "Open beta",
    due_date: dateInDays(9),
    version: firstMilestone.version,
  });
  expect([outdatedChange.status, outdatedChange.error?.code, outdatedChange.error?.entry]).toEqual([
    409,
    "MILESTONE.EDITED",
    kenjiChange.data,
  ]);
  expect((await readPlan(an)).find((milestone) => milestone.id === firstMilestone.id)).toEqual(
    kenjiChange.data,
  );
  expect(await listAnnouncements()).toEqual(announcementsBefore);
  const { data: lastChange } = await changePlanStep(aiko, firstMilestone.id, {
    due_date: dateInDays(9),
    version: kenjiChange.data.version,
  });
  expect(lastChange).toMatchObject({ title: "First release", due_date: dateInDays(9), version: 3 });
  // The request sets the milestone to the state that it already has. This is no conflict, because a client may repeat a
  // request whose response was lost.
  expect(
    (await changePlanStep(aiko, firstMilestone.id, { due_date: dateInDays(9), version: 2 })).data,
  ).toEqual(lastChange);
  // Marking a milestone as done does not change its version, so it cannot conflict with an edit.
  await changePlanStep(kenji, firstMilestone.id, { is_done: true });
  const renameResponse = await changePlanStep(aiko, firstMilestone.id, {
    title: "Launch",
    version: lastChange.version,
  });
  expect([renameResponse.status, renameResponse.data.done_at === null]).toEqual([200, false]);
  // A request that names no version cannot conflict with another change.
  expect((await changePlanStep(kenji, firstMilestone.id, { title: "Go live" })).data).toMatchObject({
    title: "Go live",
  });
  const refusedResponse = await changePlanStep(kenji, firstMilestone.id, { title: "No", version: 0 });
  expect([refusedResponse.status, Object.keys(refusedResponse.error?.fields ?? {})]).toEqual([
    422,
    ["version"],
  ]);
});

test("Of two changes that arrive together from the same version, one is refused", async () => {
  const { data } = await addMilestoneAs(aiko, "Together");
  const responses = await Promise.all(
    [aiko, kenji].map((person, index) =>
      changePlanStep(person, data.id, { title: `Mine ${index}`, version: 1 }),
    ),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [acceptedResponse] = responses.filter(({ status }) => status === 200);
  const [refusedResponse] = responses.filter(({ status }) => status === 409);
  expect(refusedResponse?.error?.entry).toEqual(acceptedResponse?.data);
});

test.each([
  ["a blank title", { title: " " }, "title"],
  ["a long title", { title: "あ".repeat(201) }, "title"],
  ["a day that does not exist", { due_date: "2027-02-30" }, "due_date"],
  ["a day of the year 9999", { due_date: "9999-12-31" }, "due_date"],
])("A milestone with %s gets an error that names its field", async (_, invalidField, field) => {
  const body = { title: "Beta", due_date: dateInDays(1), ...invalidField };
  const { status, error } = await aiko.call(addMilestone, { params: { id }, body });
  expect([status, Object.keys(error?.fields ?? {})]).toEqual([422, [field]]);
});

test("A project has at most 100 milestones", async () => {
  const fullProjectId = await createTestProject(aiko);
  await server.db.pool.query(
    `insert into project_milestones (id, project_id, author_id, title, due_date)
     select gen_random_uuid(), $1, $3, 'Step ' || i, current_date + i from generate_series(1, $2) i`,
    [fullProjectId, maximumMilestonesPerProject, aiko.id],
  );
  const { error } = await aiko.call(addMilestone, {
    params: { id: fullProjectId },
    body: { title: "One more", due_date: dateInDays(1) },
  });
  expect(error?.code).toBe("MILESTONE.TOO_MANY");
});

test("On Mondays each person gets one mail about their projects in their language, unless they switched it off", async () => {
  const kenjiProject = await createTestProject(kenji, { name: "Reise" });
  const insertMilestone = async (title: string, dueInDays: number, isDone: boolean) =>
    server.db.pool.query(
      `insert into project_milestones (id, project_id, author_id, title, due_date, done_at)
       values (gen_random_uuid(), $1, $5, $2, current_date + $3::int, case when $4 then now() end)`,
      [kenjiProject, title, dueInDays, isDone, kenji.id],
    );
  await insertMilestone("Draft", -3, true);
  await insertMilestone("Review", -1, false);
  await insertMilestone("Launch", 5, false);
  await insertMilestone("Party", 60, false);
  await kenji.call(setInterfaceLanguage, { body: { language: "ja" } });
  await an.call(updateSettings, { body: { mail_projects: false } });
  await server.app.services.milestones.mailWeek();
  // Runs the weekly mail job again. It sends no mail, because everybody has already got this week's mail.
  expect(await server.app.services.milestones.mailWeek()).toBe(0);
  const { text } = await server.mails.waitForMail(kenji.email);
  const { rows } = await server.db.pool.query<{ recipient: string }>(
    "select recipient from mails where template = 'project_week' order by recipient",
  );
  expect(rows.map(({ recipient }) => recipient)).toEqual([aiko.email, kenji.email].sort());
  expect(text).toContain("✓ 完了：Draft");
  expect(text).toContain("! 遅延：Review");
  expect(text).toContain("• 次の予定：Launch");
  expect(text).not.toContain("Party");
});

test("Milestones are sorted by their due day", async () => {
  const dueDates = (await readPlan(an)).map(({ due_date }: Milestone) => due_date);
  expect(dueDates).toEqual([...dueDates].sort());
});

test("The plan of a closed project is read and not changed, until the project is active again", async () => {
  const { data } = await addMilestoneAs(aiko, "Before it closes");
  await aiko.call(deactivateProject, { params: { id } });
  const announcementsBefore = await listAnnouncements();
  for (const { status, error } of [
    await addMilestoneAs(aiko, "Too late"),
    await changePlanStep(kenji, data.id, { is_done: true }),
    await aiko.call(removeMilestone, { params: { id, milestone_id: data.id } }),
  ])
    expect([status, error?.code]).toEqual([409, "MILESTONE.CLOSED"]);
  expect((await addMilestoneAs(an, "Not mine")).error?.code).toBe("ERR.FORBIDDEN");
  expect((await readPlan(an)).map(({ title }) => title)).toContain("Before it closes");
  expect(await listAnnouncements()).toEqual(announcementsBefore);
  await aiko.call(reactivateProject, { params: { id } });
  expect((await changePlanStep(kenji, data.id, { is_done: true })).status).toBe(200);
});

test.each([
  ["closed", "update projects set status = 'DEACTIVE' where id = $1", "MILESTONE.CLOSED"],
  [
    "left",
    `update project_members set archived_at = now()
     where user_id = (select id from users where email = '${kenji.email}') and project_id = $1`,
    "ERR.FORBIDDEN",
  ],
])("A change that waits while the project is %s is refused", async (_, statement, code) => {
  const projectId = await createTestProject(aiko);
  await aiko.call(inviteToProject, { params: { id: projectId, user_id: kenji.id } });
  await kenji.call(agreeToProjectInvitation, { params: { id: projectId } });
  const body = { title: "Beta", due_date: dateInDays(7) };
  const { data } = await aiko.call(addMilestone, { params: { id: projectId }, body });
  const client = await server.db.pool.connect();
  await client.query("begin");
  await client.query("select from projects where id = $1 for update", [projectId]);
  const pendingChange = kenji.call(changeMilestone, {
    params: { id: projectId, milestone_id: data.id },
    body: { title: "Too late" },
  });
  await expect
    .poll(async () => {
      const { rows } = await server.db.pool.query(
        "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length;
    })
    .toBe(1);
  await client.query(statement, [projectId]);
  await client.query("commit");
  client.release();
  expect((await pendingChange).error?.code).toBe(code);
  expect((await aiko.call(listMilestones, { params: { id: projectId } })).data).toEqual([data]);
});
