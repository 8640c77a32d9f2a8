import { getMachine, tryMachine } from "@kakehashi/contract/machine";
import { getMachineSuggestion, translateBeforeSending } from "@kakehashi/contract/machine-rooms";
import { expect, test } from "vitest";
import { retryUntilSuccess } from "../../test/eventually.ts";
import {
  createGroupWithMachineTranslation,
  setUpMachineTranslationTests,
  switchMachineTranslation,
} from "../../test/machine-rooms.ts";
import { createGroupRoom, sendText } from "../../test/rooms.ts";
import type { TestPerson } from "../../test/world.ts";

const sentencesByLanguage = {
  en: "Please look at the booking page",
  vi: "Vui lòng xem trang đặt chỗ",
  ja: "予約ページを見てください",
};
const { machine, server, testPeople, query, translatingAnswer } = await setUpMachineTranslationTests(
  sentencesByLanguage,
  1_000,
);
const requestTranslationPreview = (person: TestPerson, id: string, content: string) =>
  person.call(translateBeforeSending, { params: { id }, body: { content } });
const tryProvider = (person: TestPerson, text: string, from = "ja", to = "en") =>
  person.call(tryMachine, { body: { text, from, to } });
const countStoredAnswers = async () => (await query("select from machine_answers")).rowCount;

test("a text is shown as the others will read it and back in the writer's language, and is not stored", async () => {
  const { aiko, an, emma } = testPeople;
  const id = await createGroupWithMachineTranslation(aiko, an, emma);
  const { data } = await requestTranslationPreview(aiko, id, "`/booking` の画面を見てください。");
  expect(data).toEqual({
    from: "ja",
    readings: [
      {
        language: "en",
        translation: "Please look at the booking page `/booking`",
        origin: "MACHINE",
        back: "予約ページを見てください `/booking`",
        problem: null,
      },
      {
        language: "vi",
        translation: "Vui lòng xem trang đặt chỗ `/booking`",
        origin: "MACHINE",
        back: "予約ページを見てください `/booking`",
        problem: null,
      },
    ],
  });
  expect(machine.calls).toHaveLength(4);
  expect(await countStoredAnswers()).toBe(0);
});

test("a text in another language than the writer's is not translated back into it", async () => {
  const { aiko, an, kenji } = testPeople;
  const id = await createGroupWithMachineTranslation(aiko, an, kenji);
  const { data } = await requestTranslationPreview(aiko, id, "Vui lòng xem màn hình đặt chỗ.");
  expect(data).toMatchObject({ from: "vi", readings: [{ language: "ja", back: null, problem: null }] });
  expect(machine.calls).toHaveLength(1);
});

test("what people approved is shown as it will arrive; code alone has nothing to translate", async () => {
  const { aiko, an, kenji } = testPeople;
  const id = await createGroupWithMachineTranslation(aiko, an);
  await server.app.services.memory.storePairs(server.db.kysely, [
    {
      from: "ja",
      to: "vi",
      source: "週報です。",
      target: "Đây là báo cáo tuần.",
      approved: true,
      userId: kenji.id,
    },
  ]);
  const { data } = await requestTranslationPreview(aiko, id, "週報です。");
  expect(data.readings).toMatchObject([{ origin: "MEMORY", translation: "Đây là báo cáo tuần." }]);
  expect((await requestTranslationPreview(aiko, id, "`npm ci` 👍")).data.readings).toEqual([]);
});

test("a room that is off, another one's room and an empty text get no preview", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createGroupRoom(aiko, an);
  expect((await requestTranslationPreview(aiko, id, "見てください。")).error?.code).toBe("MACHINE.ROOM");
  expect((await requestTranslationPreview(minh, id, "xin chào")).status).toBe(404);
  expect(Object.keys((await requestTranslationPreview(aiko, id, " ")).error?.fields ?? {})).toEqual([
    "content",
  ]);
  expect(machine.calls).toEqual([]);
});

test("a failure is said for the language that it concerns, and so is a budget that is used up", async () => {
  const { aiko, an, emma } = testPeople;
  const id = await createGroupWithMachineTranslation(aiko, an, emma);
  machine.answer = (providerCall) =>
    providerCall.body.target === "vi" ? { status: 500, body: "oops" } : translatingAnswer(providerCall);
  expect(
    (await requestTranslationPreview(aiko, id, "予約の画面を見てください。")).data.readings,
  ).toMatchObject([
    { language: "en", problem: null },
    { language: "vi", translation: null, problem: "broken" },
  ]);
  machine.answer = translatingAnswer;
  await query("update machine_months set characters = 1000");
  expect(
    (await requestTranslationPreview(aiko, id, "予約の画面を見てください。")).data.readings,
  ).toMatchObject([
    { translation: null, problem: "budget" },
    { translation: null, problem: "budget" },
  ]);
});

test("an admin tries a sentence, sees its error, and an answer ends the pause", async () => {
  const { emma, aiko } = testPeople;
  expect((await tryProvider(aiko, "見てください。")).status).toBe(403);
  machine.answer = () => ({ status: 403, body: { error: "Invalid API key" } });
  expect((await tryProvider(emma, "画面を見てください。")).data).toMatchObject({
    translation: null,
    problem: "key",
    reason: "403: Invalid API key",
  });
  await tryProvider(emma, "画面を見てください。");
  const stateAfterRefusal = (await emma.call(getMachine)).data;
  expect(stateAfterRefusal?.off).not.toBeNull();
  expect(stateAfterRefusal?.failures).toMatchObject([
    { problem: "key", reason: "403: Invalid API key", times: 2 },
  ]);
  machine.answer = translatingAnswer;
  const { data } = await tryProvider(emma, "画面を見てください。");
  expect(data).toMatchObject({ translation: sentencesByLanguage.en, problem: null, reason: null });
  expect(data.milliseconds).toBeGreaterThanOrEqual(0);
  expect((await emma.call(getMachine)).data?.off).toBeNull();
  expect(await countStoredAnswers()).toBe(0);
  expect(Object.keys((await tryProvider(emma, "", "ja", "en")).error?.fields ?? {})).toEqual(["text"]);
  expect(Object.keys((await tryProvider(emma, "見て", "ja", "ja")).error?.fields ?? {})).toEqual(["to"]);
});

test("a translator gets the machine's text as a suggestion, where the room allows it", async () => {
  const { aiko, an, linh } = testPeople;
  const id = await createGroupWithMachineTranslation(aiko, an, linh);
  const message = await sendText(aiko, id, "画面を見てください。");
  await retryUntilSuccess(() => expect(machine.calls).toHaveLength(1));
  const getSuggestion = (person: TestPerson, language: string) =>
    person.call(getMachineSuggestion, { params: { mid: message.id, language } });
  expect((await getSuggestion(linh, "en")).data).toEqual({
    provider: "libretranslate",
    translation: sentencesByLanguage.en,
    problem: null,
  });
  expect((await getSuggestion(linh, "ja")).error?.code).toBe("TRANSLATION.SAME_LANGUAGE");
  expect((await getSuggestion(an, "en")).error?.code).toBe("TRANSLATION.LANGUAGES");
  expect((await getSuggestion(testPeople.minh, "en")).status).toBe(404);
  await switchMachineTranslation(aiko, id, false);
  expect((await getSuggestion(linh, "en")).data).toBeNull();
});
