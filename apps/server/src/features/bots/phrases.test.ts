import {
  changeBotArticle,
  createBotArticle,
  getBotArticle,
  listBotArticles,
  removeBotArticle,
} from "@kakehashi/contract/bot-articles";
import {
  createBotFlow,
  publishBotFlow,
  removeBotFlow,
  setBotFlowEnabled,
} from "@kakehashi/contract/bot-flows";
import {
  type BotPhrase,
  changeBotPhrase,
  createBotPhrase,
  listBotPhrases,
  maximumKeywordCharactersPerBot,
  maximumKeywordLength,
  maximumKeywordsPerPhrase,
  maximumPatternPhrasesPerBot,
  maximumPhraseMatches,
  moveBotPhrase,
  removeBotPhrase,
  testBotPhrases,
} from "@kakehashi/contract/bot-phrases";
import { sendToBot, startVisit, visitorTokenHeaderName } from "@kakehashi/contract/bot-visitors";
import { createBot, removeBot, setBotPerson } from "@kakehashi/contract/bots";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { flowTextLimits } from "@kakehashi/contract/flows/limits";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { callApi } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji, linh, an } = testPeople;

async function makeBot(): Promise<string> {
  const { data } = await kenji.call(createBot, {
    body: { name: "Salon", languages: ["en", "ja"], platforms: ["WEB"] },
  });
  return data.id;
}

/** Creates a story, publishes it and switches it on. Visitors begin with the bot's first story. */
async function createStory(id: string, name: string, blocks: FlowBlock[]): Promise<string> {
  const draft = {
    start: "start",
    groups: [{ id: "start", title: "", x: 0, y: 0, blocks }],
    edges: [],
    variables: [{ id: "name", name: "name", initial: null }],
  };
  const { data } = await kenji.call(createBotFlow, { params: { id }, body: { name, draft } });
  const params = { id, fid: data.id };
  const publishResponse = await kenji.call(publishBotFlow, { params, body: { revision: data.revision } });
  expect(publishResponse.status).toBe(200);
  await kenji.call(setBotFlowEnabled, { params, body: { is_enabled: true } });
  return data.id;
}
const sayBlock = (id: string): FlowBlock => ({ id, type: "text", text: { en: id, ja: `${id}。` } });
const askBlock: FlowBlock = {
  id: "ask",
  type: "ask",
  answer: { kind: "text", minimum: 1, maximum: 100 },
  text: { en: "Name?", ja: "お名前は？" },
  variable_id: "name",
  retry: {},
  tries: 3,
};
const endBlock: FlowBlock = { id: "end", type: "end" };

async function addPhrase(id: string, fields: object): Promise<BotPhrase> {
  const body = { kind: "contains", keywords: ["price"], target: { kind: "answer", text: { en: "¥4,500" } } };
  const { data, status, error } = await kenji.call(createBotPhrase, {
    params: { id },
    body: { ...body, ...fields } as never,
  });
  expect({ status, error }).toMatchObject({ status: 200 });
  return data;
}

async function openVisit(botId: string, language: "en" | "ja" = "en") {
  const { data } = await callApi(server.app, startVisit, { params: { bot_id: botId }, body: { language } });
  return async (content: string) => {
    const response = await callApi(server.app, sendToBot, {
      params: { bot_id: botId },
      headers: { [visitorTokenHeaderName]: data.token },
      body: { client_id: newId(), content },
    });
    return response.data.messages.flatMap(({ said }) => said);
  };
}

test("A phrase answers a message that no block waits for, in the visitor's language and with variables", async () => {
  const id = await makeBot();
  await createStory(id, "Hello", [askBlock, endBlock]);
  await addPhrase(id, {
    target: { kind: "answer", text: { en: "{{name}}: ¥4,500", ja: "{{name}}様：4,500円" } },
  });
  const writeMessage = await openVisit(id, "ja");
  // The story asks for the visitor's name and takes this message as the name. So no phrase answers it.
  expect(await writeMessage("Price")).toEqual([]);
  expect(await writeMessage("What is the PRICE?")).toEqual([
    { kind: "text", text: "Price様：4,500円", replies: [] },
  ]);
  expect(await writeMessage("something else")).toEqual([]);
});

