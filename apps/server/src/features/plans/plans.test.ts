import {
  addPricePlan,
  changePricePlan,
  listAllPricePlans,
  listPublicPricePlans,
  orderPricePlans,
  removePricePlan,
} from "@kakehashi/contract/plans";
import { expect, test } from "vitest";
import { callApi } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";

const { server, testPeople } = await setUpTestServer();

const createPlanTexts = (title: string) => ({
  title,
  text: "What it is.",
  suits: "you need it",
  points: ["One", "Two"],
});
const planBody = {
  words: { en: createPlanTexts("Care"), vi: createPlanTexts("Chăm sóc") },
  amount: 1_200.5,
  currency: "USD",
  period: "MONTH",
  shown: true,
};
const readPlans = async (language: string) =>
  (await callApi(server.app, listPublicPricePlans, { query: { language } })).data.map(({ title }) => title);

test("the page opens with three plans that lead to a consultant, in both languages", async () => {
  expect(await readPlans("en")).toEqual(["Project", "Team", "Advice"]);
  expect(await readPlans("vi")).toEqual(["Dự án", "Đội ngũ", "Tư vấn"]);
  const { data } = await callApi(server.app, listPublicPricePlans);
  expect(data.every(({ amount, currency, period }) => !amount && !currency && !period)).toBe(true);
});

test("a plan is added, changed, hidden, moved and removed, and the pages are told each time", async () => {
  let notifiedCount = 0;
  server.app.sitePageHooks.subscribeToSiteChanges(() => notifiedCount++);
  const { data } = await testPeople.emma.call(addPricePlan, { body: planBody });
  expect(data).toMatchObject(planBody);
  expect(await readPlans("vi")).toEqual(["Dự án", "Đội ngũ", "Tư vấn", "Chăm sóc"]);
  const params = { id: data.id };
  const freePlan = { ...planBody, amount: null };
  expect((await testPeople.emma.call(changePricePlan, { params, body: freePlan })).data).toMatchObject({
    amount: null,
    currency: null,
    period: null,
  });
  await testPeople.emma.call(orderPricePlans, { body: { ids: [data.id] } });
  expect((await readPlans("en"))[0]).toBe("Care");
  await testPeople.emma.call(changePricePlan, { params, body: { ...planBody, shown: false } });
  expect(await readPlans("en")).not.toContain("Care");
  expect((await testPeople.emma.call(listAllPricePlans)).data[0]).toMatchObject({
    shown: false,
    amount: 1_200.5,
  });
  expect((await testPeople.emma.call(removePricePlan, { params })).status).toBe(200);
  expect((await testPeople.emma.call(removePricePlan, { params })).status).toBe(404);
  expect(notifiedCount).toBe(5);
  const { rows } = await server.db.pool.query(
    "select action from audit_log where action like 'plan.%' order by created_at",
  );
  expect(rows.map(({ action }) => action)).toEqual([
    "plan.add",
    "plan.change",
    "plan.order",
    "plan.change",
    "plan.remove",
  ]);
});

test("if two people change one plan, the second gets a conflict, and nothing is overwritten", async () => {
  const { data: plan } = await testPeople.emma.call(addPricePlan, { body: planBody });
  const params = { id: plan.id };
  const savePlan = (amount: number, version?: number) =>
    testPeople.emma.call(changePricePlan, { params, body: { ...planBody, amount, version } });
  const responses = await Promise.all([savePlan(1, plan.version), savePlan(2, plan.version)]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(responses.find(({ status }) => status === 409)?.error?.code).toBe("PLAN.CHANGED");
  const acceptedChange = responses.find(({ status }) => status === 200)?.data;
  const storedPlan = (await testPeople.emma.call(listAllPricePlans)).data.find(({ id }) => id === plan.id);
  expect(storedPlan).toEqual(acceptedChange);
  expect(storedPlan).toMatchObject({ version: plan.version + 1, changed_by: testPeople.emma.name });
  // Overwrites somebody else's change on purpose: first with the new version number, then without one.
  expect((await savePlan(3, storedPlan?.version)).data.amount).toBe(3);
  expect((await savePlan(4)).data.amount).toBe(4);
  await testPeople.emma.call(removePricePlan, { params });
});

test.each([
  ["amount", { amount: -1 }],
  ["amount", { amount: 1e11 }],
  ["amount", { amount: 1.005 }],
  ["amount", { amount: "12" }],
  ["currency", { currency: "dollar" }],
  ["currency", { currency: null }],
  ["period", { period: null }],
  ["period", { period: "YEAR" }],
  ["words.vi.title", { words: { en: createPlanTexts("x"), vi: createPlanTexts("  ") } }],
  ["words.en.points", { words: { en: { ...createPlanTexts("x"), points: [] }, vi: createPlanTexts("x") } }],
  [
    "words.en.points.0",
    { words: { en: { ...createPlanTexts("x"), points: [""] }, vi: createPlanTexts("x") } },
  ],
  ["position", { position: 1 }],
  ["version", { version: 1 }],
])("a wrong %s is refused at its field: %j", async (field, changes) => {
  const { status, error } = await testPeople.emma.call(addPricePlan, { body: { ...planBody, ...changes } });
  expect(status).toBe(422);
  expect(Object.keys(error?.fields ?? {})).toEqual([field]);
});

test("only admins change what is offered", async () => {
  const [plan] = (await testPeople.emma.call(listAllPricePlans)).data;
  const params = { id: plan?.id ?? "" };
  for (const person of [testPeople.aiko, testPeople.an, testPeople.linh, testPeople.kenji]) {
    expect((await person.call(listAllPricePlans)).status).toBe(403);
    expect((await person.call(addPricePlan, { body: planBody })).status).toBe(403);
    expect((await person.call(changePricePlan, { params, body: planBody })).status).toBe(403);
    expect((await person.call(orderPricePlans, { body: { ids: [] } })).status).toBe(403);
    expect((await person.call(removePricePlan, { params })).status).toBe(403);
  }
  const unknownPlan = { id: "00000000-0000-7000-8000-000000000000" };
  expect((await testPeople.emma.call(changePricePlan, { params: unknownPlan, body: planBody })).status).toBe(
    404,
  );
});
