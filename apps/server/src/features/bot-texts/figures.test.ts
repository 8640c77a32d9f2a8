import { changeBotArticle, createBotArticle } from "@kakehashi/contract/bot-articles";
import { claimBotText } from "@kakehashi/contract/bot-text-claims";
import { requestBotTextTranslations } from "@kakehashi/contract/bot-text-requests";
import { translateBotText } from "@kakehashi/contract/bot-texts";
import { createBot, setBotPerson } from "@kakehashi/contract/bots";
import { getTranslationFigures } from "@kakehashi/contract/translation-figures";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import type { TestPerson } from "../../test/world.ts";
import { formatFiguresCsv } from "../translations/figures-csv.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, linh, kenji } = testPeople;

const readFiguresOf = async (person: TestPerson, query: Record<string, string> = {}) =>
  (await person.call(getTranslationFigures, { query })).data;

test("Texts of bots have their own figures, for the bot and for its translators", async () => {
  const bot = await aiko.call(createBot, { body: { name: "Salon", languages: ["en", "vi"] } });
  const params = { id: bot.data.id };
  for (const { id } of [linh, an])
    await aiko.call(setBotPerson, { params: { ...params, user_id: id }, body: { part: "AGENT" } });
  const body = {
    name: "Hours",
    title: { en: "Hours" },
    text: { en: "From 9" },
    image: null,
    buttons: [{ id: "map", label: { en: "Map" }, address: "https://salon.example" }],
  };
  const { data: article } = await aiko.call(createBotArticle, { params, body });
  const textParamsAt = (field: string) => ({
    ...params,
    container: article.id,
    field,
    language: "vi" as const,
  });
  const writeText = (field: string, source: string, content: string, target = "") =>
    linh.call(translateBotText, { params: textParamsAt(field), body: { content, source, target } });
  const requestTranslations = () =>
    aiko.call(requestBotTextTranslations, { params: { ...params, language: "vi" } });

  expect((await readFiguresOf(linh)).bots).toEqual([]);
  await requestTranslations();
  expect((await readFiguresOf(linh)).bots).toMatchObject([
    { bot: { id: params.id, name: "Salon" }, waiting: 3, translated: 0, median_wait_seconds: null },
  ]);
  await writeText("title", "Hours", "Giờ mở cửa");
  await server.db.pool.query(
    "update bot_text_translations set asked_at = created_at - interval '10 minutes' where bot_id = $1",
    [params.id],
  );
  await linh.call(claimBotText, { params: textParamsAt("text") });
  await aiko.call(changeBotArticle, {
    params: { ...params, aid: article.id },
    body: { ...body, title: { en: "Opening hours", vi: "Giờ mở cửa" }, revision: 2 },
  });
  await writeText("title", "Opening hours", "Giờ làm việc", "Giờ mở cửa");
  const figuresReport = await readFiguresOf(linh);
  const characters = "Giờ mở cửa".length + "Giờ làm việc".length;
  expect(figuresReport.bots).toMatchObject([{ waiting: 2, translated: 1, retranslated: 1, characters }]);
  expect(figuresReport.bots[0]?.median_wait_seconds).toBeGreaterThan(200);
  // Linh translated only texts of the bot and no message. The report nevertheless has a row for her.
  expect(figuresReport.translators).toMatchObject([
    {
      user: { id: linh.id },
      translated: 0,
      characters: 0,
      bot_waiting: 1,
      bot_texts: 2,
      bot_characters: characters,
    },
  ]);
  const csvText = formatFiguresCsv(figuresReport, "en");
  expect(csvText).toMatch(/Translator.*Linh/);
  expect(csvText).toMatch(/Bot.*Salon/);
  // An agent sees the bot's translation statistics, but not the statistics of single translators. A person who does not
  // work on the bot sees neither.
  expect(await readFiguresOf(an)).toMatchObject({ bots: [{ translated: 1 }], translators: [] });
  expect((await readFiguresOf(kenji)).bots).toEqual([]);
  const day = { from: "2026-01-01", to: "2026-01-02" };
  expect((await readFiguresOf(linh, day)).bots).toMatchObject([{ waiting: 2, translated: 0, characters: 0 }]);
});
