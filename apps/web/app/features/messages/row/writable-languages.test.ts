import { expect, test } from "vitest";
import { isTranslatedInto } from "./is-translated-into.ts";
import { missingLanguages, writableLanguages } from "./writable-languages.ts";

const peopleReading = (...read: ("en" | "vi" | "ja" | null)[]) =>
  read.map((working_language) => ({ working_language }));
const vietnameseReader = { language: "vi", languages: ["en", "vi", "ja"] } as const;
const japaneseMessage = { language: "ja" } as const;

test("one writes into the languages that one knows and somebody in the room reads, one's own first", () => {
  expect(writableLanguages(japaneseMessage, vietnameseReader, peopleReading("ja", "en", "vi"))).toEqual([
    "vi",
    "en",
  ]);
  expect(writableLanguages(japaneseMessage, vietnameseReader, peopleReading("ja", "vi", null))).toEqual([
    "vi",
  ]);
  expect(writableLanguages({ language: "vi" }, vietnameseReader, peopleReading("ja", "vi"))).toEqual(["ja"]);
  const readerOfTwoLanguages = { ...vietnameseReader, languages: ["vi", "ja"] } as const;
  expect(writableLanguages(japaneseMessage, readerOfTwoLanguages, peopleReading("ja", "en", "vi"))).toEqual([
    "vi",
  ]);
});

test("a language that was asked for is offered too; where all read the message's own, every other one", () => {
  const requestedTranslation = {
    language: "en",
    state: "NEEDS_TRANSLATION",
    content: "",
    revision: 0,
    version: 0,
    origin: null,
    user_id: null,
    claimed_by: null,
    updated_at: "2026-11-01T00:00:00.000Z",
  } as const;
  expect(
    writableLanguages(
      { ...japaneseMessage, translations: [requestedTranslation] },
      vietnameseReader,
      peopleReading("ja", "vi"),
    ),
  ).toEqual(["vi", "en"]);
  expect(writableLanguages(japaneseMessage, vietnameseReader, peopleReading("ja"))).toEqual(["vi", "en"]);
});

test("who does not know the message's language writes no translation of it", () => {
  expect(
    writableLanguages({ language: "en" }, { language: "vi", languages: ["vi", "ja"] }, peopleReading("ja")),
  ).toEqual([]);
});

test("the languages that are missing are those that others read and nobody has translated from the present text", () => {
  const japaneseTranslation = {
    language: "ja",
    state: "TRANSLATED",
    content: "確認してください。",
    revision: 2,
    version: 1,
    origin: "PERSON",
    user_id: "linh",
    claimed_by: null,
    updated_at: "2026-11-01T00:00:00.000Z",
  } as const;
  const english = { language: "en", revision: 2 } as const;
  const room = peopleReading("ja", "vi", "en");
  expect(missingLanguages(english, vietnameseReader, room)).toEqual(["ja"]);
  const translated = { ...english, translations: [japaneseTranslation] };
  expect(isTranslatedInto(translated, "ja")).toBe(true);
  expect(isTranslatedInto(translated, "vi")).toBe(false);
  expect(missingLanguages(translated, vietnameseReader, room)).toEqual([]);
  expect(missingLanguages({ ...translated, revision: 3 }, vietnameseReader, room)).toEqual(["ja"]);
  const machineTranslation = {
    ...japaneseTranslation,
    state: "MACHINE",
    origin: "MACHINE",
    user_id: null,
  } as const;
  expect(
    missingLanguages({ ...english, translations: [machineTranslation] }, vietnameseReader, room),
  ).toEqual(["ja"]);
});
