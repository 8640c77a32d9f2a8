import { changeBotFlow, createBotFlow, getBotFlow, removeBotFlow } from "@kakehashi/contract/bot-flows";
import { claimBotText, releaseBotTextClaim } from "@kakehashi/contract/bot-text-claims";
import {
  getBotTranslationStatus,
  requestBotTextTranslations,
  withdrawBotTextTranslationsRequest,
} from "@kakehashi/contract/bot-text-requests";
import {
  getBotText,
  listBotTextSuggestions,
  listBotTexts,
  listBotTranslationJobs,
  saveBotTextDraft,
  translateBotText,
} from "@kakehashi/contract/bot-texts";
import { changeBot, createBot, removeBotPerson, setBotPerson } from "@kakehashi/contract/bots";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import type { Flow } from "@kakehashi/contract/flows/flow";
import type { Language } from "@kakehashi/contract/languages";
import { listNotifications } from "@kakehashi/contract/notifications";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { addSignedInPerson, type TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, linh, kenji, emma } = testPeople;
let serverUrl: string;
let otherPerson: TestPerson;
beforeAll(async () => {
  serverUrl = await server.listen();
  otherPerson = await addSignedInPerson(server, {
    email: "mai@x.test",
    name: "Mai",
    role: "comtor",
    language: "vi",
  });
});

const createGreetingBlock = (texts: { en?: string; vi?: string; ja?: string }): FlowBlock => ({
  id: "hello",
  type: "text",
  text: texts,
});
const questionBlock: FlowBlock = {
  id: "ask",
  type: "choices",
  text: { en: "Which day?", vi: "Ngày nào?" },
  items: [
    { id: "a", label: { en: "Today", vi: "Hôm nay" } },
    { id: "b", label: { en: "Tomorrow", vi: "Ngày mai" } },
  ],
  retry: {},
  tries: 3,
};
const createFlowOfBlocks = (...blocks: FlowBlock[]): Flow => ({
  start: "start",
  groups: [{ id: "start", title: "Booking", x: 0, y: 0, blocks }],
  edges: [],
  variables: [{ id: "name", name: "name", initial: "you" }],
});
const firstFlow = createFlowOfBlocks(createGreetingBlock({ en: "Hello {{name}}" }), questionBlock, {
  id: "end",
  type: "end",
});

/**
 * Creates a bot of Aiko (a client) with Linh (a translator) as an agent. The bot's texts are in English and partly in
 * Vietnamese.
 */
async function setUpBot(draft = firstFlow) {
  const bot = await aiko.call(createBot, {
    body: { name: "Salon", languages: ["en", "vi", "ja"], platforms: ["MESSENGER", "WEB"] },
  });
  const { id } = bot.data;
  await aiko.call(setBotPerson, { params: { id, user_id: linh.id }, body: { part: "AGENT" } });
  const story = await aiko.call(createBotFlow, { params: { id }, body: { name: "Start", draft } });
  const storyId = story.data.id;
  const createTextParams = (block: string, field: string, language: Language = "vi") => ({
    id,
    container: storyId,
    field: `${block}.${field}`,
    language,
  });
  return {
    id,
    fid: storyId,
    at: createTextParams,
    hello: createTextParams("hello", "text"),
    ask: (language: Language = "vi", person = aiko) =>
      person.call(requestBotTextTranslations, { params: { id, language } }),
    draft: async () => (await aiko.call(getBotFlow, { params: { id, fid: storyId } })).data,
    text: async (params = createTextParams("hello", "text"), person = linh) =>
      person.call(getBotText, { params }),
    write: (
      content: string,
      changes: object = {},
      person = linh,
      params = createTextParams("hello", "text"),
    ) =>
      person.call(translateBotText, {
        params,
        body: { content, source: "Hello {{name}}", target: "", ...changes },
      }),
    async change(block: FlowBlock) {
      const { data } = await aiko.call(getBotFlow, { params: { id, fid: storyId } });
      const draft = structuredClone(data.draft);
      for (const group of draft.groups)
        group.blocks = group.blocks.map((otherBlock) => (otherBlock.id === block.id ? block : otherBlock));
      return aiko.call(changeBotFlow, {
        params: { id, fid: storyId },
        body: { revision: data.revision, draft },
      });
    },
  };
}
type BotSetup = Awaited<ReturnType<typeof setUpBot>>;

