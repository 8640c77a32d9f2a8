import { createBotArticle, listBotArticles } from "@kakehashi/contract/bot-articles";
import { createCannedAnswer, listCannedAnswers } from "@kakehashi/contract/bot-canned";
import { listBotFlows, removeBotFlow } from "@kakehashi/contract/bot-flows";
import {
  createBotPhrase,
  listBotPhrases,
  maximumPatternPhrasesPerBot,
  moveBotPhrase,
  testBotPhrases,
} from "@kakehashi/contract/bot-phrases";
import { changeBot, duplicateBot, exportBot, getBot, importBot, listBots } from "@kakehashi/contract/bots";
import type { ExportedBotFile } from "@kakehashi/contract/flows/file";
import { fillPath } from "@kakehashi/contract/kit/endpoint";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { createFlow, createPublishedBot, createSayBlock, endBlock } from "../../test/bots.ts";
import { setUpTestServer } from "../../test/open-world.ts";

// These tests check the content of a bot's file and of a copy of the bot: phrases, articles, canned answers and allowed
// hosts.

const { server, testPeople } = await setUpTestServer();
const { kenji } = testPeople;
const serverUrl = await server.listen();

/** A bot with two stories, an article, and phrases. The phrases answer with a text, an article or a story. */
async function createBotWithContent() {
  const { id, fid } = await createPublishedBot(
    kenji,
    createFlow({ start: [createSayBlock("hello"), endBlock] }),
  );
  const params = { id };
  const card = {
    name: "Hours",
    title: { en: "Hours", ja: "営業時間" },
    text: { en: "From 10" },
    image: "https://shop.example/x.png",
    buttons: [{ id: "map", label: { en: "Map" }, address: "https://shop.example/map" }],
  };
  const article = await kenji.call(createBotArticle, { params, body: card });
  const addPhrase = async (keywords: string[], target: object, fields: object = {}) =>
    (await kenji.call(createBotPhrase, { params, body: { kind: "contains", keywords, target, ...fields } }))
      .data;
  await addPhrase(["price"], { kind: "answer", text: { en: "10 €", vi: "250.000 ₫" } });
  await addPhrase(["hours", "open"], { kind: "article", article_id: article.data.id });
  await addPhrase(["book"], { kind: "story", flow_id: fid }, { is_enabled: false });
  const firstPhrase = await addPhrase(
    ["^\\d+$"],
    { kind: "answer", text: { en: "A number" } },
    { kind: "pattern" },
  );
  await kenji.call(moveBotPhrase, { params: { id, pid: firstPhrase.id }, body: { after_id: null } });
  return { id, fid, card, articleId: article.data.id };
}

async function exportBotFile(id: string): Promise<ExportedBotFile> {
  const response = await fetch(`${serverUrl}/api${fillPath(exportBot.path, { id })}`, {
    headers: { authorization: `Bearer ${kenji.tokens.access_token}` },
  });
  expect(response.status).toBe(200);
  return response.json();
}

const listPhrasesWithoutIds = async (id: string) =>
  (await kenji.call(listBotPhrases, { params: { id } })).data.map(
    ({ kind, keywords, target, is_enabled }) => ({
      kind,
      keywords,
      target,
      is_enabled,
    }),
  );

test.each(["a file", "a copy"])(
  "%s has the phrases in their order and the articles, with new ids",
  async (copyMethod) => {
    const { id, fid, card, articleId } = await createBotWithContent();
    const { data: copiedBot } =
      copyMethod === "a copy"
        ? await kenji.call(duplicateBot, { params: { id }, body: { name: "Twin" } })
        : await kenji.call(importBot, { body: await exportBotFile(id) });
    const params = { id: copiedBot.id };
    const [article] = (await kenji.call(listBotArticles, { params })).data;
    expect(article).toMatchObject({ ...card, use_count: 1, revision: 1 });
    expect(article?.id).not.toBe(articleId);
    const [story] = (await kenji.call(listBotFlows, { params })).data;
    expect(story?.id).not.toBe(fid);
    expect(await listPhrasesWithoutIds(copiedBot.id)).toEqual([
      {
        kind: "pattern",
        keywords: ["^\\d+$"],
        target: { kind: "answer", text: { en: "A number" } },
        is_enabled: true,
      },
      {
        kind: "contains",
        keywords: ["price"],
        target: { kind: "answer", text: { en: "10 €", vi: "250.000 ₫" } },
        is_enabled: true,
      },
      {
        kind: "contains",
        keywords: ["hours", "open"],
        target: { kind: "article", article_id: article?.id },
        is_enabled: true,
      },
      {
        kind: "contains",
        keywords: ["book"],
        target: { kind: "story", flow_id: story?.id },
        is_enabled: false,
      },
    ]);
  },
);

