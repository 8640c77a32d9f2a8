import { randomUUID } from "node:crypto";
import { toggleMessageReaction } from "@kakehashi/contract/changes";
import { changeConversationName } from "@kakehashi/contract/conversation-settings";
import { listConversations } from "@kakehashi/contract/conversations";
import { sendMessage } from "@kakehashi/contract/messages";
import { saveTranslationDraft } from "@kakehashi/contract/translation-drafts";
import { claimTranslation, handOverTranslation, releaseTranslation } from "@kakehashi/contract/translations";
import pg from "pg";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom, messagePathParamsOf, sendText } from "../../test/rooms.ts";
import { submitTranslation, translationPathParamsOf } from "../../test/translations.ts";

// In these tests, far more requests run at once than the server has database connections.
const { server, testPeople } = await setUpTestServer();
const { aiko, an, linh, kenji } = testPeople;

/** Locks the rows that `statement` selects, on a separate database connection, until `release` is called. */
async function lockRows(statement: string, values: unknown[]) {
  const holder = new pg.Client(server.ownerDatabaseUrl);
  await holder.connect();
  await holder.query("begin");
  await holder.query(statement, values);
  return {
    waitForLockWait: () =>
      expect
        .poll(async () => {
          const { rows } = await holder.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          );
          return rows.length;
        })
        .toBeGreaterThan(0),
    async release() {
      await holder.query("commit");
      await holder.end();
    },
  };
}

/**
 * Starts requests that all wait for one lock. Checks that the server still responds to another person in the meantime.
 */
async function callWhileLocked(
  rowLock: Awaited<ReturnType<typeof lockRows>>,
  startCalls: () => Promise<{ status: number }>[],
): Promise<number[]> {
  const calls = startCalls();
  await rowLock.waitForLockWait();
  const otherResponses = await Promise.all(Array.from({ length: 20 }, () => an.call(listConversations)));
  await rowLock.release();
  expect(new Set(otherResponses.map(({ status }) => status))).toEqual(new Set([200]));
  return (await Promise.all(calls)).map(({ status }) => status);
}

test("many claims and changes of one message at once leave the database to other callers", {
  timeout: 90_000,
}, async () => {
  const room = await createGroupRoom(aiko, linh, kenji);
  const message = await sendText(aiko, room, "明日の会議は何時からですか。");
  const lockHolder = await lockRows("select from conversations where id = $1 for update", [room]);
  const statuses = await callWhileLocked(lockHolder, () =>
    Array.from({ length: 20 }, (_, index) => [
      linh.call(claimTranslation, translationPathParamsOf(message, "en")),
      linh.call(releaseTranslation, translationPathParamsOf(message, "en")),
      submitTranslation(kenji, message, "vi", `Cuộc họp ngày mai bắt đầu lúc mấy giờ? ${index}`),
      aiko.call(toggleMessageReaction, { ...messagePathParamsOf(message), query: { type: "👍" } }),
      linh.call(sendMessage, {
        params: { id: room },
        body: { client_id: randomUUID(), content: `Which meeting? ${index}`, parent_id: message.id },
      }),
      aiko.call(changeConversationName, { params: { id: room }, body: { name: `Room ${index}` } }),
    ]).flat(),
  );
  expect(statuses).toHaveLength(120);
  for (const status of statuses) expect([200, 409]).toContain(status);
  expect(statuses.filter((status) => status === 409)).toHaveLength(19);
});

test("hundreds of drafts of one person at once leave the database to other callers", {
  timeout: 90_000,
}, async () => {
  const room = await createGroupRoom(aiko, linh);
  const messages = await Promise.all(
    Array.from({ length: 10 }, (_, index) => sendText(aiko, room, `今日の予定は${index}件です。`)),
  );
  const lockHolder = await lockRows("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `translation drafts ${linh.id}`,
  ]);
  const statuses = await callWhileLocked(lockHolder, () =>
    Array.from({ length: 10 }, (_, index) =>
      messages.flatMap((message) => [
        linh.call(saveTranslationDraft, {
          ...translationPathParamsOf(message, "en"),
          body: { content: `Plan ${index}`, version: 0, revision: 1 },
        }),
        submitTranslation(linh, message, "en", `The plan of today ${index}`, { version: 0 }),
      ]),
    ).flat(),
  );
  expect(statuses).toHaveLength(200);
  for (const status of statuses) expect([200, 409]).toContain(status);
});

test("many hand-overs in different rooms at once do not wait for each other's connections", async () => {
  const messages = await Promise.all(
    Array.from({ length: 24 }, async (_, index) =>
      sendText(aiko, await createGroupRoom(aiko, linh, kenji), `資料${index}を確認してください。`),
    ),
  );
  const responses = await Promise.all(
    messages.map((message) =>
      linh.call(handOverTranslation, {
        ...translationPathParamsOf(message, "en"),
        body: { user_id: kenji.id },
      }),
    ),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
});