const readLanguageSummary = async ({ id }: BotSetup, language: Language, person = aiko) => {
  const { data } = await person.call(getBotTranslationStatus, { params: { id } });
  return data.languages.find((languageSummary) => languageSummary.language === language);
};
const listTranslationJobs = async (person: TestPerson, { id }: BotSetup) =>
  (await person.call(listBotTranslationJobs)).data.filter(({ bot }) => bot.id === id);

test("A translator is told of being added to a bot and of each request once; whoever does it is not told", async () => {
  const bot = await setUpBot();
  const listNotificationsOf = async (person: TestPerson, type: "BOT_TEXTS_ASKED" | "BOT_PERSON_ADDED") => {
    const { data } = await person.call(listNotifications, { query: { type } });
    return data.filter((notice) => notice.data.bot?.id === bot.id);
  };
  expect(await listNotificationsOf(linh, "BOT_PERSON_ADDED")).toMatchObject([
    { actor: { id: aiko.id }, data: { bot: { id: bot.id, name: "Salon" } }, read: false },
  ]);
  const body = { part: "EDITOR" as const };
  await aiko.call(setBotPerson, { params: { id: bot.id, user_id: linh.id }, body });
  expect(await listNotificationsOf(linh, "BOT_PERSON_ADDED")).toHaveLength(1);
  expect(await listNotificationsOf(aiko, "BOT_PERSON_ADDED")).toEqual([]);

  const listener = await connectAndSubscribe(serverUrl, linh);
  await bot.ask();
  await listener.waitForEvent((event) => (event.type as string) === "BOT_TEXTS_ASKED");
  listener.socket.close();
  await bot.ask();
  expect(await listNotificationsOf(linh, "BOT_TEXTS_ASKED")).toMatchObject([
    { actor: { id: aiko.id }, data: { bot: { id: bot.id, name: "Salon" }, language: "vi" } },
  ]);
  expect(await listNotificationsOf(aiko, "BOT_TEXTS_ASKED")).toEqual([]);
  // Linh, the bot's only translator, requests the translation herself. She gets no notification of her own request, so
  // her list contains only the earlier notification.
  await bot.ask("ja", linh);
  expect(await listNotificationsOf(linh, "BOT_TEXTS_ASKED")).toHaveLength(1);
});

test("A request brings the missing texts to the bot's translators, and a translation into the draft and the memory", async () => {
  const bot = await setUpBot();
  expect(await readLanguageSummary(bot, "vi")).toMatchObject({
    missing: 1,
    outdated: 0,
    request: null,
    translators: 1,
  });
  expect(await readLanguageSummary(bot, "ja")).toMatchObject({ missing: 4 });
  expect(await listTranslationJobs(linh, bot)).toEqual([]);
  const requestResponse = await bot.ask();
  expect(requestResponse.data).toMatchObject({ missing: 1, request: { asked_by: { id: aiko.id } } });
  expect(await listTranslationJobs(linh, bot)).toMatchObject([{ language: "vi", waiting: 1, claimed: 0 }]);
  const { data: texts } = await linh.call(listBotTexts, { params: { id: bot.id, language: "vi" } });
  expect(texts).toMatchObject([
    { field: "hello.text", source: "Hello {{name}}", source_language: "en", state: "MISSING" },
  ]);
  const listener = await connectAndSubscribe(serverUrl, aiko);
  const writeResponse = await bot.write("Chào {{name}}");
  expect(writeResponse.data).toMatchObject({ state: "DONE", target: "Chào {{name}}" });
  await listener.waitForEvent((event) => (event.type as string) === "BOT_STORY_CHANGED");
  listener.socket.close();
  const { draft, edited_by } = await bot.draft();
  expect(draft.groups[0]?.blocks[0]).toEqual(
    createGreetingBlock({ en: "Hello {{name}}", vi: "Chào {{name}}" }),
  );
  expect(edited_by.id).toBe(linh.id);
  expect(await listTranslationJobs(linh, bot)).toEqual([]);
  const { data: notices } = await aiko.call(listNotifications, { query: { type: "BOT_TEXTS_TRANSLATED" } });
  expect(notices).toMatchObject([{ data: { bot: { id: bot.id }, language: "vi" }, actor: { id: linh.id } }]);
  expect(await readLanguageSummary(bot, "vi")).toMatchObject({ missing: 0, request: null });
  // The translation memory suggests the saved translation for the same text of another bot.
  const secondBot = await setUpBot();
  const { data: suggestionHits } = await linh.call(listBotTextSuggestions, { params: secondBot.hello });
  expect(suggestionHits[0]).toMatchObject({ target: "Chào {{name}}", percentage: 100, approved: false });
});