test("A phrase begins a story or sends an article, and is skipped if its story is off or deleted", async () => {
  const id = await makeBot();
  await createStory(id, "Hello", [sayBlock("hello"), endBlock]);
  const bookingStoryId = await createStory(id, "Booking", [sayBlock("booking"), askBlock, endBlock]);
  const { data: article } = await kenji.call(createBotArticle, {
    params: { id },
    body: {
      name: "Map",
      title: { en: "Where we are", ja: "アクセス" },
      text: { en: "East exit", ja: "東口" },
      image: "https://example.com/map.png",
      buttons: [{ id: "b", label: { en: "Open the map" }, address: "https://example.com/map" }],
    },
  });
  await addPhrase(id, { keywords: ["book"], target: { kind: "story", flow_id: bookingStoryId } });
  await addPhrase(id, { keywords: ["book", "map"], target: { kind: "article", article_id: article.id } });
  const writeMessage = await openVisit(id);
  const card = {
    kind: "card",
    title: "Where we are",
    text: "East exit",
    image: "https://example.com/map.png",
    buttons: [{ id: "b", label: "Open the map", address: "https://example.com/map" }],
  };
  expect(await writeMessage("map")).toEqual([card]);
  expect((await writeMessage("book")).map((botMessage) => "text" in botMessage && botMessage.text)).toEqual([
    "booking",
    "Name?",
  ]);
  expect(await writeMessage("An")).toEqual([]);
  await kenji.call(setBotFlowEnabled, { params: { id, fid: bookingStoryId }, body: { is_enabled: false } });
  expect(await writeMessage("book")).toEqual([card]);
  await kenji.call(removeBotFlow, { params: { id, fid: bookingStoryId } });
  expect(await writeMessage("book")).toEqual([card]);
});

test("Phrases do not answer while a person talks to the visitor", async () => {
  const id = await makeBot();
  await createStory(id, "Hello", [
    { id: "h", type: "handoff", text: { en: "Wait", ja: "お待ちを" } },
    endBlock,
  ]);
  await addPhrase(id, {});
  expect(await (await openVisit(id))("price")).toEqual([]);
});

test("The first phrase of the list wins; moving, switching off and deleting take effect at once", async () => {
  const id = await makeBot();
  await createStory(id, "Hello", [sayBlock("hello"), endBlock]);
  const createAnswerTarget = (en: string) => ({ target: { kind: "answer", text: { en } } });
  const [firstPhrase, secondPhrase, thirdPhrase] = [
    await addPhrase(id, createAnswerTarget("one")),
    await addPhrase(id, createAnswerTarget("two")),
    await addPhrase(id, createAnswerTarget("three")),
  ];
  const writeToBot = await openVisit(id);
  const readTexts = async () =>
    (await writeToBot("price")).map((botMessage) => "text" in botMessage && botMessage.text);
  const listNames = async () => {
    const { data } = await kenji.call(listBotPhrases, { params: { id } });
    return data.map(({ target }) => target.kind === "answer" && target.text.en);
  };
  const movePhraseAfter = (pid: string, after_id: string | null) =>
    kenji.call(moveBotPhrase, { params: { id, pid }, body: { after_id } });
  expect(await readTexts()).toEqual(["one"]);
  await movePhraseAfter(thirdPhrase.id, null);
  expect(await listNames()).toEqual(["three", "one", "two"]);
  await movePhraseAfter(thirdPhrase.id, firstPhrase.id);
  expect(await listNames()).toEqual(["one", "three", "two"]);
  await movePhraseAfter(firstPhrase.id, secondPhrase.id);
  expect(await listNames()).toEqual(["three", "two", "one"]);
  // A moved phrase gets a position between those of its two neighbours. Moving phrases between the same neighbours many
  // times must not make positions equal.
  for (let turnIndex = 0; turnIndex < 60; turnIndex++)
    await movePhraseAfter(turnIndex % 2 ? firstPhrase.id : secondPhrase.id, thirdPhrase.id);
  expect(await listNames()).toEqual(["three", "one", "two"]);
  expect((await movePhraseAfter(firstPhrase.id, newId())).status).toBe(422);
  expect(await readTexts()).toEqual(["three"]);
  const disableResponse = await kenji.call(changeBotPhrase, {
    params: { id, pid: thirdPhrase.id },
    body: { revision: 1, is_enabled: false },
  });
  expect(disableResponse.data).toMatchObject({ is_enabled: false, revision: 2, keywords: ["price"] });
  expect(await readTexts()).toEqual(["one"]);
  await kenji.call(removeBotPhrase, { params: { id, pid: firstPhrase.id } });
  expect(await readTexts()).toEqual(["two"]);
  const outdatedResponse = await kenji.call(changeBotPhrase, {
    params: { id, pid: thirdPhrase.id },
    body: { revision: 1, keywords: ["x"] },
  });
  expect([outdatedResponse.status, outdatedResponse.error?.code]).toEqual([409, "BOT.EDITED"]);
});

