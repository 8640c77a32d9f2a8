import { Readable } from "node:stream";
import { listCurrencies } from "@kakehashi/contract/catalogue";
import { createConversation, getConversation, listConversations } from "@kakehashi/contract/conversations";
import type { NewProjectBody } from "@kakehashi/contract/project-bodies";
import { addProjectHost, leaveProject } from "@kakehashi/contract/project-members";
import {
  createProject,
  deactivateProject,
  getProject,
  listProjects,
  reactivateProject,
  updateProject,
} from "@kakehashi/contract/projects";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject, projectBodyOf } from "../../test/projects.ts";
import { missingSearchWordsJob } from "./service.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, linh, kenji, emma } = testPeople;

beforeAll(() => addAcceptedProfiles(server, aiko, linh));

const createProjectWith = async (changes: Record<string, unknown>) =>
  aiko.call(createProject, { body: { ...(await projectBodyOf(aiko)), ...changes } as NewProjectBody });
const dateInDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10);

test("A project is created with its conversations, and the answer has the given fields", async () => {
  const body = await projectBodyOf(aiko, { name: "  予約アプリ  " });
  const { data } = await aiko.call(createProject, { body });
  expect(data).toMatchObject({
    name: "予約アプリ",
    description: body.description,
    start_date: body.start_date,
    min_cost: 1000,
    max_cost: 2500.5,
    category: { id: body.category_id },
    currency: { id: body.currency_id },
    host: { id: aiko.id },
    part: { status: "ACTIVE", is_host: true },
    status: "ACTIVE",
    running_since: null,
    joined_count: 1,
    applicant_count: 0,
    invited_count: 0,
    refused_count: 0,
  });
  const rooms = await aiko.call(listConversations);
  const { team, client, support } = data.conversations;
  for (const id of [team, client, support])
    expect(rooms.data.find((room) => room.id === id)).toMatchObject({ name: "予約アプリ" });
});

test.each([
  ["a key that is no id", { client_id: "1" }, "client_id"],
  ["costs as text", { min_cost: "100" }, "min_cost"],
  ["a negative cost", { min_cost: -1 }, "min_cost"],
  ["a cost of 1e11", { max_cost: 1e11 }, "max_cost"],
  ["a cost of 1e300", { max_cost: 1e300 }, "max_cost"],
  ["a minimum that equals the maximum", { min_cost: 5, max_cost: 5 }, "max_cost"],
  ["a minimum above the maximum", { min_cost: 6, max_cost: 5 }, "max_cost"],
  ["13 decimals", { min_cost: 1.1234567890123 }, "min_cost"],
  ["costs that the database would round to the same", { min_cost: 1, max_cost: 1.000001 }, "max_cost"],
  ["an unknown currency", { currency_id: newId() }, "currency_id"],
  ["an unknown category", { category_id: newId() }, "category_id"],
  ["a day in the past", { start_date: dateInDays(-3) }, "start_date"],
  ["a day of the year 9999", { start_date: "9999-12-31" }, "start_date"],
  ["a day that does not exist", { start_date: "2026-02-30" }, "start_date"],
  ["a blank name", { name: " \n" }, "name"],
  ["a long name", { name: "あ".repeat(1025) }, "name"],
  ["a long description", { description: "👨‍👩‍👧‍👦".repeat(10_241) }, "description"],
  ["a long duration", { time: "x".repeat(101) }, "time"],
  ["no skill", { skill: "" }, "skill"],
])("A project with %s gets an error that names its field", async (_, changes, field) => {
  const { status, error } = await createProjectWith(changes);
  expect([status, Object.keys(error?.fields ?? {})]).toEqual([422, [field]]);
});

test.each(["👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩🏻‍❤️‍💋‍👨🏿"])(
  "Texts of as many emoji as are allowed are stored whole: %s",
  async (emoji) => {
    const texts = {
      name: emoji.repeat(1024),
      description: emoji.repeat(10_240),
      skill: emoji.repeat(10_240),
      time: emoji.repeat(100),
    };
    const { data, error } = await createProjectWith(texts);
    expect(error).toBeUndefined();
    expect((await an.call(getProject, { params: { id: data.id } })).data).toMatchObject(texts);
    const changeResponse = await aiko.call(updateProject, { params: { id: data.id }, body: texts });
    expect(changeResponse.status).toBe(200);
  },
);

