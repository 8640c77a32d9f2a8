import { deleteMessage, editMessage } from "@kakehashi/contract/changes";
import { getMachine } from "@kakehashi/contract/machine";
import { getMessage, type Message } from "@kakehashi/contract/messages";
import { expect, test, vi } from "vitest";
import { createTestApp } from "../../test/app.ts";
import { makeJobsDue } from "../../test/due-jobs.ts";
import { retryUntilSuccess } from "../../test/eventually.ts";
import {
  createGroupWithMachineTranslation,
  setUpMachineTranslationTests,
  switchMachineTranslation,
} from "../../test/machine-rooms.ts";
import { createGroupRoom, messagePathParamsOf, sendText } from "../../test/rooms.ts";
import { submitTranslation } from "../../test/translations.ts";
import type { TestPerson } from "../../test/world.ts";

const greetingsByLanguage = { en: "Good morning", vi: "Chào buổi sáng", ja: "おはようございます" };
const { machine, options, server, testPeople, query, translatingAnswer } = await setUpMachineTranslationTests(
  greetingsByLanguage,
  10_000,
);
const readMessage = async (person: TestPerson, message: Message) =>
  (await person.call(getMessage, messagePathParamsOf(message))).data;
const readTranslations = async (person: TestPerson, message: Message) =>
  ((await readMessage(person, message)).translations ?? []).map(({ language, state, origin, content }) => ({
    language,
    state,
    origin,
    content,
  }));
const countMessageWork = async () =>
  (await query("select from message_work where kind = 'machine'")).rowCount;
const waitForProviderCalls = (count: number) =>
  retryUntilSuccess(() => expect(machine.calls).toHaveLength(count));
const readLastFailure = async () =>
  (
    await query(`
      select f.reason, s.off_until from machine_failures f left join machine_states s using (machine)
      order by f.last_at desc`)
  ).rows[0];

test("a message is read in the languages of its room, and an edit asks again", async () => {
  const { aiko, linh } = testPeople;
  const room = await createGroupWithMachineTranslation(aiko, linh);
  const message = await sendText(aiko, room, "`npm ci` を実行してください。");
  const machineTranslation = {
    language: "vi",
    state: "MACHINE",
    origin: "MACHINE",
    content: "Chào buổi sáng `npm ci`",
  };
  await retryUntilSuccess(async () =>
    expect(await readTranslations(linh, message)).toEqual([machineTranslation]),
  );
  await retryUntilSuccess(async () => expect(await countMessageWork()).toBe(0));
  await aiko.call(editMessage, {
    ...messagePathParamsOf(message),
    body: { content: "`npm test` を実行してください。" },
  });
  await retryUntilSuccess(async () =>
    expect(await readTranslations(linh, message)).toEqual([
      { ...machineTranslation, content: "Chào buổi sáng `npm test`" },
    ]),
  );
  // The provider gets no second request for a text that it has already translated.
  const secondMessage = await sendText(aiko, room, "`npm ci` を実行してください。");
  await retryUntilSuccess(async () =>
    expect(await readTranslations(linh, secondMessage)).toEqual([machineTranslation]),
  );
  expect(machine.calls).toHaveLength(2);
});

test("a person's translation stays", async () => {
  const { aiko, linh } = testPeople;
  const message = await sendText(
    aiko,
    await createGroupWithMachineTranslation(aiko, linh),
    "明日の会議は何時からですか。",
  );
  await waitForProviderCalls(1);
  await retryUntilSuccess(async () => expect(await readTranslations(linh, message)).toHaveLength(1));
  const vietnameseText = "Cuộc họp ngày mai bắt đầu lúc mấy giờ?";
  expect((await submitTranslation(linh, message, "vi", vietnameseText)).error).toBeUndefined();
  expect(await readTranslations(linh, message)).toMatchObject([
    { state: "TRANSLATED", content: vietnameseText },
  ]);
});

