import { markForTranslation } from "@kakehashi/contract/bookmarks";
import { switchRoomMachine } from "@kakehashi/contract/machine-rooms";
import { getMessage, type Message, sendMessage } from "@kakehashi/contract/messages";
import { listTranslationQueue } from "@kakehashi/contract/translation-queue";
import { expect, test, vi } from "vitest";
import { newId } from "../../kit/ids.ts";
import { callApi, createTestApp } from "../../test/app.ts";
import { retryUntilSuccess } from "../../test/eventually.ts";
import {
  createGroupWithMachineTranslation,
  setUpMachineTranslationTests,
  switchMachineTranslation,
} from "../../test/machine-rooms.ts";
import { createGroupRoom, messagePathParamsOf, sendText } from "../../test/rooms.ts";
import { connectAndSubscribe, type StompClient } from "../../test/stomp.ts";
import { addTestPeople, type TestPerson } from "../../test/world.ts";
import { stopWaitingEverywhereJob, stopWaitingInRoomJob } from "./stop-waiting.ts";
import { isMachineTranslationOn } from "./switch-store.ts";

const greetingsByLanguage = { en: "Good morning", vi: "Chào buổi sáng", ja: "おはようございます" };
const { server, testPeople, query, options } = await setUpMachineTranslationTests(
  greetingsByLanguage,
  10_000,
);
const serverUrl = await server.listen();
const readTranslations = async (person: TestPerson, message: Message) =>
  (await person.call(getMessage, messagePathParamsOf(message))).data.translations ?? [];
const useUpMonthlyBudget = () =>
  query("insert into machine_months values (date_trunc('month', now() at time zone 'UTC')::date, 9999)");
const waitUntilPostponed = (person: TestPerson, message: Message) =>
  retryUntilSuccess(async () =>
    expect(await readTranslations(person, message)).toMatchObject([{ waits_for_machine: true }]),
  );
/**
 * Waits for the live event that tells readers that no translation of the message waits for machine translation any
 * more.
 */
const waitForChangeEvent = (listener: StompClient, { id }: Message) =>
  listener.waitForEvent(
    (event) =>
      event.type === "TRANSLATION_CHANGED" &&
      event.message.id === id &&
      !event.message.translations?.some(({ waits_for_machine }) => waits_for_machine),
  );

test("once the machine is switched off in a room, nothing there waits for it, and its readers see that at once", async () => {
  const { aiko, linh } = testPeople;
  await useUpMonthlyBudget();
  const room = await createGroupWithMachineTranslation(aiko, linh);
  const otherRoomId = await createGroupWithMachineTranslation(aiko, linh);
  const unrequestedMessage = await sendText(aiko, room, "これは予算より長い文章です。");
  const requestedMessage = await sendText(aiko, room, "これも予算より長い文章ですよ。");
  const messageInOtherRoom = await sendText(aiko, otherRoomId, "ここでは機械が翻訳を続けます。");
  for (const message of [unrequestedMessage, requestedMessage, messageInOtherRoom])
    await waitUntilPostponed(linh, message);
  await linh.call(markForTranslation, { ...messagePathParamsOf(requestedMessage), body: { marked: true } });

  const listener = await connectAndSubscribe(serverUrl, linh);
  await switchMachineTranslation(aiko, room, false);
  await waitForChangeEvent(listener, unrequestedMessage);
  listener.socket.close();
  expect(await readTranslations(linh, unrequestedMessage)).toEqual([]);
  // A request for a human translation of this message stays when machine translation is switched off.
  await retryUntilSuccess(async () =>
    expect(
      (
        await query(
          `select from translations where waits_for_machine and subject_id = '${requestedMessage.id}'`,
        )
      ).rowCount,
    ).toBe(0),
  );
  expect(await readTranslations(linh, requestedMessage)).toMatchObject([
    { state: "NEEDS_TRANSLATION", version: 0 },
  ]);
  const translationQueue = await linh.call(listTranslationQueue, { query: { conversation_id: room } });
  expect(translationQueue.data.map(({ message }) => message.id)).toEqual([requestedMessage.id]);
  expect(await readTranslations(linh, messageInOtherRoom)).toMatchObject([{ waits_for_machine: true }]);
}, 20_000);