test("The tester's answer ends before it would be too long", async () => {
  const id = await makeBot();
  const longText = "\u0001".repeat(flowTextLimits.text);
  const otherPhrases = Array.from(
    { length: maximumKeywordsPerPhrase - 1 },
    (_, number) => `x${number}${"\u0001".repeat(maximumKeywordLength - 3)}`,
  );
  const longTarget = { kind: "answer" as const, text: { en: longText, vi: longText, ja: longText } };
  for (let count = 0; count < maximumPhraseMatches; count++)
    await addPhrase(id, { kind: "contains", keywords: ["hours", ...otherPhrases], target: longTarget });
  const { data } = await kenji.call(testBotPhrases, { params: { id }, body: { text: "hours" } });
  expect(data.matches.length).toBeLessThan(maximumPhraseMatches);
  expect(data.matches.length).toBeGreaterThan(5);
});

test("The tester lists the phrases that fit a message, with keyword and distance", async () => {
  const id = await makeBot();
  await addPhrase(id, { kind: "fuzzy", keywords: ["opening hours"] });
  await addPhrase(id, { kind: "contains", keywords: ["hours"] });
  const { data } = await kenji.call(testBotPhrases, { params: { id }, body: { text: "Openning HOURS?" } });
  expect(data).toMatchObject({
    folded: "openning hours",
    matches: [
      { phrase: { kind: "fuzzy" }, keyword: "opening hours", found: "Openning HOURS", distance: 1 },
      { phrase: { kind: "contains" }, keyword: "hours", found: "HOURS", distance: 0 },
    ],
  });
});

test.each([
  ["no keyword", { keywords: [] }, "keywords"],
  ["an empty keyword", { keywords: ["a", " "] }, "keywords.1"],
  ["a keyword of only punctuation", { keywords: ["?!"] }, "keywords.0"],
  ["a pattern that RE2 cannot read", { kind: "pattern", keywords: ["a", "(?=b)"] }, "keywords.1"],
  ["a pattern that is too large", { kind: "pattern", keywords: ["[ab]{900}"] }, "keywords.0"],
  ["an empty answer", { target: { kind: "answer", text: { en: " " } } }, "target.text"],
  ["a missing story", { target: { kind: "story", flow_id: newId() } }, "target.flow_id"],
  [
    "a variable that no story has",
    { target: { kind: "answer", text: { en: "Hi", ja: "{{nothing}}様" } } },
    "target.text.ja",
  ],
  ["half braces", { target: { kind: "answer", text: { en: "From {{ on" } } }, "target.text.en"],
  ["a missing article", { target: { kind: "article", article_id: newId() } }, "target.article_id"],
])("A phrase with %s gets an error that names its field", async (_, fields, field) => {
  const id = await makeBot();
  const body = {
    kind: "contains",
    keywords: ["x"],
    target: { kind: "answer", text: { en: "y" } },
    ...fields,
  };
  const { status, error } = await kenji.call(createBotPhrase, { params: { id }, body: body as never });
  expect([status, Object.keys(error?.fields ?? {})]).toEqual([422, [field]]);
});

test("An agent reads phrases and articles but cannot change them; strangers do not see the bot", async () => {
  const id = await makeBot();
  const phrase = await addPhrase(id, {});
  await kenji.call(setBotPerson, { params: { id, user_id: linh.id }, body: { part: "AGENT" } });
  expect((await linh.call(listBotPhrases, { params: { id } })).data.length).toBe(1);
  expect((await linh.call(listBotArticles, { params: { id } })).status).toBe(200);
  expect((await linh.call(removeBotPhrase, { params: { id, pid: phrase.id } })).status).toBe(403);
  expect((await an.call(listBotPhrases, { params: { id } })).status).toBe(404);
  // A phrase is not found by its id if the URL names another bot.
  const otherBotId = await makeBot();
  expect((await kenji.call(removeBotPhrase, { params: { id: otherBotId, pid: phrase.id } })).status).toBe(
    404,
  );
});

