import { markForTranslation } from "@kakehashi/contract/bookmarks";
import { editMessage } from "@kakehashi/contract/changes";
import { getMachine } from "@kakehashi/contract/machine";
import { getMessage, type Message } from "@kakehashi/contract/messages";
import { listTranslationQueue } from "@kakehashi/contract/translation-queue";
import { expect, test, vi } from "vitest";
import { retryUntilSuccess } from "../../test/eventually.ts";
import { createGroupWithMachineTranslation, setUpMachineTranslationTests } from "../../test/machine-rooms.ts";
import { messagePathParamsOf, sendText } from "../../test/rooms.ts";
import type { TestPerson } from "../../test/world.ts";
import { translateWaitingMessagesJob } from "./work.ts";

const greetingsByLanguage = { en: "Good morning", vi: "Chào buổi sáng", ja: "おはようございます" };
const { machine, server, testPeople, query } = await setUpMachineTranslationTests(
  greetingsByLanguage,
  10_000,
);
const readTranslations = async (person: TestPerson, message: Message) =>
  (await person.call(getMessage, messagePathParamsOf(message))).data.translations ?? [];
async function runTranslateWaitingJob(): Promise<void> {
  await server.runJob(translateWaitingMessagesJob);
  const unfinishedJobsQuery = `select from pgboss.job where name = '${translateWaitingMessagesJob}' and state < 'completed'`;
  await vi.waitFor(async () => expect((await query(unfinishedJobsQuery)).rowCount).toBe(0), {
    timeout: 15_000,
  });
}
const useUpBudget = (characters: number) =>
  query(
    `insert into machine_months values (date_trunc('month', now() at time zone 'UTC')::date, ${characters})`,
  );

test("what the month's budget has no room for waits, and is translated in the next month, the newest first", async () => {
  const { aiko, linh, emma } = testPeople;
  await useUpBudget(9_995);
  const room = await createGroupWithMachineTranslation(aiko, linh);
  const firstMessage = await sendText(aiko, room, "これは予算より長い文章です。");
  const secondMessage = await sendText(aiko, room, "これも予算より長い文章ですよ。");
  for (const message of [firstMessage, secondMessage])
    await retryUntilSuccess(async () =>
      expect(await readTranslations(linh, message)).toMatchObject([
        { language: "vi", state: "NEEDS_TRANSLATION", version: 0, waits_for_machine: true },
      ]),
    );
  expect((await emma.call(getMachine)).data?.waiting_count).toBe(2);
  // While a message waits for machine translation, it is not in the translators' queue.
  expect((await linh.call(listTranslationQueue, { query: { conversation_id: room } })).data).toEqual([]);
  await runTranslateWaitingJob();
  expect(machine.calls).toEqual([]);
  // In the next month, only 15 characters of the budget are left. The newest message is translated first and uses all
  // of them.
  await query("delete from machine_months");
  await useUpBudget(9_985);
  await runTranslateWaitingJob();
  expect(await readTranslations(linh, secondMessage)).toMatchObject([
    { state: "MACHINE", content: "Chào buổi sáng" },
  ]);
  expect(await readTranslations(linh, firstMessage)).toMatchObject([{ version: 0, waits_for_machine: true }]);
  await query("delete from machine_months");
  await runTranslateWaitingJob();
  expect(await readTranslations(linh, firstMessage)).toMatchObject([{ state: "MACHINE" }]);
  expect((await readTranslations(linh, firstMessage))[0]).not.toHaveProperty("waits_for_machine");
  expect((await emma.call(getMachine)).data?.waiting_count).toBe(0);
}, 20_000);

test("who asks a person for what waits for budget sees that it waits for a person; an edit begins anew", async () => {
  const { aiko, linh } = testPeople;
  await useUpBudget(9_999);
  const room = await createGroupWithMachineTranslation(aiko, linh);
  const message = await sendText(aiko, room, "これは予算より長い文章です。");
  const isWaitingForMachine = async () =>
    (await readTranslations(linh, message))[0]?.waits_for_machine ?? false;
  await retryUntilSuccess(async () => expect(await isWaitingForMachine()).toBe(true));
  await linh.call(markForTranslation, { ...messagePathParamsOf(message), body: { marked: true } });
  expect(await isWaitingForMachine()).toBe(false);
  await linh.call(markForTranslation, { ...messagePathParamsOf(message), body: { marked: false } });
  expect(await isWaitingForMachine()).toBe(true);
  await query("delete from machine_months");
  await aiko.call(editMessage, { ...messagePathParamsOf(message), body: { content: "短い。" } });
  await retryUntilSuccess(async () =>
    expect(await readTranslations(linh, message)).toMatchObject([{ state: "MACHINE" }]),
  );
  expect(await isWaitingForMachine()).toBe(false);
});

test("a text that is longer than the whole budget does not wait for one", async () => {
  const { aiko, linh } = testPeople;
  const message = await sendText(
    aiko,
    await createGroupWithMachineTranslation(aiko, linh),
    "𠮷".repeat(6_000),
  );
  await retryUntilSuccess(async () =>
    expect((await query("select problem from machine_failures")).rows).toEqual([{ problem: "budget" }]),
  );
  await retryUntilSuccess(async () =>
    expect((await query("select from message_work where kind = 'machine'")).rowCount).toBe(0),
  );
  expect(await readTranslations(linh, message)).toEqual([]);
});
