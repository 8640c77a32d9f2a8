import { listBookmarks, markForTranslation } from "@kakehashi/contract/bookmarks";
import { setMessageLanguage } from "@kakehashi/contract/changes";
import type { Language } from "@kakehashi/contract/languages";
import { getMessage, type Message } from "@kakehashi/contract/messages";
import { expect, test, vi } from "vitest";
import { retryUntilSuccess } from "../../test/eventually.ts";
import { createGroupWithMachineTranslation, setUpMachineTranslationTests } from "../../test/machine-rooms.ts";
import { createGroupRoom, messagePathParamsOf, sendText } from "../../test/rooms.ts";
import { submitTranslation } from "../../test/translations.ts";
import type { TestPerson } from "../../test/world.ts";

const greetingsByLanguage = { en: "Good morning", vi: "Chào buổi sáng", ja: "おはようございます" };
const { machine, server, testPeople, query } = await setUpMachineTranslationTests(
  greetingsByLanguage,
  10_000,
);
const { aiko, linh, emma, kenji } = testPeople;

const readTranslations = async (person: TestPerson, message: Message) =>
  ((await person.call(getMessage, messagePathParamsOf(message))).data.translations ?? []).map(
    ({ language, state, origin, content }) => [language, state, origin, content],
  );
const correctLanguage = (person: TestPerson, message: Message, language: Language) =>
  person.call(setMessageLanguage, { params: { mid: message.id }, body: { language } });
const waitUntilWorkIsDone = () =>
  vi.waitFor(
    async () => {
      const { rows } = await query(`select from message_work where kind = 'machine'
        union all select from pgboss.job where name = 'machine-translation' and state < 'completed'`);
      expect(rows).toEqual([]);
    },
    { timeout: 15_000 },
  );

test("a corrected message is translated anew by the machine, as if it had been sent in that language", async () => {
  const room = await createGroupWithMachineTranslation(aiko, linh, emma);
  const message = await sendText(aiko, room, "meeting OK");
  expect(message.language).toBe("ja");
  await retryUntilSuccess(async () => expect(await readTranslations(linh, message)).toHaveLength(2));
  await waitUntilWorkIsDone();
  machine.calls = [];
  const { data } = await correctLanguage(aiko, message, "en");
  // The correction of the message's language has removed the translations that were made from the wrong language.
  expect(data.translations ?? []).toEqual([]);
  await vi.waitFor(
    async () =>
      expect(await readTranslations(linh, message)).toEqual([
        ["vi", "MACHINE", "MACHINE", "Chào buổi sáng"],
        ["ja", "MACHINE", "MACHINE", "おはようございます"],
      ]),
    { timeout: 15_000 },
  );
  expect(machine.calls.map(({ body }) => [body.source, body.target]).sort()).toEqual([
    ["en", "ja"],
    ["en", "vi"],
  ]);
}, 30_000);

test("what a person wrote stays, and what the memory holds for the words in that language comes", async () => {
  const room = await createGroupRoom(aiko, linh, emma, kenji);
  const pair = { source: "demo OK", approved: true, userId: kenji.id } as const;
  await server.app.services.memory.storePairs(server.db.kysely, [
    { ...pair, from: "ja", to: "vi", target: "Demo ổn." },
    { ...pair, from: "en", to: "vi", target: "Bản demo được." },
  ]);
  const message = await sendText(aiko, room, "demo OK");
  expect(await readTranslations(linh, message)).toEqual([["vi", "TRANSLATED", "MEMORY", "Demo ổn."]]);
  await correctLanguage(aiko, message, "en");
  expect(await readTranslations(linh, message)).toEqual([["vi", "TRANSLATED", "MEMORY", "Bản demo được."]]);
  await submitTranslation(linh, message, "vi", "Bản demo chạy tốt.", { confirmed: true });
  await correctLanguage(aiko, message, "ja");
  expect(await readTranslations(linh, message)).toEqual([
    ["vi", "TRANSLATED", "PERSON", "Bản demo chạy tốt."],
  ]);
});

test("whoever marked it for the language that it turns out to be in waits for the other one", async () => {
  const room = await createGroupRoom(aiko, linh, emma);
  const message = await sendText(aiko, room, "release OK");
  expect(message.language).toBe("ja");
  await emma.call(markForTranslation, { ...messagePathParamsOf(message), body: { languages: ["en"] } });
  await correctLanguage(aiko, message, "en");
  expect((await readTranslations(linh, message)).map(([language, state]) => [language, state])).toEqual([
    ["ja", "NEEDS_TRANSLATION"],
  ]);
  const bookmarks = (await emma.call(listBookmarks)).data.filter(
    (bookmark) => bookmark.message.id === message.id,
  );
  expect(bookmarks).toMatchObject([{ languages: ["ja"], done: false }]);
});