test("what people approved for the same words is taken, and no machine asked", async () => {
  const { aiko, linh, kenji } = testPeople;
  const room = await createGroupWithMachineTranslation(aiko, linh, kenji);
  const approvedText = "Hãy gửi báo cáo tuần cho tôi.";
  await server.app.services.memory.storePairs(server.db.kysely, [
    {
      from: "ja",
      to: "vi",
      source: "週報を送ってください。",
      target: approvedText,
      approved: true,
      userId: kenji.id,
    },
  ]);
  const message = await sendText(aiko, room, "週報を送ってください。");
  await retryUntilSuccess(async () =>
    expect(await readTranslations(linh, message)).toEqual([
      { language: "vi", state: "TRANSLATED", origin: "MEMORY", content: approvedText },
    ]),
  );
  expect(machine.calls).toEqual([]);
});

test("a room that is switched off sends nothing to the machine, even if switched while a text waited", async () => {
  const { aiko, linh } = testPeople;
  const room = await createGroupRoom(aiko, linh);
  const firstMessage = await sendText(aiko, room, "家に残る文章です。");
  await retryUntilSuccess(async () => expect(await countMessageWork()).toBe(0));
  await switchMachineTranslation(aiko, room, true);
  machine.answer = () => ({ status: 503, body: "" });
  const secondMessage = await sendText(aiko, room, "待っている文章です。");
  await waitForProviderCalls(1);
  await retryUntilSuccess(async () => expect(await countMessageWork()).toBe(0));
  await switchMachineTranslation(aiko, room, false);
  machine.answer = translatingAnswer;
  await query("update machine_states set off_until = now()");
  await makeJobsDue(server.db.pool, "machine-translation");
  await vi.waitFor(
    async () => {
      const { rows } = await query(
        "select from pgboss.job where name = 'machine-translation' and state not in ('completed', 'failed')",
      );
      expect(rows).toEqual([]);
    },
    { timeout: 15_000 },
  );
  expect(machine.calls).toHaveLength(1);
  for (const message of [firstMessage, secondMessage])
    expect(await readTranslations(linh, message)).toEqual([]);
}, 20_000);

test("nothing is translated if everybody reads the message's language", async () => {
  const { aiko, kenji, linh } = testPeople;
  await sendText(aiko, await createGroupWithMachineTranslation(aiko, kenji), "日本語だけの文章です。");
  const message = await sendText(
    aiko,
    await createGroupWithMachineTranslation(aiko, linh),
    "二人のための文章です。",
  );
  await retryUntilSuccess(async () => expect(await readTranslations(linh, message)).toHaveLength(1));
  expect(machine.calls.map(({ body }) => body.q)).toEqual(["二人のための文章です。"]);
});

test("a machine that refuses is left alone for half an hour; then the messages are translated", async () => {
  const { aiko, linh, emma } = testPeople;
  const room = await createGroupWithMachineTranslation(aiko, linh);
  machine.answer = () => ({ status: 429, body: { error: "Slowdown: 20 per 1 minute" } });
  const firstMessage = await sendText(aiko, room, "最初の文章を送ります。");
  await retryUntilSuccess(async () =>
    expect((await readLastFailure())?.reason).toBe("429: Slowdown: 20 per 1 minute"),
  );
  const state = (await emma.call(getMachine)).data;
  expect(state).toMatchObject({
    provider: "libretranslate",
    host: new URL(machine.url).host,
    off: { since: expect.any(String) },
    failures: [
      { provider: "libretranslate", problem: "rate", reason: "429: Slowdown: 20 per 1 minute", times: 1 },
    ],
    characters: 0,
    monthly_characters: 10_000,
  });
  const pauseMinutes = ((await readLastFailure()).off_until - Date.now()) / 60_000;
  expect(pauseMinutes).toBeGreaterThan(29);
  expect(pauseMinutes).toBeLessThanOrEqual(30.1);
  const secondMessage = await sendText(aiko, room, "次の文章を送ります。");
  await retryUntilSuccess(async () => expect(await countMessageWork()).toBe(0));
  expect(machine.calls).toHaveLength(1);
  expect(await readTranslations(linh, secondMessage)).toEqual([]);
  // After a refusal, requests pause for half an hour. The test ends this pause, and makes the waiting job due, so that
  // it runs at once.
  machine.answer = translatingAnswer;
  await query("update machine_states set off_until = now()");
  await makeJobsDue(server.db.pool, "machine-translation");
  await vi.waitFor(
    async () => {
      for (const message of [firstMessage, secondMessage])
        expect(await readTranslations(linh, message)).toMatchObject([{ content: "Chào buổi sáng" }]);
    },
    { timeout: 15_000 },
  );
}, 20_000);