test("An amount has decimals only where its currency does", async () => {
  const { data: currencies } = await aiko.call(listCurrencies);
  const idOf = (code: string) => currencies.find((currency) => currency.code === code)?.id ?? "";
  const refusedResponse = await createProjectWith({
    currency_id: idOf("JPY"),
    min_cost: 1000.55,
    max_cost: 2000.5,
  });
  expect([refusedResponse.status, Object.keys(refusedResponse.error?.fields ?? {})]).toEqual([
    422,
    ["min_cost", "max_cost"],
  ]);
  const { data } = await createProjectWith({ currency_id: idOf("VND"), min_cost: 1000, max_cost: 2000 });
  const changeProject = (body: Record<string, unknown>) =>
    aiko.call(updateProject, { params: { id: data.id }, body });
  expect(Object.keys((await changeProject({ max_cost: 2000.5 })).error?.fields ?? {})).toEqual(["max_cost"]);
  expect((await changeProject({ max_cost: 2000.5, currency_id: idOf("USD") })).status).toBe(200);
  expect(Object.keys((await changeProject({ currency_id: idOf("JPY") })).error?.fields ?? {})).toEqual([
    "max_cost",
  ]);
  // The currency had decimals when this amount was stored, but has none now. The amount may stay.
  await server.db.pool.query("update projects set currency_id = $2 where id = $1", [data.id, idOf("JPY")]);
  expect((await changeProject({ name: "Stays", max_cost: 2000.5 })).status).toBe(200);
});

describe("A person without an accepted profile", () => {
  const tryToCreate = async () => an.call(createProject, { body: await projectBodyOf(an) });
  test.each([
    [null, 403, "PROFILE.NONE"],
    ["NOT_REQUEST", 403, "PROFILE.INACTIVE"],
    ["WAITING", 403, "PROFILE.WAITING"],
    ["REFUSED", 403, "PROFILE.INACTIVE"],
  ])(
    "cannot create a project; with the profile %s the error names the missing step",
    async (profileStatus, status, code) => {
      if (profileStatus) {
        await server.db.pool.query("delete from profiles where user_id = $1", [an.id]);
        await addAcceptedProfiles(server, an);
        await server.db.pool.query("update profiles set status = $2 where user_id = $1", [
          an.id,
          profileStatus,
        ]);
      }
      const refusedCreation = await tryToCreate();
      expect([refusedCreation.status, refusedCreation.error?.code]).toEqual([status, code]);
    },
  );
});

test("Only a host can change a project", async () => {
  const id = await createTestProject(aiko);
  const changeProject = (person: typeof aiko, body: Record<string, unknown>) =>
    person.call(updateProject, { params: { id }, body });
  expect((await changeProject(aiko, { name: "New name" })).data.name).toBe("New name");
  // The request changes only the minimum, which must not exceed the stored maximum of 2500.5.
  const refusedChange = await changeProject(aiko, { min_cost: 3000 });
  expect(Object.keys(refusedChange.error?.fields ?? {})).toEqual(["max_cost"]);
  expect((await changeProject(linh, { name: "Mine" })).status).toBe(403);
  expect((await aiko.call(updateProject, { params: { id: newId() }, body: {} })).status).toBe(404);
});

test("Its hosts are those of today, not who created it", async () => {
  await server.db.pool.query("delete from profiles where user_id = $1", [kenji.id]);
  await addAcceptedProfiles(server, kenji);
  const id = await createTestProject(aiko);
  const params = { id };
  await emma.call(addProjectHost, { params: { id, user_id: kenji.id } });
  const listShownHosts = async () => {
    const { data } = await linh.call(getProject, { params });
    const listedProject = (await linh.call(listProjects)).data.find((project) => project.id === id);
    return [data.hosts.map((host) => host.id), data.host.id, listedProject?.host.id];
  };
  expect(await listShownHosts()).toEqual([[aiko.id, kenji.id], aiko.id, aiko.id]);
  expect((await aiko.call(leaveProject, { params })).status).toBe(200);
  expect(await listShownHosts()).toEqual([[kenji.id], kenji.id, kenji.id]);
});

