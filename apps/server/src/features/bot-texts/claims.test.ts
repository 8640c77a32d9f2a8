import { createBotArticle, removeBotArticle } from "@kakehashi/contract/bot-articles";
import {
  claimBotText,
  handOverBotText,
  listBotTextTranslatorCandidates,
} from "@kakehashi/contract/bot-text-claims";
import {
  requestBotTextTranslations,
  withdrawBotTextTranslationsRequest,
} from "@kakehashi/contract/bot-text-requests";
import {
  getBotText,
  listBotTexts,
  listBotTranslationJobs,
  listOwnBotTranslations,
  translateBotText,
} from "@kakehashi/contract/bot-texts";
import { createBot, removeBotPerson, setBotPerson } from "@kakehashi/contract/bots";
import { listNotifications } from "@kakehashi/contract/notifications";
import { setKnownLanguages } from "@kakehashi/contract/users";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { addSignedInPerson, type TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, linh, emma } = testPeople;
let serverUrl: string;
let mai: TestPerson;
let hoa: TestPerson;
beforeAll(async () => {
  serverUrl = await server.listen();
  mai = await addSignedInPerson(server, { email: "mai@x.test", name: "Mai", role: "comtor", language: "vi" });
  hoa = await addSignedInPerson(server, { email: "hoa@x.test", name: "Hoa", role: "comtor", language: "vi" });
  await hoa.call(setKnownLanguages, { body: { languages: ["vi", "ja"] } });
});

/**
 * Creates a bot of Aiko with an article, and requests the translation of its texts. Linh, Mai and Hoa are translators;
 * An is an agent who translates nothing.
 */
async function setUpBot(languages: ("en" | "vi" | "ja")[] = ["en", "vi"]) {
  const bot = await aiko.call(createBot, { body: { name: "Salon", languages } });
  const params = { id: bot.data.id };
  for (const { id } of [linh, mai, hoa, an])
    await aiko.call(setBotPerson, { params: { ...params, user_id: id }, body: { part: "AGENT" } });
  const body = { name: "Hours", title: { en: "Hours" }, text: { en: "From 9" }, image: null, buttons: [] };
  const { data: article } = await aiko.call(createBotArticle, { params, body });
  await aiko.call(requestBotTextTranslations, { params: { ...params, language: "vi" } });
  const textParamsAt = (field = "title") => ({
    ...params,
    container: article.id,
    field,
    language: "vi" as const,
  });
  return {
    params,
    article,
    at: textParamsAt,
    claim: (person: TestPerson, field?: string) => person.call(claimBotText, { params: textParamsAt(field) }),
    handOver: (holder: TestPerson, to: TestPerson, handOverNote = "") =>
      holder.call(handOverBotText, { params: textParamsAt(), body: { user_id: to.id, note: handOverNote } }),
    write: (person: TestPerson, source: string, content: string, field?: string) =>
      person.call(translateBotText, { params: textParamsAt(field), body: { content, source, target: "" } }),
    own: async (person: TestPerson, query = {}) =>
      (await person.call(listOwnBotTranslations, { query })).data
        .filter((text) => text.bot.id === params.id)
        .map(({ field, state }) => [field, state]),
    age: () =>
      sql`update bot_text_works set claimed_at = now() - interval '16 minutes' where bot_id = ${params.id}`.execute(
        server.db.kysely,
      ),
  };
}

test("A text is handed over to a translator of the bot, who is told and sees the note until they save or give it back", async () => {
  const bot = await setUpBot();
  const { data: people } = await linh.call(listBotTextTranslatorCandidates, { params: bot.at() });
  expect(people).toMatchObject([
    { id: mai.id, lacks: [] },
    { id: hoa.id, lacks: ["en"] },
  ]);
  await bot.claim(linh);
  const listener = await connectAndSubscribe(serverUrl, mai);
  const handOverResponse = await bot.handOver(linh, mai, "The hours are still open.");
  expect(handOverResponse.data).toMatchObject({
    claimed_by: { id: mai.id },
    handed_over_by: { id: linh.id },
    hand_over_note: "The hours are still open.",
  });
  await listener.waitForEvent((event) => (event.type as string) === "BOT_TEXT_HANDED_OVER");
  listener.socket.close();
  const { data: notices } = await mai.call(listNotifications, { query: { type: "BOT_TEXT_HANDED_OVER" } });
  expect(notices).toMatchObject([
    {
      actor: { id: linh.id },
      data: {
        bot: { id: bot.params.id },
        bot_text: { container_id: bot.article.id, field: "title" },
        language: "vi",
        note: "The hours are still open.",
      },
    },
  ]);
  expect((await bot.claim(linh)).error?.code).toBe("BOT_TEXT.CLAIMED");
  // While a translator types, the web page sends the claim again and again. A repeated claim by the same translator
  // keeps the hand-over note.
  expect((await bot.claim(mai)).data.hand_over_note).toBe("The hours are still open.");
  // After 15 minutes without activity anybody may claim the text. The hand-over note was written for the earlier
  // translator, so the new claim removes it.
  await bot.age();
  expect((await bot.claim(linh)).data).toMatchObject({
    claimed_by: { id: linh.id },
    handed_over_by: null,
    hand_over_note: "",
  });
});