test("A text that changes after it was translated is outdated, until it is translated again or its editor writes it", async () => {
  const bot = await setUpBot();
  await bot.ask();
  await bot.write("Chào {{name}}");
  await bot.change(createGreetingBlock({ en: "Welcome {{name}}", vi: "Chào {{name}}" }));
  expect(await readLanguageSummary(bot, "vi")).toMatchObject({ missing: 0, outdated: 1 });
  const { data } = await aiko.call(getBotTranslationStatus, { params: { id: bot.id } });
  expect(data.outdated).toEqual([{ container_id: bot.fid, field: "hello.text", language: "vi" }]);
  await bot.ask();
  expect((await bot.text()).data).toMatchObject({
    text: { state: "OUTDATED", source: "Welcome {{name}}", earlier_source: "Hello {{name}}" },
    below: [
      { field: "ask.text", source: "Which day?" },
      { field: "ask.items.a.label" },
      { field: "ask.items.b.label" },
    ],
  });
  const secondTranslation = { source: "Welcome {{name}}", target: "Chào {{name}}" };
  expect((await bot.write("Chào mừng {{name}}", secondTranslation)).data.state).toBe("DONE");
  await bot.change(createGreetingBlock({ en: "Hi {{name}}", vi: "Chào bạn {{name}}" }));
  expect(await readLanguageSummary(bot, "vi")).toMatchObject({ missing: 0, outdated: 0 });
});

test("A translation that lacks a variable, has another one or is too long for a platform is refused, and says why", async () => {
  const bot = await setUpBot();
  await bot.ask("ja");
  const responseWithoutVariable = await bot.write("こんにちは", {}, linh, bot.at("hello", "text", "ja"));
  expect(responseWithoutVariable).toMatchObject({ status: 422, error: { code: "BOT_TEXT.PLACEHOLDERS" } });
  expect(responseWithoutVariable.error?.fields?.content).toContain("{{name}}");
  const otherResponse = await bot.write("{{name}} {{nmae}}", {}, linh, bot.at("hello", "text", "ja"));
  expect(otherResponse.error?.fields?.content).toContain("{{nmae}}");
  const responseWithBraces = await bot.write("{{name}} }} x {{", {}, linh, bot.at("hello", "text", "ja"));
  expect(responseWithBraces).toMatchObject({ status: 422, error: { code: "BOT_TEXT.PLACEHOLDERS" } });
  expect(responseWithBraces.error?.fields?.content).toContain("braces");
  const label = bot.at("ask", "items.a.label", "ja");
  const tooLongResponse = await bot.write("あ".repeat(21), { source: "Today" }, linh, label);
  expect(tooLongResponse).toMatchObject({ status: 422, error: { code: "BOT_TEXT.TOO_LONG" } });
  expect(tooLongResponse.error?.fields?.content).toMatch(/MESSENGER.*20/);
  expect((await bot.write("あ".repeat(20), { source: "Today" }, linh, label)).status).toBe(200);
  const blankResponse = await bot.write(" ", {}, linh, bot.at("hello", "text", "ja"));
  expect(blankResponse).toMatchObject({ status: 422, error: { fields: { content: expect.any(String) } } });
});

