import { getVisitedBot, listVisitorTurns, visitorTokenHeaderName } from "@kakehashi/contract/bot-visitors";
import { changeBot } from "@kakehashi/contract/bots";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { expect, test } from "vitest";
import { createMemoryBus } from "../../kit/bus.ts";
import { callApi } from "../../test/app.ts";
import {
  createAskBlock,
  createFlow,
  createPublishedBot,
  createSayBlock,
  endBlock,
  visitBot,
} from "../../test/bots.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createVisitorLongPolls } from "./visit-waits.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji } = testPeople;

const readVisitedBot = (bot_id: string) => callApi(server.app, getVisitedBot, { params: { bot_id } });
const dayQuestion: FlowBlock = {
  ...createAskBlock("day"),
  type: "ask",
  answer: { kind: "date", earliest: "2030-01-01", latest: null },
} as FlowBlock;
const chooseBlock: FlowBlock = {
  id: "choose",
  type: "choices",
  text: { en: "Which?", ja: "どれ？" },
  items: [{ id: "cut", label: { en: "Cut", ja: "カット" } }],
  retry: {},
  tries: 3,
};

test("Anybody can read a web bot's name, languages and sites, and whether it answers", async () => {
  const { id } = await createPublishedBot(kenji, createFlow({ start: [createSayBlock("a"), endBlock] }));
  const sites = ["https://shop.example", "http://localhost:8080"];
  const changeResponse = await kenji.call(changeBot, { params: { id }, body: { sites } });
  expect(changeResponse.data.sites).toEqual(sites);
  expect((await readVisitedBot(id)).data).toEqual({
    id,
    name: "Salon",
    picture: null,
    languages: ["en", "ja"],
    sites,
    is_open: true,
  });
  await kenji.call(changeBot, { params: { id }, body: { archived: true } });
  expect((await readVisitedBot(id)).data.is_open).toBe(false);
  await kenji.call(changeBot, { params: { id }, body: { platforms: ["ZALO"] } });
  expect((await readVisitedBot(id)).status).toBe(404);
});

test.each([
  "https://shop.example/",
  "https://shop.example/path",
  "shop.example",
  "https://*.example",
  "https://shop.example; script-src *",
  "https://SHOP.example",
  "javascript:alert(1)",
  "http://[::1]:3000",
  "",
])("A site that is not an origin is refused: %s", async (site) => {
  const { id } = await createPublishedBot(kenji, createFlow({ start: [createSayBlock("a"), endBlock] }));
  const response = await kenji.call(changeBot, { params: { id }, body: { sites: [site] } });
  expect(response.status).toBe(422);
  expect(Object.keys(response.error?.fields ?? {})).toEqual(["sites.0"]);
});

test("Each answer says what kind of input the bot waits for", async () => {
  const { id } = await createPublishedBot(kenji, createFlow({ start: [dayQuestion, chooseBlock, endBlock] }));
  const visitor = await visitBot(server, id);
  expect((await visitor.list()).input).toEqual({ kind: "date", minimum: "2030-01-01", maximum: null });
  const { data } = await visitor.send({ content: "2030-02-01" });
  expect(data.input).toEqual({ kind: "choice", minimum: null, maximum: null });
  expect((await visitor.send({ content: "Cut", choice: "cut" })).data.input).toBeNull();
});

test("A waiting call returns at once if there is something new, otherwise when a timer makes a turn", async () => {
  const waitBlock: FlowBlock = { id: "w", type: "wait", seconds: 1 };
  const { id } = await createPublishedBot(
    kenji,
    createFlow({ start: [createSayBlock("a"), waitBlock, createSayBlock("b"), endBlock] }),
  );
  const visitor = await visitBot(server, id);
  const listNewsSince = (sinceNumber: number) =>
    callApi(server.app, listVisitorTurns, {
      params: { bot_id: id },
      headers: { [visitorTokenHeaderName]: visitor.token },
      query: { since: String(sinceNumber), wait: "true" },
    });
  expect((await listNewsSince(0)).data.messages).toHaveLength(1);
  const { data } = await listNewsSince(1);
  expect(data.messages.map(({ said }) => said)).toEqual([[{ kind: "text", text: "b", replies: [] }]]);
});

test("Whoever waits for a person outside the business hours is told when somebody is there again", async () => {
  const handOverBlock: FlowBlock = {
    id: "p",
    type: "handoff",
    text: { en: "One moment", ja: "少々お待ちください" },
  };
  const { id } = await createPublishedBot(kenji, createFlow({ start: [handOverBlock, endBlock] }));
  const visitor = await visitBot(server, id);
  const readOpeningTime = async () => (await visitor.list()).people?.opens_at;
  expect(await readOpeningTime()).toBeNull();
  const dayMs = 86_400_000;
  const formatDateInDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
  const spansOfWholeWeek = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: "00:00", until: "24:00" }));
  const [today, tomorrow, dayAfterTomorrow] = [formatDateInDays(0), formatDateInDays(1), formatDateInDays(2)];
  const setHolidays = (holidays: string[]) =>
    kenji.call(changeBot, {
      params: { id },
      body: { hours: { time_zone: "UTC", spans: spansOfWholeWeek, holidays } },
    });
  await setHolidays([today, tomorrow]);
  expect(await readOpeningTime()).toBe(`${dayAfterTomorrow}T00:00:00.000Z`);
  await setHolidays([]);
  expect(await readOpeningTime()).toBeNull();
});

test("Waiting calls end if something happens, if there are too many, and if the process stops", async () => {
  const bus = createMemoryBus();
  const visitorCallWaits = createVisitorLongPolls(bus);
  const endedCalls: string[] = [];
  const waitInSession = (session: string, name: string) =>
    visitorCallWaits.begin(session).endPromise.then(() => {
      endedCalls.push(name);
    });
  const firstWaitPromises = Array.from({ length: 7 }, (_, index) => waitInSession("one", `one ${index}`));
  const otherWaitPromise = waitInSession("other", "other");
  await firstWaitPromises[0];
  expect(endedCalls).toEqual(["one 0"]);
  // Simulates another process: publishes the bus message that announces news in the session "one".
  bus.publish("bots.visits", "one");
  await Promise.all(firstWaitPromises);
  expect(endedCalls).not.toContain("other");
  visitorCallWaits.endAll();
  await otherWaitPromise;
  visitorCallWaits.close();
});
