import {
  changeBotArticle,
  createBotArticle,
  getBotArticle,
  removeBotArticle,
} from "@kakehashi/contract/bot-articles";
import { cancelBroadcast, createBroadcast, getBroadcast } from "@kakehashi/contract/bot-broadcasts";
import { createCannedAnswer, listCannedAnswers } from "@kakehashi/contract/bot-canned";
import { changeBotPhrase, createBotPhrase, listBotPhrases } from "@kakehashi/contract/bot-phrases";
import { claimBotText } from "@kakehashi/contract/bot-text-claims";
import { getBotTranslationStatus, requestBotTextTranslations } from "@kakehashi/contract/bot-text-requests";
import { getBotText, listBotTexts, saveBotTextDraft, translateBotText } from "@kakehashi/contract/bot-texts";
import { createBot, setBotPerson } from "@kakehashi/contract/bots";
import { deletedNameMark } from "@kakehashi/contract/deleted-names";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, linh, kenji } = testPeople;
const serverUrl = await server.listen();

const cardContent = {
  name: "Opening hours",
  title: { en: "We are open" },
  text: { en: "From 9 to 18", vi: "Từ 9 đến 18 giờ" },
  image: null,
  buttons: [{ id: "map", label: { en: "Map" }, address: "https://salon.example/map" }],
};
const createTimeInOneHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Creates a bot of Aiko in English and Vietnamese, without a story. Linh, a translator, is an agent of the bot. */
async function setUpBot() {
  const bot = await aiko.call(createBot, {
    body: { name: "Salon", languages: ["en", "vi"], platforms: ["MESSENGER", "WEB"] },
  });
  const params = { id: bot.data.id };
  await aiko.call(setBotPerson, { params: { ...params, user_id: linh.id }, body: { part: "AGENT" } });
  const textParamsAt = (containerId: string, field: string) => ({
    ...params,
    container: containerId,
    field,
    language: "vi" as const,
  });
  return {
    params,
    at: textParamsAt,
    article: async () => (await aiko.call(createBotArticle, { params, body: cardContent })).data,
    phrase: async () =>
      (
        await aiko.call(createBotPhrase, {
          params,
          body: {
            kind: "contains",
            keywords: ["price", "cost"],
            target: { kind: "answer", text: { en: "A cut costs 4,000 yen" } },
          },
        })
      ).data,
    broadcast: async (content: object) =>
      (
        await aiko.call(createBroadcast, {
          params,
          body: {
            client_id: crypto.randomUUID(),
            name: "Spring offer",
            content,
            audience: {},
            scheduled_at: createTimeInOneHour(),
          } as never,
        })
      ).data,
    ask: () => aiko.call(requestBotTextTranslations, { params: { ...params, language: "vi" } }),
    write: (containerId: string, field: string, source: string, content: string, target = "") =>
      linh.call(translateBotText, {
        params: textParamsAt(containerId, field),
        body: { content, source, target },
      }),
    list: async () =>
      (await linh.call(listBotTexts, { params: { ...params, language: "vi" } })).data.map(
        ({ container: { kind, name }, field, source }) => [kind, name, field, source],
      ),
  };
}