test.each([
  ["a lost placeholder", "Chào", "Its answer was not used: placeholder."],
  ["the same words", "{{0}} を確認してください。", "Its answer was not used: unchanged."],
])("%s is never shown", async (_, translatedText, expectedReason) => {
  const { aiko, linh } = testPeople;
  machine.answer = () => ({ body: { translatedText } });
  const message = await sendText(
    aiko,
    await createGroupWithMachineTranslation(aiko, linh),
    "`config.ts` を確認してください。",
  );
  await retryUntilSuccess(async () => expect((await readLastFailure())?.reason).toBe(expectedReason));
  await retryUntilSuccess(async () => expect(await countMessageWork()).toBe(0));
  expect(await readTranslations(linh, message)).toEqual([]);
});

test("what a failed attempt would have cost is given back", async () => {
  const { aiko, linh } = testPeople;
  machine.answer = () => ({ status: 403, body: { error: "Invalid API key" } });
  await sendText(aiko, await createGroupWithMachineTranslation(aiko, linh), "失敗する文章です。");
  await retryUntilSuccess(async () => expect((await readLastFailure())?.reason).toBe("403: Invalid API key"));
  expect((await query("select characters from machine_months")).rows).toEqual([{ characters: 0 }]);
});

test("a translation that arrives for a deleted message is dropped", async () => {
  const { aiko, linh } = testPeople;
  const message = await sendText(
    aiko,
    await createGroupWithMachineTranslation(aiko, linh),
    "秘密の文章です。",
  );
  await retryUntilSuccess(async () => expect(await readTranslations(linh, message)).toHaveLength(1));
  await aiko.call(deleteMessage, messagePathParamsOf(message));
  expect((await query("select from machine_answers")).rowCount).toBe(0);
});

test("the next process translates what a dead one left", async () => {
  const { aiko, linh } = testPeople;
  const room = await createGroupWithMachineTranslation(aiko, linh);
  const message = await sendText(aiko, room, "残された文章です。");
  await retryUntilSuccess(async () => expect(await readTranslations(linh, message)).toHaveLength(1));
  await retryUntilSuccess(async () => expect(await countMessageWork()).toBe(0));
  // Simulates a process that stopped before it translated the message.
  await query(`
    update messages set translations = null, translation_bytes = 0 where id = '${message.id}';
    delete from translations where subject_id = '${message.id}';
    insert into message_work (message_id, kind, conversation_id, created_at)
    values ('${message.id}', 'machine', '${room}', now() - interval '1 hour')`);
  const secondServer = await createTestApp({ databaseUrl: server.ownerDatabaseUrl, machine: options });
  try {
    await vi.waitFor(async () => expect(await readTranslations(linh, message)).toHaveLength(1), {
      timeout: 15_000,
    });
  } finally {
    await secondServer.close();
  }
}, 20_000);

test("without a machine a message causes no work", async () => {
  const { aiko, linh } = testPeople;
  const room = await createGroupWithMachineTranslation(aiko, linh);
  const serverWithoutProvider = await createTestApp({ databaseUrl: server.ownerDatabaseUrl });
  try {
    await serverWithoutProvider.app.services.messages.send({ userId: aiko.id, writingLanguage: "ja" }, room, {
      client_id: crypto.randomUUID(),
      content: "機械のないところで書きました。",
    });
    expect(await countMessageWork()).toBe(0);
    expect(machine.calls).toEqual([]);
  } finally {
    await serverWithoutProvider.close();
  }
});