test("A start date that has passed stays when the rest is changed, and no other impossible day is taken", async () => {
  const id = await createTestProject(aiko);
  await server.db.pool.query("update projects set start_date = $2 where id = $1", [id, dateInDays(-30)]);
  const changeProject = (body: Record<string, unknown>) => aiko.call(updateProject, { params: { id }, body });
  const acceptedChange = await changeProject({ name: "Under way", start_date: dateInDays(-30) });
  expect([acceptedChange.status, acceptedChange.data.name, acceptedChange.data.start_date]).toEqual([
    200,
    "Under way",
    dateInDays(-30),
  ]);
  for (const start_date of [dateInDays(-3), "9999-12-31", "0001-01-01"]) {
    const { status, error } = await changeProject({ start_date });
    expect([status, Object.keys(error?.fields ?? {})]).toEqual([422, ["start_date"]]);
  }
  expect((await changeProject({ start_date: dateInDays(7) })).data.start_date).toBe(dateInDays(7));
});

test("Only its members and admins see a project that is not active", async () => {
  const id = await createTestProject(aiko);
  await aiko.call(deactivateProject, { params: { id } });
  expect((await aiko.call(deactivateProject, { params: { id } })).error?.code).toBe("PROJECT.STEP");
  const readStatus = async (person: typeof aiko) =>
    (await person.call(getProject, { params: { id } })).status;
  expect([await readStatus(aiko), await readStatus(emma), await readStatus(kenji)]).toEqual([200, 200, 404]);
  const isListed = async (person: typeof aiko) =>
    (await person.call(listProjects, { query: { paging: "100" } })).data.some((project) => project.id === id);
  expect([await isListed(aiko), await isListed(emma), await isListed(kenji)]).toEqual([true, true, false]);
  await aiko.call(reactivateProject, { params: { id } });
  expect(await readStatus(kenji)).toBe(200);
});