test("One request covers articles, answers to phrases, canned answers and scheduled broadcasts", async () => {
  const bot = await setUpBot();
  const { params } = bot;
  const article = await bot.article();
  const phrase = await bot.phrase();
  const cannedAnswer = await aiko.call(createCannedAnswer, {
    params,
    body: { shortcut: "hello", text: { en: "Hello {{visitor}}" } },
  });
  const text = await bot.broadcast({ kind: "text", text: { en: "20% off" } });
  const articleBroadcast = await bot.broadcast({ kind: "article", article_id: article.id });
  expect((await bot.ask()).data).toMatchObject({ missing: 7, translators: 1 });
  expect(await bot.list()).toEqual([
    ["ARTICLE", "Opening hours", "title", "We are open"],
    ["ARTICLE", "Opening hours", "buttons.map.label", "Map"],
    ["PHRASE", "price", "text", "A cut costs 4,000 yen"],
    ["CANNED", "hello", "text", "Hello {{visitor}}"],
    ["BROADCAST", "Spring offer", "text", "20% off"],
    ["BROADCAST", "Spring offer", "title", "We are open"],
    ["BROADCAST", "Spring offer", "buttons.map.label", "Map"],
  ]);
  const listener = await connectAndSubscribe(serverUrl, aiko);
  await bot.write(article.id, "title", "We are open", "Giờ mở cửa");
  await listener.waitForEvent((event) => (event.type as string) === "BOT_TEXTS_CHANGED");
  listener.socket.close();
  await bot.write(article.id, "buttons.map.label", "Map", "Bản đồ");
  await bot.write(phrase.id, "text", "A cut costs 4,000 yen", "Cắt tóc giá 4.000 yên");
  await bot.write(cannedAnswer.data.id, "text", "Hello {{visitor}}", "Chào {{visitor}}");
  await bot.write(text.id, "text", "20% off", "Giảm 20%");
  await bot.write(articleBroadcast.id, "title", "We are open", "Chúng tôi mở cửa");
  await bot.write(articleBroadcast.id, "buttons.map.label", "Map", "Xem bản đồ");
  expect(await bot.list()).toEqual([]);
  const { data: writtenArticle } = await aiko.call(getBotArticle, { params: { ...params, aid: article.id } });
  expect(writtenArticle).toMatchObject({
    ...cardContent,
    title: { en: "We are open", vi: "Giờ mở cửa" },
    buttons: [{ id: "map", label: { en: "Map", vi: "Bản đồ" }, address: "https://salon.example/map" }],
    revision: 3,
    edited_by: { id: linh.id },
  });
  const { data: phrases } = await aiko.call(listBotPhrases, { params });
  expect(phrases).toMatchObject([
    { revision: 2, target: { kind: "answer", text: { vi: "Cắt tóc giá 4.000 yên" } } },
  ]);
  const { data: cannedAnswers } = await aiko.call(listCannedAnswers, { params });
  expect(cannedAnswers).toMatchObject([{ text: { en: "Hello {{visitor}}", vi: "Chào {{visitor}}" } }]);
  const { data: broadcast } = await aiko.call(getBroadcast, { params: { ...params, bid: text.id } });
  expect(broadcast.content).toEqual({ kind: "text", text: { en: "20% off", vi: "Giảm 20%" } });
  // A translation raises the broadcast's revision. An editor who then saves with the previous revision is refused.
  expect(broadcast).toMatchObject({ revision: 2, edited_by: { id: linh.id } });
  const { data: sentBroadcastCopy } = await aiko.call(getBroadcast, {
    params: { ...params, bid: articleBroadcast.id },
  });
  expect(sentBroadcastCopy.content).toMatchObject({
    kind: "article",
    name: "Opening hours",
    title: { vi: "Chúng tôi mở cửa" },
    buttons: [{ label: { vi: "Xem bản đồ" } }],
  });
});

test("An editor who began before the translation is refused, and a translation of an older text, too", async () => {
  const bot = await setUpBot();
  const { params } = bot;
  const article = await bot.article();
  const phrase = await bot.phrase();
  await bot.ask();
  await bot.write(article.id, "title", "We are open", "Giờ mở cửa");
  const outdatedChangeResponse = await aiko.call(changeBotArticle, {
    params: { ...params, aid: article.id },
    body: { ...cardContent, revision: article.revision },
  });
  expect(outdatedChangeResponse).toMatchObject({ status: 409, error: { code: "BOT.EDITED" } });
  const target = { kind: "answer" as const, text: { en: "A cut costs 5,000 yen" } };
  const phraseParams = { ...params, pid: phrase.id };
  await aiko.call(changeBotPhrase, { params: phraseParams, body: { revision: 1, target } });
  const outdatedWriteResponse = await bot.write(
    phrase.id,
    "text",
    "A cut costs 4,000 yen",
    "Cắt tóc giá 4.000 yên",
  );
  expect(outdatedWriteResponse).toMatchObject({ status: 409, error: { code: "BOT_TEXT.ORIGINAL" } });
  // The phrase now answers with an article, so it has no text of its own to translate.
  const articleTarget = { kind: "article" as const, article_id: article.id };
  await aiko.call(changeBotPhrase, { params: phraseParams, body: { revision: 2, target: articleTarget } });
  expect((await bot.write(phrase.id, "text", "A cut costs 5,000 yen", "x")).status).toBe(404);
  // A translation of an article's text becomes outdated when the original changes.
  const { data: currentArticle } = await aiko.call(getBotArticle, { params: { ...params, aid: article.id } });
  await aiko.call(changeBotArticle, {
    params: { ...params, aid: article.id },
    body: {
      ...cardContent,
      title: { en: "Opening hours", vi: "Giờ mở cửa" },
      revision: currentArticle.revision,
    },
  });
  const { data } = await aiko.call(getBotTranslationStatus, { params });
  expect(data.outdated).toEqual([{ container_id: article.id, field: "title", language: "vi" }]);
});