test.each(["a file", "a copy"])(
  "%s has the canned answers and the hosts that stories may call",
  async (copyMethod) => {
    const { id } = await createPublishedBot(
      kenji,
      createFlow({ start: [createSayBlock("hello"), endBlock] }),
    );
    const params = { id };
    const request_hosts = ["api.example.com", "shop.example:80"];
    await kenji.call(changeBot, { params, body: { request_hosts } });
    const cannedAnswers = [
      { shortcut: "hours", text: { en: "From 10, {{visitor}}", ja: "10時からです。" } },
      { shortcut: "thanks", text: { vi: "Cảm ơn bạn" } },
    ];
    for (const body of cannedAnswers) await kenji.call(createCannedAnswer, { params, body });
    const { data: copiedBot } =
      copyMethod === "a copy"
        ? await kenji.call(duplicateBot, { params, body: { name: "Twin" } })
        : await kenji.call(importBot, { body: await exportBotFile(id) });
    const { data } = await kenji.call(listCannedAnswers, { params: { id: copiedBot.id } });
    expect(data.map(({ shortcut, text }) => ({ shortcut, text }))).toEqual(cannedAnswers);
    expect((await kenji.call(getBot, { params: { id: copiedBot.id } })).data.request_hosts).toEqual(
      request_hosts,
    );
  },
);

test("A file of earlier days has no phrases, articles, canned answers and hosts, and is still taken", async () => {
  const { id } = await createBotWithContent();
  const { articles: _, phrases: __, canned: ___, bot, ...olderFileContent } = await exportBotFile(id);
  const { request_hosts: ____, ...settings } = bot;
  const { data } = await kenji.call(importBot, { body: { ...olderFileContent, bot: settings } });
  expect(await listPhrasesWithoutIds(data.id)).toEqual([]);
  expect(data.request_hosts).toEqual([]);
});

test("A phrase whose story was deleted is left out, and the file can still be imported", async () => {
  const { id, fid } = await createBotWithContent();
  await kenji.call(removeBotFlow, { params: { id, fid } });
  const file = await exportBotFile(id);
  expect(file.phrases.map(({ keywords }) => keywords[0])).toEqual(["^\\d+$", "price", "hours"]);
  expect((await kenji.call(importBot, { body: file })).status).toBe(200);
});

test("A wrong phrase is named, and nothing is imported", async () => {
  const { id } = await createBotWithContent();
  const file = await exportBotFile(id);
  const countBots = async () => (await kenji.call(listBots)).meta.total;
  const countBefore = await countBots();
  const readImportErrorFields = async (
    change: (phrase: ExportedBotFile["phrases"][number], index: number) => object,
  ) => {
    const { status, error } = await kenji.call(importBot, {
      body: {
        ...file,
        phrases: file.phrases.map((phrase, index) => ({ ...phrase, ...change(phrase, index) })),
      } as ExportedBotFile,
    });
    expect(status).toBe(422);
    return Object.keys(error?.fields ?? {});
  };
  expect(
    await readImportErrorFields((_, phraseIndex) => (phraseIndex === 0 ? { keywords: ["(?=x)"] } : {})),
  ).toEqual(["phrases.0.keywords.0"]);
  expect(
    await readImportErrorFields((_, phraseIndex) => (phraseIndex === 1 ? { keywords: ["ok", "!?"] } : {})),
  ).toEqual(["phrases.1.keywords.1"]);
  const unknownId = newId();
  expect(
    await readImportErrorFields((_, phraseIndex) =>
      phraseIndex === 2 ? { target: { kind: "article", article_id: unknownId } } : {},
    ),
  ).toEqual(["phrases.2.target.article_id"]);
  expect(
    await readImportErrorFields((_, phraseIndex) =>
      phraseIndex === 3 ? { target: { kind: "story", flow_id: unknownId } } : {},
    ),
  ).toEqual(["phrases.3.target.flow_id"]);
  const patternPhrase = file.phrases[0];
  const tooManyPhrases = Array.from(
    { length: maximumPatternPhrasesPerBot + 1 },
    () => patternPhrase,
  ) as ExportedBotFile["phrases"];
  const tooManyPhrasesResponse = await kenji.call(importBot, { body: { ...file, phrases: tooManyPhrases } });
  expect(tooManyPhrasesResponse.error?.code).toBe("BOT.TOO_MANY_PATTERNS");
  expect(await countBots()).toBe(countBefore);
});

test("The phrases of a copy are compiled", async () => {
  const { id } = await createBotWithContent();
  const { data: copiedBot } = await kenji.call(importBot, { body: await exportBotFile(id) });
  const params = { id: copiedBot.id };
  const { data } = await kenji.call(testBotPhrases, { params, body: { text: "What is the price?" } });
  expect(data.matches.map(({ keyword }) => keyword)).toEqual(["price"]);
});