test("What changed while somebody translated is refused, and their draft stays", async () => {
  const bot = await setUpBot();
  await bot.ask();
  const saveDraft = (content: string) =>
    linh.call(saveBotTextDraft, { params: bot.hello, body: { content } });
  expect((await saveDraft("Chào")).data).toMatchObject({ content: "Chào" });
  await bot.change(createGreetingBlock({ en: "Welcome {{name}}" }));
  expect(await bot.write("Chào {{name}}")).toMatchObject({
    status: 409,
    error: { code: "BOT_TEXT.ORIGINAL" },
  });
  expect((await bot.text()).data.draft).toMatchObject({ content: "Chào" });
  await bot.change(createGreetingBlock({ en: "Hello {{name}}", vi: "Xin chào {{name}}" }));
  expect(await bot.write("Chào {{name}}")).toMatchObject({
    status: 409,
    error: { code: "BOT_TEXT.CHANGED" },
  });
  await bot.change(createGreetingBlock({ en: "Hello {{name}}" }));
  await aiko.call(withdrawBotTextTranslationsRequest, { params: { id: bot.id, language: "vi" } });
  expect(await bot.write("Chào {{name}}")).toMatchObject({
    status: 409,
    error: { code: "BOT_TEXT.NOT_ASKED" },
  });
  expect((await bot.text()).data).toMatchObject({ draft: { content: "Chào" }, is_asked: false });
  await bot.ask();
  await aiko.call(changeBot, { params: { id: bot.id }, body: { archived: true } });
  expect(await bot.write("Chào {{name}}")).toMatchObject({ status: 409, error: { code: "BOT.ARCHIVED" } });
  expect(await listTranslationJobs(linh, bot)).toEqual([]);
  expect((await bot.ask()).error?.code).toBe("BOT.ARCHIVED");
  await aiko.call(changeBot, { params: { id: bot.id }, body: { archived: false } });
  expect((await bot.write("Chào {{name}}")).status).toBe(200);
  // Saving a translation deletes its draft. Saving blank content as a draft also deletes the draft.
  expect((await bot.text()).data.draft).toBeNull();
  await saveDraft("x");
  expect((await saveDraft(" ")).data).toBeNull();
});

test("A deleted block or story is not found", async () => {
  const bot = await setUpBot();
  await bot.ask();
  await aiko.call(changeBotFlow, {
    params: { id: bot.id, fid: bot.fid },
    body: { revision: 1, draft: createFlowOfBlocks(questionBlock, { id: "end", type: "end" }) },
  });
  expect((await bot.text()).status).toBe(404);
  expect((await bot.write("Chào {{name}}")).status).toBe(404);
  expect((await linh.call(claimBotText, { params: bot.hello })).status).toBe(404);
  // The deleted block was the last text that waited for a translation, so the translation request has ended by itself.
  expect(await readLanguageSummary(bot, "vi")).toMatchObject({ missing: 0, request: null });
  await aiko.call(removeBotFlow, { params: { id: bot.id, fid: bot.fid } });
  expect((await bot.write("Chào {{name}}")).status).toBe(404);
  expect((await bot.ask("ja")).error?.code).toBe("BOT_TEXT.NOTHING");
});