describe("The list", () => {
  test("finds words by their beginning, Japanese words anywhere, and several words in any order", async () => {
    const id = await createTestProject(aiko, { name: "化粧品の在庫管理", skill: "PostgreSQL, Kubernetes" });
    const isFound = async (query: Record<string, string>) =>
      (await kenji.call(listProjects, { query: { paging: "100", ...query } })).data.some(
        (foundProject) => foundProject.id === id,
      );
    expect(await isFound({ search: "在庫" })).toBe(true);
    expect(await isFound({ search: "庫管理 postgres" })).toBe(true);
    expect(await isFound({ skill: "kuber" })).toBe(true);
    expect(await isFound({ skill: "netes" })).toBe(false);
    expect(await isFound({ search: "管理在庫" })).toBe(false);
    expect(await isFound({ skill: "在庫" })).toBe(false);
    await aiko.call(updateProject, { params: { id }, body: { name: "Stock" } });
    expect([await isFound({ search: "在庫" }), await isFound({ search: "stock" })]).toEqual([false, true]);
  });

  test("finds projects whose search words were missing, even if writing them fails at first", async () => {
    const { pool } = server.db;
    const id = await createTestProject(aiko, { name: "Zeppelin" });
    await pool.query("update listed_projects set lexemes = null where id = $1", [id]);
    const owner = new pg.Client({ connectionString: server.ownerDatabaseUrl });
    await owner.connect();
    await owner.query("alter table listed_projects add constraint refused check (lexemes is null) not valid");
    await server.runJob(missingSearchWordsJob);
    const countRetriedJobs = async () =>
      (
        await owner.query("select from pgboss.job where name = $1 and state = 'retry'", [
          missingSearchWordsJob,
        ])
      ).rowCount;
    await expect.poll(countRetriedJobs, { timeout: 10_000 }).toBe(1);
    await owner.query("alter table listed_projects drop constraint refused");
    await owner.end();
    const isProjectFound = async () =>
      (await kenji.call(listProjects, { query: { search: "zeppelin" } })).data.map((project) => project.id);
    await expect.poll(isProjectFound, { timeout: 20_000 }).toEqual([id]);
  });

  test("shows closed projects only to their members and admins", async () => {
    const id = await createTestProject(aiko, { name: "Closed" });
    await aiko.call(deactivateProject, { params: { id } });
    const isFound = async (person: typeof aiko, query: Record<string, string>) =>
      (await person.call(listProjects, { query: { paging: "100", ...query } })).data.some(
        (foundProject) => foundProject.id === id,
      );
    for (const query of [{}, { status: "DEACTIVE" }, { search: "closed", sort: "budget" }])
      expect([await isFound(aiko, query), await isFound(emma, query), await isFound(kenji, query)]).toEqual([
        true,
        true,
        false,
      ]);
    expect(await isFound(aiko, { status: "ACTIVE" })).toBe(false);
  });

  test("finds words in any script and width, by category, budget, status and part, in each order", async () => {
    const cheapProject = await createTestProject(aiko, {
      name: "ﾃｽﾄ環境",
      min_cost: 1,
      max_cost: 2,
      start_date: dateInDays(30),
    });
    const expensiveProject = await createTestProject(linh, {
      name: "Dự án đặt lịch",
      skill: "Kotlin",
      min_cost: 90_000_000,
      max_cost: 99_000_000,
      start_date: dateInDays(1),
    });
    const listIds = async (query: Record<string, string>, person = kenji) => {
      const { data } = await person.call(listProjects, { query: { paging: "100", ...query } });
      return data.map(({ id }) => id);
    };
    expect(await listIds({ search: "テスト" })).toEqual([cheapProject]);
    expect(await listIds({ search: "du an" })).toEqual([expensiveProject]);
    expect(await listIds({ skill: "kotlin" })).toEqual([expensiveProject]);
    expect(await listIds({ min: "80000000" })).toEqual([expensiveProject]);
    expect(await listIds({ max: "5" })).toEqual([cheapProject]);
    expect(await listIds({ category_id: newId() })).toEqual([]);
    expect((await listIds({ sort: "budget" }))[0]).toBe(expensiveProject);
    expect((await listIds({ sort: "newest" }))[0]).toBe(expensiveProject);
    expect((await listIds({ sort: "start" }))[0]).toBe(expensiveProject);
    expect(await listIds({ part: "host" }, linh)).toEqual([expensiveProject]);
    expect(await listIds({ part: "invited" }, linh)).toEqual([]);
    const page = await kenji.call(listProjects, { query: { paging: "1" } });
    expect(page.meta).toMatchObject({ page: 1, paging: 1, has_more: true, next: 1 });
  });

  test("cuts long texts", async () => {
    const id = await createTestProject(aiko, { description: "長".repeat(10_000) });
    const projectItem = (await kenji.call(listProjects)).data.find((project) => project.id === id);
    expect(projectItem?.description.length).toBe(200);
  });
});

test("Renaming a project renames its conversations, and their history says so", async () => {
  const id = await createTestProject(aiko, { name: "Old name" });
  const { team, client, support } = (await aiko.call(getProject, { params: { id } })).data.conversations;
  const { status } = await aiko.call(updateProject, { params: { id }, body: { name: "New name" } });
  expect(status).toBe(200);
  for (const room of [team, client, support]) {
    const { data } = await aiko.call(getConversation, { params: { id: room ?? "" } });
    expect(data.name).toBe("New name");
  }
  const { rows } = await server.db.pool.query(
    "select 1 from conversation_lines where kind = 'RENAMED' and conversation_id = any($1::uuid[])",
    [[team, client, support]],
  );
  expect(rows).toHaveLength(3);
  // A change without a new name must not rename the rooms.
  await aiko.call(updateProject, { params: { id }, body: { name: "New name", time: "4 months" } });
  const linesAfterwards = await server.db.pool.query(
    "select 1 from conversation_lines where kind = 'RENAMED' and conversation_id = any($1::uuid[])",
    [[team, client, support]],
  );
  expect(linesAfterwards.rows).toHaveLength(3);
});

