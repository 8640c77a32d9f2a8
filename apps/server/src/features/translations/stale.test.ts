import { deleteMessage } from "@kakehashi/contract/changes";
import { getMessage, type Message } from "@kakehashi/contract/messages";
import { isTranslationCurrent } from "@kakehashi/contract/translation-states";
import fc from "fast-check";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom, messagePathParamsOf, sendText } from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { addSignedInPerson } from "../../test/world.ts";
import { accountDeletionJobName } from "../deletion/service.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, linh, kenji } = testPeople;
const serverUrl = await server.listen();

const translationSteps = [
  "edit",
  "mark",
  "claim",
  "take",
  "release",
  "hand_over",
  "submit",
  "submit_old",
  "approve",
  "reject",
  "request",
  "restore",
  "relabel",
  "submit_twice",
  "edit_and_submit",
  "fill",
  "fill_old",
  "edit_and_fill",
  "wait_for_machine",
  "delete_message",
  "delete_and_submit",
  "touch_deleted",
  "delete_account",
] as const;
const anyTranslationStep = fc.record({
  act: fc.constantFrom(...translationSteps),
  /**
   * The person who takes the step. `guest` is a translator whose account may be deleted during the test; Linh and Kenji
   * keep their accounts.
   */
  by: fc.constantFrom("linh", "kenji", "guest"),
  language: fc.constantFrom("en" as const, "vi" as const),
  which: fc.nat({ max: 5 }),
});

/** The error codes that are allowed in these random sequences of steps. Any other error fails the test. */
const refusalCodes =
  /^(?:TRANSLATION\.(?:STEP|EDITED|CHANGED|ORIGINAL|CLAIMED|SAME_LANGUAGE|WARNED)|MESSAGE\.DELETED|ERR\.NOT_FOUND)$/;

/**
 * The original from which each translation was made, by the translation's text. The texts of all runs are kept, because
 * the translation memory may suggest them again in a later run.
 */
const originalByTranslation = new Map<string, string>();
let textCount = 0;
const statesShownAsCurrent: ReadonlySet<string> = new Set(["MACHINE", "TRANSLATED", "APPROVED"]);

const expectRefusal = (error: Error) => expect(error.message).toMatch(refusalCodes);

/**
 * Waits until all requests have ended, even if one fails early. Otherwise a slow request could still run during the
 * next step of the test.
 */
async function runAllUntilSettled(...calls: Promise<unknown>[]): Promise<void> {
  for (const settledCall of await Promise.allSettled(calls))
    if (settledCall.status === "rejected") expectRefusal(settledCall.reason as Error);
}

/** Builds a sequence of the given test steps, all taken by the guest. */
const buildHistory = (
  testSteps: readonly (typeof translationSteps)[number][],
  variantOf: (index: number) => number = () => 0,
) =>
  testSteps.map((runTestStep, index) => ({
    act: runTestStep,
    by: "guest" as const,
    language: "vi" as const,
    which: variantOf(index),
  }));

/**
 * Creates a translator whose account may be deleted in a run. Later runs use the same person until the account is
 * deleted.
 */
let nextGuest: ReturnType<typeof addSignedInPerson> | undefined;
async function takeGuest() {
  nextGuest ??= addSignedInPerson(server, {
    email: `${crypto.randomUUID()}@kakehashi.example`,
    name: "Guest",
    role: "comtor",
    language: "vi",
  });
  return nextGuest;
}

const queryRows = async (text: string, values: unknown[]) => (await server.db.pool.query(text, values)).rows;

async function deleteAccount(id: string): Promise<void> {
  await queryRows("update users set deletion_requested_at = now(), deletion_due_at = now() where id = $1", [
    id,
  ]);
  await server.runJob(accountDeletionJobName);
  await expect
    .poll(
      () =>
        queryRows("select from users where id = $1 and deleted_at is not null and deletion_due_at is null", [
          id,
        ]),
      { timeout: 15_000 },
    )
    .toHaveLength(1);
  // A job ends the person's claims some time after the account is deleted. The test waits for it.
  await expect
    .poll(() => queryRows("select from translations where claimed_by = $1", [id]), { timeout: 15_000 })
    .toEqual([]);
}

/**
 * Returns which rows about a deleted message's translations are left in the database, including the translation memory.
 */