test("One translator at a time: a claim holds for 15 minutes, and ends with its holder's part in the bot", async () => {
  const bot = await setUpBot();
  const params = { id: bot.id, user_id: otherPerson.id };
  await aiko.call(setBotPerson, { params, body: { part: "AGENT" } });
  await bot.ask();
  const claimText = (person: TestPerson) => person.call(claimBotText, { params: bot.hello });
  const claimResponses = await Promise.all([claimText(linh), claimText(otherPerson)]);
  expect(claimResponses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [claimHolder, secondTranslator] =
    claimResponses[0]?.status === 200 ? [linh, otherPerson] : [otherPerson, linh];
  expect((await claimText(claimHolder)).status).toBe(200);
  expect(await listTranslationJobs(secondTranslator, bot)).toMatchObject([{ waiting: 1, claimed: 1 }]);
  expect(await readLanguageSummary(bot, "vi")).toMatchObject({
    working: [{ id: claimHolder.id }],
    translators: 2,
  });
  expect(await bot.write("Chào {{name}}", {}, secondTranslator)).toMatchObject({
    error: { code: "BOT_TEXT.CLAIMED" },
  });
  // A release by somebody who does not hold the claim changes nothing: the text stays claimed.
  await secondTranslator.call(releaseBotTextClaim, { params: bot.hello });
  expect((await claimText(secondTranslator)).error?.code).toBe("BOT_TEXT.CLAIMED");
  await sql`update bot_text_works set claimed_at = now() - interval '16 minutes' where flow_id = ${bot.fid}`.execute(
    server.db.kysely,
  );
  expect((await claimText(secondTranslator)).status).toBe(200);
  expect((await claimText(claimHolder)).error?.code).toBe("BOT_TEXT.CLAIMED");
  await aiko.call(removeBotPerson, { params: { id: bot.id, user_id: secondTranslator.id } });
  expect((await bot.write("x", {}, secondTranslator)).status).toBe(404);
  expect((await claimText(claimHolder)).status).toBe(200);
  const writeResponses = await Promise.all([
    bot.write("Chào {{name}}", {}, claimHolder),
    bot.write("A {{name}}", {}, claimHolder),
  ]);
  expect(writeResponses.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("An editor at work and a translator lose nothing to each other", async () => {
  const bot = await setUpBot();
  await bot.ask();
  const previousDraft = await bot.draft();
  await bot.write("Chào {{name}}");
  // While Linh translated, the editor changed the Japanese text of the same block. Saving merges both changes and
  // overwrites neither.
  const editedDraft = structuredClone(previousDraft.draft);
  const [group] = editedDraft.groups;
  if (group) group.blocks[0] = createGreetingBlock({ en: "Hello {{name}}", ja: "こんにちは{{name}}さん" });
  const saveResponse = await aiko.call(changeBotFlow, {
    params: { id: bot.id, fid: bot.fid },
    body: { revision: previousDraft.revision, draft: editedDraft, base: previousDraft.draft },
  });
  expect(saveResponse.data.overwritten).toEqual([]);
  expect(saveResponse.data.draft.groups[0]?.blocks[0]).toEqual(
    createGreetingBlock({ en: "Hello {{name}}", vi: "Chào {{name}}", ja: "こんにちは{{name}}さん" }),
  );
});

test("Who may do what with the texts of a bot", async () => {
  const bot = await setUpBot();
  await aiko.call(setBotPerson, { params: { id: bot.id, user_id: an.id }, body: { part: "AGENT" } });
  await bot.ask();
  const statuses = async (person: TestPerson) => ({
    read: (await person.call(getBotTranslationStatus, { params: { id: bot.id } })).status,
    ask: (await bot.ask("ja", person)).status,
    withdraw: (
      await person.call(withdrawBotTextTranslationsRequest, { params: { id: bot.id, language: "ja" } })
    ).status,
    text: (await bot.text(bot.hello, person)).status,
    suggest: (await person.call(listBotTextSuggestions, { params: bot.hello })).status,
    claim: (await person.call(claimBotText, { params: bot.hello })).status,
    release: (await person.call(releaseBotTextClaim, { params: bot.hello })).status,
    draft: (await person.call(saveBotTextDraft, { params: bot.hello, body: { content: "x" } })).status,
    list: (await person.call(listBotTexts, { params: { id: bot.id, language: "vi" } })).data?.length,
    jobs: (await listTranslationJobs(person, bot)).length,
  });
  const notFoundStatuses = {
    text: 404,
    suggest: 404,
    claim: 404,
    release: 404,
    draft: 404,
    list: undefined,
    jobs: 0,
  };
  const statusesOfNonTranslator = {
    text: 403,
    suggest: 403,
    claim: 403,
    release: 403,
    draft: 403,
    list: 0,
    jobs: 0,
  };
  const statusesOfTranslator = {
    text: 200,
    suggest: 200,
    claim: 200,
    release: 200,
    draft: 200,
    list: 1,
    jobs: 1,
  };
  expect({
    stranger: await statuses(otherPerson),
    agent: await statuses(an),
    translator: await statuses(linh),
    owner: await statuses(aiko),
    admin: await statuses(emma),
    brse: await statuses(kenji),
  }).toEqual({
    stranger: { read: 404, ask: 404, withdraw: 404, ...notFoundStatuses },
    agent: { read: 200, ask: 403, withdraw: 403, ...statusesOfNonTranslator },
    translator: { read: 200, ask: 403, withdraw: 403, ...statusesOfTranslator },
    owner: { read: 200, ask: 200, withdraw: 200, ...statusesOfNonTranslator },
    admin: { read: 200, ask: 200, withdraw: 200, ...statusesOfNonTranslator },
    brse: { read: 404, ask: 404, withdraw: 404, ...notFoundStatuses },
  });
  const unknownTextResponse = await linh.call(getBotText, { params: bot.at("hello", "items.zz.label") });
  expect(unknownTextResponse.status).toBe(404);
  const otherBot = await setUpBot();
  expect((await linh.call(getBotText, { params: { ...bot.hello, container: otherBot.fid } })).status).toBe(
    404,
  );
  await aiko.call(changeBot, { params: { id: bot.id }, body: { languages: ["en", "ja"] } });
  expect((await bot.ask("vi")).error?.code).toBe("BOT_TEXT.LANGUAGE");
});