test("a text that the budget refuses after the switch was turned off does not begin to wait", async () => {
  const { aiko, linh } = testPeople;
  const room = await createGroupWithMachineTranslation(aiko, linh);
  const message = await sendText(aiko, room, "切り替えの前に送りました。");
  await retryUntilSuccess(async () =>
    expect(await readTranslations(linh, message)).toMatchObject([{ state: "MACHINE" }]),
  );
  await switchMachineTranslation(aiko, room, false);
  const { translations: translationService } = server.app.services;
  await translationService.waitForMachine(message, "vi", true, (tx) => isMachineTranslationOn(tx, room));
  expect((await readTranslations(linh, message))[0]).not.toHaveProperty("waits_for_machine");
});

test("what waits for another process's machine goes on waiting until no process with one is left", async () => {
  const serverWithoutMachine = await createTestApp();
  const people = await addTestPeople(serverWithoutMachine);
  const urlWithoutMachine = await serverWithoutMachine.listen();
  const query = (text: string) => serverWithoutMachine.db.pool.query(text);
  const { aiko, linh } = people;
  // Runs a job in the process without a provider. The process with a provider is already closed.
  async function runJobToEnd(name: string, data?: object): Promise<void> {
    await serverWithoutMachine.runJob(name, data);
    const unfinishedJobQuery = `select from pgboss.job where name = '${name}' and state < 'completed'`;
    await vi.waitFor(async () => expect((await query(unfinishedJobQuery)).rowCount).toBe(0), {
      timeout: 15_000,
    });
  }
  try {
    const serverWithMachine = await createTestApp({
      databaseUrl: serverWithoutMachine.ownerDatabaseUrl,
      machine: options,
    });
    await query(
      "insert into machine_months values (date_trunc('month', now() at time zone 'UTC')::date, 9999)",
    );
    const room = await createGroupRoom(aiko, linh);
    const token = aiko.tokens.access_token;
    await callApi(serverWithMachine.app, switchRoomMachine, {
      params: { id: room },
      token,
      body: { on: true },
    });
    const { data: message } = await callApi(serverWithMachine.app, sendMessage, {
      params: { id: room },
      token,
      body: { client_id: newId(), content: "これは予算より長い文章です。" },
    });
    await waitUntilPostponed(linh, message);
    await serverWithMachine.close();

    await runJobToEnd(stopWaitingEverywhereJob);
    // This job was queued when machine translation was switched off in the room. Before the job runs, machine
    // translation is on again, so the message still waits.
    await runJobToEnd(stopWaitingInRoomJob, { roomId: room });
    expect(await readTranslations(linh, message)).toMatchObject([{ waits_for_machine: true }]);

    // Makes the last heartbeat of a process with a provider 11 minutes old, as if no process had a provider any more.
    await query("update machine_seen set at = now() - interval '11 minutes'");
    const listener = await connectAndSubscribe(urlWithoutMachine, linh);
    await runJobToEnd(stopWaitingEverywhereJob);
    await waitForChangeEvent(listener, message);
    listener.socket.close();
    expect(await readTranslations(linh, message)).toEqual([]);
  } finally {
    await serverWithoutMachine.close();
  }
}, 30_000);

test("a process with a machine lets nothing go after a long outage", async () => {
  const { aiko, linh } = testPeople;
  await useUpMonthlyBudget();
  const message = await sendText(
    aiko,
    await createGroupWithMachineTranslation(aiko, linh),
    "これは予算より長い文章です。",
  );
  await waitUntilPostponed(linh, message);
  await query("update machine_seen set at = now() - interval '2 days'");
  await server.runJob(stopWaitingEverywhereJob);
  const unfinishedJobsQuery = `select from pgboss.job where name = '${stopWaitingEverywhereJob}' and state < 'completed'`;
  await vi.waitFor(async () => expect((await query(unfinishedJobsQuery)).rowCount).toBe(0), {
    timeout: 15_000,
  });
  expect(await readTranslations(linh, message)).toMatchObject([{ waits_for_machine: true }]);
}, 30_000);