test("A pattern beyond the limit of a bot is refused", async () => {
  const id = await makeBot();
  await sql`insert into bot_phrases (id, bot_id, position, kind, keywords, answer, edited_by)
    select gen_random_uuid(), ${id}, n, 'pattern', array['a'], '{"en":"x"}', ${kenji.id}
    from generate_series(1, ${maximumPatternPhrasesPerBot}) n`.execute(server.db.kysely);
  const { error } = await kenji.call(createBotPhrase, {
    params: { id },
    body: { kind: "pattern", keywords: ["a"], target: { kind: "answer", text: { en: "y" } } },
  });
  expect(error?.code).toBe("BOT.TOO_MANY_PATTERNS");
});

test("Each keyword of a pattern counts, and so do the characters of all keywords", async () => {
  const id = await makeBot();
  const addPhrase = (kind: "pattern" | "exact", keywords: string[]) =>
    kenji.call(createBotPhrase, {
      params: { id },
      body: { kind, keywords, target: { kind: "answer", text: { en: "y" } } },
    });
  const twentyPatterns = Array.from({ length: 20 }, (_, index) => `a${index}`);
  for (let count = 0; count < maximumPatternPhrasesPerBot / 20; count++)
    expect((await addPhrase("pattern", twentyPatterns)).status).toBe(200);
  expect((await addPhrase("pattern", ["b"])).error?.code).toBe("BOT.TOO_MANY_PATTERNS");
  await sql`insert into bot_phrases (id, bot_id, position, kind, keywords, answer, edited_by)
    select gen_random_uuid(), ${id}, 1000 + n, 'exact', array[repeat('c', 200), repeat('d', 200)], '{"en":"x"}', ${kenji.id}
    from generate_series(1, ${maximumKeywordCharactersPerBot / 400 - 1}) n`.execute(server.db.kysely);
  expect((await addPhrase("exact", ["e".repeat(200), "f".repeat(200)])).error?.code).toBe(
    "BOT.KEYWORDS_TOO_LONG",
  );
});

test("An article is found by its words, lists its phrases, and cannot be deleted while one uses it", async () => {
  const id = await makeBot();
  const body = { name: "Parking", title: { ja: "駐車場" }, text: { ja: "5台" } };
  const { data: article } = await kenji.call(createBotArticle, { params: { id }, body });
  const phrase = await addPhrase(id, {
    keywords: ["車"],
    target: { kind: "article", article_id: article.id },
  });
  const foundArticles = await kenji.call(listBotArticles, { params: { id }, query: { search: "parking" } });
  expect(foundArticles.data).toMatchObject([{ name: "Parking", use_count: 1, image: null, buttons: [] }]);
  expect((await kenji.call(listBotArticles, { params: { id }, query: { search: "zoo" } })).data).toEqual([]);
  const params = { id, aid: article.id };
  expect((await kenji.call(getBotArticle, { params })).data.uses).toEqual([
    { phrase_id: phrase.id, keywords: ["車"] },
  ]);
  expect((await kenji.call(removeBotArticle, { params })).error?.code).toBe("BOT.ARTICLE_USED");
  const changeResponse = await kenji.call(changeBotArticle, {
    params,
    body: { ...body, name: "Cars", revision: 1 },
  });
  expect(changeResponse.data).toMatchObject({ name: "Cars", revision: 2 });
  expect((await kenji.call(changeBotArticle, { params, body: { ...body, revision: 1 } })).status).toBe(409);
  await kenji.call(removeBotPhrase, { params: { id, pid: phrase.id } });
  expect((await kenji.call(removeBotArticle, { params })).status).toBe(200);
  const articleWithScript = { ...body, image: "javascript:alert(1)" };
  const refusedResponse = await kenji.call(createBotArticle, { params: { id }, body: articleWithScript });
  expect(Object.keys(refusedResponse.error?.fields ?? {})).toEqual(["image"]);
});

test("A bot is deleted with its phrases and articles", async () => {
  const id = await makeBot();
  const { data } = await kenji.call(createBotArticle, {
    params: { id },
    body: { name: "x", title: { en: "x" }, text: {} },
  });
  await addPhrase(id, { target: { kind: "article", article_id: data.id } });
  expect((await kenji.call(removeBot, { params: { id } })).status).toBe(200);
  const listArticleNames = async () =>
    (await sql`select from bot_articles where bot_id = ${id}`.execute(server.db.kysely)).rows;
  await expect.poll(listArticleNames).toEqual([]);
});