describe("Files", () => {
  const downloadBytes = async (person: typeof aiko, id: string) =>
    (
      await server.app.http.inject({
        url: `/api/files/${id}`,
        headers: { authorization: `Bearer ${person.tokens.access_token}` },
      })
    ).statusCode;

  async function uploadFile(person: typeof aiko, name: string): Promise<string> {
    const room = await person.call(createConversation, { body: { kind: "MY_CHAT" } });
    const file = await server.app.services.files.upload(
      person.id,
      room.data.id,
      name,
      Readable.from(["plan"]),
    );
    return file.id;
  }

  test("of a project can be read by everybody who sees it, until they are removed from it", async () => {
    const [planFileId, sketchFileId] = [
      await uploadFile(aiko, "計画.txt"),
      await uploadFile(aiko, "sketch.txt"),
    ];
    expect(await downloadBytes(kenji, planFileId)).toBe(404);
    const { data } = await createProjectWith({ file_ids: [planFileId, sketchFileId] });
    expect(data.files.map(({ name }) => name)).toEqual(["計画.txt", "sketch.txt"]);
    // The hourly clean-up must not delete the project's files.
    await server.db.pool.query("update files set created_at = now() - interval '3 days'");
    await server.app.services.files.deleteUnused();
    expect(await downloadBytes(kenji, planFileId)).toBe(200);

    const params = { id: data.id };
    const changeAnswer = await aiko.call(updateProject, { params, body: { file_ids: [sketchFileId] } });
    expect(changeAnswer.data.files.map(({ id }) => id)).toEqual([sketchFileId]);
    expect(await downloadBytes(aiko, planFileId)).toBe(404);

    await aiko.call(deactivateProject, { params });
    expect([
      await downloadBytes(kenji, sketchFileId),
      await downloadBytes(emma, sketchFileId),
      await downloadBytes(aiko, sketchFileId),
    ]).toEqual([404, 200, 200]);
  });

  test("of two hosts' changes both stay: the later one is told, and overwrites nothing", async () => {
    const id = await createTestProject(aiko);
    const params = { id };
    await emma.call(addProjectHost, { params: { id, user_id: kenji.id } });
    const projectBefore = (await kenji.call(getProject, { params })).data;
    const planFileId = await uploadFile(aiko, "plan.txt");
    const savedResponse = await aiko.call(updateProject, {
      params,
      body: { version: projectBefore.version, name: "Aiko's name", file_ids: [planFileId] },
    });
    expect(savedResponse.data.version).toBe(projectBefore.version + 1);
    const description = "Kenji's description";
    const outdatedChange = await kenji.call(updateProject, {
      params,
      body: { version: projectBefore.version, name: projectBefore.name, description, file_ids: [] },
    });
    expect([outdatedChange.status, outdatedChange.error?.code]).toEqual([409, "PROJECT.EDITED"]);
    expect(await downloadBytes(kenji, planFileId)).toBe(200);
    const { data } = await kenji.call(updateProject, {
      params,
      body: { version: savedResponse.data.version, description },
    });
    expect(data).toMatchObject({ name: "Aiko's name", description, files: [{ id: planFileId }] });
  });

  test("of another person, of another project and missing ones are refused", async () => {
    const [anFileId, aikoFileId] = [await uploadFile(an, "an.txt"), await uploadFile(aiko, "mine.txt")];
    await createProjectWith({ file_ids: [aikoFileId] });
    for (const id of [anFileId, aikoFileId, newId()])
      expect((await createProjectWith({ file_ids: [id] })).error?.code).toBe("FILE.GONE");
    const lastFileId = await uploadFile(aiko, "last.txt");
    const refusedResponse = await createProjectWith({ file_ids: [newId(), lastFileId, aikoFileId] });
    expect(Object.keys(refusedResponse.error?.fields ?? {})).toEqual(["file_ids.0", "file_ids.2"]);
    const manyFileIds = Array.from({ length: 11 }, newId);
    expect(Object.keys((await createProjectWith({ file_ids: manyFileIds })).error?.fields ?? {})).toEqual([
      "file_ids",
    ]);
  });
});