const listRemainingRows = (id: string) =>
  queryRows(
    `select 'translation' as what from translations where subject_id = $1
    union all select 'pair' from memory_units where message_id = $1
    union all select 'support' from memory_supports where message_id = $1`,
    [id],
  );

test("no history of edits, claims, submits, rejections, machines and deletions shows a text as current that came from an older revision", {
  timeout: 240_000,
}, async () => {
  const { messages, bookmarks, translations } = server.app.services;
  await fc.assert(
    fc.asyncProperty(fc.array(anyTranslationStep, { minLength: 4, maxLength: 25 }), async (steps) => {
      const guest = await takeGuest();
      const people = { linh, kenji, guest };
      const room = await createGroupRoom(aiko, an, linh, kenji, guest);
      const sentMessages: Message[] = [];
      /** The texts of the original of the newest message, one for each revision, in order. */
      let originals: string[] = [];
      let originalCount = 0;
      async function sendNextMessage(): Promise<void> {
        const content = `原文 ${++originalCount} です。`;
        originals = [content];
        sentMessages.push(await sendText(aiko, room, content));
      }
      await sendNextMessage();
      const reader = await connectAndSubscribe(serverUrl, an);
      const getCurrentMessageId = () => sentMessages.at(-1)?.id ?? "";
      const readMessage = async () =>
        (await an.call(getMessage, { params: { id: room, mid: getCurrentMessageId() } })).data;
      const createText = (language: "en" | "vi", revision: number) => {
        const content =
          language === "en" ? `Text ${++textCount} in English.` : `Bản dịch số ${++textCount} ạ.`;
        originalByTranslation.set(content, originals[revision - 1] ?? "");
        return content;
      };
      for (const { act, by, language, which } of steps) {
        const id = getCurrentMessageId();
        const userId = people[by].id;
        const otherPerson = by === "linh" ? kenji : linh;
        const askingPerson = by === "guest" ? guest : an;
        const shownMessage = await readMessage();
        const { revision, translations: shownTranslations } = shownMessage;
        const author = { userId: aiko.id, writingLanguage: "ja" as const };
        const submitText = (submitterId: string, revision: number, mid = id) =>
          translations.submit(
            submitterId,
            mid,
            language,
            { content: createText(language, revision), revision, confirmed: true },
            false,
          );
        const fillText = (revision: number, message = shownMessage) =>
          translations.fill(message, language, {
            content: createText(language, revision),
            origin: "MACHINE",
            revision,
          });
        const editOriginal = () =>
          messages.edit(author, room, id, { content: `原文 ${++originalCount} です。` });
        const deleteShownMessage = () => aiko.call(deleteMessage, messagePathParamsOf(shownMessage));
        const runTestStepByName: () => Promise<unknown> = {
          edit: editOriginal,
          mark: () =>
            bookmarks.markMessage({ userId: askingPerson.id, writingLanguage: "vi" }, room, id, {
              languages: [language],
            }),
          claim: () => translations.claim(userId, id, language),
          take: async () => {
            const expireClaimStatement =
              "update translations set claimed_at = now() - interval '1 hour' where subject_id = $1";
            await queryRows(expireClaimStatement, [id]);
            await translations.claim(userId, id, language);
          },
          release: () => translations.release(userId, id, language),
          hand_over: () => translations.handOver(userId, id, language, { user_id: otherPerson.id, note: "" }),
          submit: () => submitText(userId, revision),
          submit_old: () => submitText(userId, Math.max(1, revision - 1)),
          approve: () =>
            translations.approve(userId, id, language, {
              version: shownTranslations?.[which % 2]?.version,
              revision,
            }),
          reject: () => translations.reject(userId, id, language, { reason: "Not yet.", revision }),
          request: () =>
            translations.request(askingPerson.id, id, language, { reason: "Unclear.", revision }),
          restore: () =>
            translations.restore(userId, id, language, {
              version: 1 + which,
              current_version:
                shownTranslations?.find((shownTranslation) => shownTranslation.language === language)
                  ?.version ?? 0,
              revision,
            }),
          relabel: () => messages.setLanguage(aiko.id, room, id, which < 3 ? "ja" : "vi"),
          submit_twice: () =>
            runAllUntilSettled(submitText(userId, revision), submitText(otherPerson.id, revision)),
          edit_and_submit: () => runAllUntilSettled(editOriginal(), submitText(userId, revision)),
          fill: () => fillText(revision),
          fill_old: () => fillText(Math.max(1, revision - 1)),
          edit_and_fill: () => runAllUntilSettled(editOriginal(), fillText(revision)),
          wait_for_machine: () =>
            translations.waitForMachine(shownMessage, language, which < 3, async () => true),
          delete_message: deleteShownMessage,
          delete_and_submit: () =>
            runAllUntilSettled(deleteShownMessage(), submitText(userId, revision), fillText(revision)),
          touch_deleted: async () => {
            const deletedMessage = sentMessages.at(-2);
            if (!deletedMessage) return;
            const callsOnDeletedMessage = [
              fillText(1, deletedMessage),
              submitText(userId, 1, deletedMessage.id),
              translations.claim(userId, deletedMessage.id, language),
            ];
            for (const settledCall of await Promise.allSettled(callsOnDeletedMessage))
              expect(settledCall.status).toBe("rejected");
          },
          delete_account: async () => {
            if (nextGuest === undefined) return;
            nextGuest = undefined;
            await deleteAccount(guest.id);
          },
        }[act];
        await runTestStepByName().catch(expectRefusal);

        if (act === "delete_message" || act === "delete_and_submit") {
          expect(await readMessage()).toMatchObject({ deleted: true });
          expect((await readMessage()).translations ?? []).toEqual([]);
          await sendNextMessage();
        }
        const messageAfter = await readMessage();
        originals[messageAfter.revision - 1] = messageAfter.content;
        for (const translation of messageAfter.translations ?? []) {
          expect(translation.language).not.toBe(messageAfter.language);
          if (translation.version > 0)
            expect(originalByTranslation.get(translation.content)).toBe(originals[translation.revision - 1]);
          if (statesShownAsCurrent.has(translation.state)) {
            expect(isTranslationCurrent(translation, messageAfter)).toBe(true);
            expect(originalByTranslation.get(translation.content)).toBe(messageAfter.content);
          }
        }
        const rows = await server.db.kysely
          .selectFrom("translations")
          .select(["language", "state", "waiting_since", "asked_at", "claimed_by", "waits_for_machine"])
          .where("subject_id", "=", getCurrentMessageId())
          .execute();
        for (const row of rows) {
          const isOpen = !["TRANSLATED", "APPROVED"].includes(row.state);
          const isWaiting = row.asked_at !== null && isOpen && row.language !== messageAfter.language;
          expect([row.language, row.waiting_since !== null]).toEqual([row.language, isWaiting]);
          if (!isOpen) expect(row.waits_for_machine).toBe(false);
        }
      }
      for (const { id } of sentMessages.slice(0, -1)) expect(await listRemainingRows(id)).toEqual([]);
      // No live event of the run may show an outdated translation as current.
      for (const event of reader.listEvents()) {
        if (!("message" in event) || !sentMessages.some(({ id }) => id === event.message.id)) continue;
        for (const translation of event.message.translations ?? [])
          if (statesShownAsCurrent.has(translation.state))
            expect(translation.revision).toBe(event.message.revision);
        if (event.message.deleted) expect(event.message.translations ?? []).toEqual([]);
      }
      reader.socket.close();
    }),
    {
      numRuns: 40,
      examples: [
        // This sequence of steps once found a bug. The original's language was set to the translation's language and
        // then back. After that, the rejected translation no longer waited for a translator.
        [buildHistory(["submit", "reject", "relabel", "relabel"], (index) => (index === 2 ? 3 : 0))],
        // A person claims and writes a translation. After their account is deleted, other people continue.
        [buildHistory(["mark", "claim", "delete_account", "claim", "submit", "approve", "edit"])],
        [
          buildHistory([
            "mark",
            "fill",
            "edit",
            "fill_old",
            "fill",
            "delete_and_submit",
            "touch_deleted",
            "fill",
          ]),
        ],
        // When the original's language becomes that of the translation, the claim must end. Otherwise the claim would
        // still exist after the translator's account is deleted.
        [buildHistory(["claim", "relabel", "delete_account"], () => 3)],
        // The submit is refused because the original is in the translation's language. The message is deleted at the
        // same time.
        [buildHistory(["relabel", "delete_and_submit"], () => 3)],
      ],
    },
  );
});