test("A refused hand-over changes nothing", async () => {
  const bot = await setUpBot();
  const stranger = await addSignedInPerson(server, {
    email: "tu@x.test",
    name: "Tu",
    role: "comtor",
    language: "vi",
  });
  for (const otherPerson of [linh, hoa, an, aiko, stranger])
    expect(await bot.handOver(linh, otherPerson)).toMatchObject({
      status: 422,
      error: { fields: { user_id: expect.any(String) } },
    });
  expect((await bot.handOver(an, mai)).error?.code).toBe("TRANSLATION.LANGUAGES");
  expect((await bot.handOver(stranger, mai)).status).toBe(404);
  expect((await linh.call(getBotText, { params: bot.at() })).data.text.claimed_by).toBeNull();
  await bot.claim(mai);
  expect((await bot.handOver(linh, mai)).error?.code).toBe("BOT_TEXT.CLAIMED");
  const tooLongResponse = await bot.handOver(mai, linh, "x".repeat(501));
  expect(tooLongResponse).toMatchObject({ status: 422, error: { fields: { note: expect.any(String) } } });
  await aiko.call(withdrawBotTextTranslationsRequest, { params: { ...bot.params, language: "vi" } });
  expect((await bot.handOver(mai, linh)).error?.code).toBe("BOT_TEXT.NOT_ASKED");
});

test("“Mine” has what I am translating or have translated, the last first, and nothing of others", async () => {
  const bot = await setUpBot();
  expect(await bot.own(linh)).toEqual([]);
  await bot.write(linh, "From 9", "Từ 9 giờ", "text");
  await bot.claim(linh);
  expect(await bot.own(linh)).toEqual([
    ["title", "MISSING"],
    ["text", "DONE"],
  ]);
  expect(await bot.own(linh, { into: "ja" })).toEqual([]);
  expect(await bot.own(linh, { into: "vi" })).toHaveLength(2);
  await bot.handOver(linh, mai);
  expect(await bot.own(mai)).toEqual([["title", "MISSING"]]);
  expect(await bot.own(linh)).toEqual([["text", "DONE"]]);
  for (const person of [an, emma, aiko]) expect(await bot.own(person)).toEqual([]);
  await bot.age();
  expect(await bot.own(mai)).toEqual([]);
  await aiko.call(removeBotPerson, { params: { ...bot.params, user_id: linh.id } });
  expect(await bot.own(linh)).toEqual([]);
  await aiko.call(setBotPerson, { params: { ...bot.params, user_id: linh.id }, body: { part: "AGENT" } });
  expect(await bot.own(linh)).toHaveLength(1);
  await aiko.call(removeBotArticle, { params: { ...bot.params, aid: bot.article.id } });
  expect(await bot.own(linh)).toEqual([]);
});

test("A job names the languages of its texts, and its list keeps to one of them", async () => {
  const bot = await setUpBot(["en", "ja", "vi"]);
  const body = { name: "Map", title: { ja: "地図" }, text: {}, image: null, buttons: [] };
  await aiko.call(createBotArticle, { params: bot.params, body });
  const { data: jobs } = await linh.call(listBotTranslationJobs);
  expect(jobs.find((job) => job.bot.id === bot.params.id)).toMatchObject({
    waiting: 3,
    sources: ["en", "ja"],
  });
  const listTexts = async (query = {}) =>
    (await linh.call(listBotTexts, { params: { ...bot.params, language: "vi" }, query })).data.map(
      ({ source }) => source,
    );
  expect(await listTexts()).toEqual(["Hours", "From 9", "地図"]);
  expect(await listTexts({ source: "ja" })).toEqual(["地図"]);
  const invalidQueryResponse = await linh.call(listBotTexts, {
    params: { ...bot.params, language: "vi" },
    query: { source: "fr" },
  } as never);
  expect(invalidQueryResponse.status).toBe(422);
});