test("Two translations of one text at the same time: one is written, the other is refused", async () => {
  const bot = await setUpBot();
  const article = await bot.article();
  await bot.ask();
  const writeResponses = await Promise.all([
    bot.write(article.id, "title", "We are open", "A"),
    bot.write(article.id, "title", "We are open", "B"),
  ]);
  expect(writeResponses.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("The limits of a text hold, also that of what can be stored", async () => {
  const bot = await setUpBot();
  const article = await bot.article();
  const cannedAnswerResponse = await aiko.call(createCannedAnswer, {
    params: bot.params,
    body: { shortcut: "hello", text: { en: "Hello" } },
  });
  await bot.ask();
  const tooLongResponse = await bot.write(article.id, "buttons.map.label", "Map", "B".repeat(21));
  expect(tooLongResponse.error?.fields?.content).toMatch(/MESSENGER.*20/);
  // The text of 1,500 emojis is too long: each emoji takes two of the 2,000 allowed UTF-16 code units.
  const emojiResponse = await bot.write(cannedAnswerResponse.data.id, "text", "Hello", "😀".repeat(1_500));
  expect(emojiResponse).toMatchObject({ status: 422, error: { code: "BOT_TEXT.TOO_LONG" } });
  const responseWithoutVariable = await bot.write(article.id, "title", "We are open", "{{name}}");
  expect(responseWithoutVariable).toMatchObject({ status: 422, error: { code: "BOT_TEXT.PLACEHOLDERS" } });
});

test("A broadcast that has begun is not offered, and whoever translates it is told", async () => {
  const bot = await setUpBot();
  const { id } = await bot.broadcast({ kind: "text", text: { en: "20% off" } });
  await bot.ask();
  await linh.call(claimBotText, { params: bot.at(id, "text") });
  await linh.call(saveBotTextDraft, { params: bot.at(id, "text"), body: { content: "Giảm" } });
  await aiko.call(cancelBroadcast, { params: { ...bot.params, bid: id } });
  expect(await bot.list()).toEqual([]);
  expect(await bot.write(id, "text", "20% off", "Giảm 20%")).toMatchObject({
    status: 409,
    error: { code: "BOT_TEXT.SENT" },
  });
  expect((await linh.call(claimBotText, { params: bot.at(id, "text") })).error?.code).toBe("BOT_TEXT.SENT");
  const { data } = await linh.call(getBotText, { params: bot.at(id, "text") });
  expect(data).toMatchObject({ is_sent: true, draft: { content: "Giảm" } });
});

test("A broadcast that begins while its translation is saved is sent as it is, or with the translation", async () => {
  const bot = await setUpBot();
  const { id } = await bot.broadcast({ kind: "text", text: { en: "20% off" } });
  await bot.ask();
  const [translateResponse, cancelResponse] = await Promise.all([
    bot.write(id, "text", "20% off", "Giảm 20%"),
    aiko.call(cancelBroadcast, { params: { ...bot.params, bid: id } }),
  ]);
  expect(cancelResponse.status).toBe(200);
  const { data } = await aiko.call(getBroadcast, { params: { ...bot.params, bid: id } });
  const text = translateResponse.status === 200 ? { en: "20% off", vi: "Giảm 20%" } : { en: "20% off" };
  expect(data.content).toEqual({ kind: "text", text });
  if (translateResponse.status !== 200) expect(translateResponse.error?.code).toBe("BOT_TEXT.SENT");
});

test("The bytes of a broadcast count for whoever wrote it, also after its translation", async () => {
  const bot = await setUpBot();
  const readUsedBytes = async () => {
    const { rows } = await sql<{ bytes: string }>`
      select bytes from storage_used where user_id = ${aiko.id}`.execute(server.db.kysely);
    return Number(rows[0]?.bytes ?? 0);
  };
  const { id } = await bot.broadcast({ kind: "text", text: { en: "20% off" } });
  await bot.ask();
  const usedBytesBefore = await readUsedBytes();
  await bot.write(id, "text", "20% off", "Giảm 20%");
  expect((await readUsedBytes()) - usedBytesBefore).toBe(
    new TextEncoder().encode(', "vi": "Giảm 20%"').length,
  );
});

test("Of two buttons with the same id, the first is translated and the other one stays", async () => {
  const bot = await setUpBot();
  const [button] = cardContent.buttons;
  const body = {
    ...cardContent,
    buttons: [button, { ...button, label: { en: "Call", vi: "Gọi" } }],
  } as never;
  const { data: article } = await aiko.call(createBotArticle, { params: bot.params, body });
  await bot.ask();
  expect((await bot.write(article.id, "buttons.map.label", "Map", "Bản đồ")).status).toBe(200);
  const { data } = await aiko.call(getBotArticle, { params: { ...bot.params, aid: article.id } });
  expect(data.buttons.map(({ label }) => label)).toEqual([
    { en: "Map", vi: "Bản đồ" },
    { en: "Call", vi: "Gọi" },
  ]);
  expect((await bot.list()).map(([, , field]) => field)).toEqual(["title"]);
});

test("An article that is deleted takes its claims and drafts with it", async () => {
  const bot = await setUpBot();
  const article = await bot.article();
  await bot.ask();
  const params = bot.at(article.id, "title");
  await linh.call(claimBotText, { params });
  await linh.call(saveBotTextDraft, { params, body: { content: "Giờ" } });
  const responses = await Promise.all([
    aiko.call(removeBotArticle, { params: { ...bot.params, aid: article.id } }),
    linh.call(claimBotText, { params: bot.at(article.id, "text") }),
    linh.call(saveBotTextDraft, { params: bot.at(article.id, "text"), body: { content: "x" } }),
    bot.write(article.id, "title", "We are open", "Giờ mở cửa"),
  ]);
  expect(responses[0].status).toBe(200);
  for (const { status } of responses) expect([200, 404]).toContain(status);
  const { rows } = await sql`
    select from bot_text_works where container_id = ${article.id}
    union all select from bot_text_drafts where container_id = ${article.id}`.execute(server.db.kysely);
  expect(rows).toEqual([]);
  expect((await linh.call(getBotText, { params })).status).toBe(404);
});

test("Odd calls and other people's texts are refused with a clear error", async () => {
  const [bot, otherBot] = [await setUpBot(), await setUpBot()];
  const [article, foreignArticle] = [await bot.article(), await otherBot.article()];
  await bot.ask();
  const body = { content: "Giờ mở cửa", source: "We are open", target: "" };
  const writeText = (params: object, translationBody: object = body, person = linh) =>
    person.call(translateBotText, {
      params: { ...bot.at(article.id, "title"), ...params },
      body: translationBody,
    } as never);
  // These API calls have a wrong URL: a text of another bot, an invalid id, unknown fields, an unknown language.
  expect((await writeText({ container: foreignArticle.id })).status).toBe(404);
  expect((await writeText({ container: "x" })).status).toBe(404);
  for (const field of ["x", "title.x", "buttons.map", "a.b.c.d.e", "%2e%2e", "__proto__"])
    expect((await writeText({ field })).status).toBe(404);
  expect([404, 422]).toContain((await writeText({ language: "fr" })).status);
  // These request bodies do not match the contract's schema.
  for (const invalidBody of [
    {},
    { ...body, content: 5 },
    { ...body, content: "x".repeat(5_001) },
    { ...body, x: 1 },
  ])
    expect((await writeText({}, invalidBody)).status).toBe(422);
  expect(await writeText({}, { ...body, content: "\u200b \n" })).toMatchObject({
    status: 422,
    error: { fields: { content: expect.any(String) } },
  });
  // Only the bot's translators may translate its texts. These callers may not: a person outside the bot, an agent who
  // is no translator, and the client who owns the bot.
  await aiko.call(setBotPerson, { params: { ...bot.params, user_id: an.id }, body: { part: "AGENT" } });
  expect((await writeText({}, body, kenji)).status).toBe(404);
  expect((await writeText({}, body, an)).status).toBe(403);
  expect((await writeText({}, body, aiko)).status).toBe(403);
  // The translation contains the mark that the server puts in place of a deleted person's name. Nobody may type this
  // mark, so the server removes it.
  expect((await writeText({}, { ...body, content: `Giờ${deletedNameMark} mở cửa` })).data).toMatchObject({
    target: "Giờ mở cửa",
  });
});
