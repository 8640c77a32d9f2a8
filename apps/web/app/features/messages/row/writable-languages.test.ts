import { expect, test } from "vitest";
import { isTranslatedInto } from "./is-translated-into.ts";
import { findMissingTargetLanguages, targetLanguagesFor } from "./writable-languages.ts";

const createReaders = (...languagesRead: ("en" | "vi" | "ja" | null)[]) =>
  languagesRead.map((working_language) => ({ working_language }));
const vietnameseReader = { ownLanguage: "vi", languages: ["en", "vi", "ja"] } as const;
const japaneseMessage = { language: "ja" } as const;

test("one writes into the languages that one knows and somebody in the room reads, one's own first", () => {
  expect(targetLanguagesFor(japaneseMessage, vietnameseReader, createReaders("ja", "en", "vi"))).toEqual([
    "vi",
    "en",
  ]);
  expect(targetLanguagesFor(japaneseMessage, vietnameseReader, createReaders("ja", "vi", null))).toEqual([
    "vi",
  ]);
  expect(targetLanguagesFor({ language: "vi" }, vietnameseReader, createReaders("ja", "vi"))).toEqual(["ja"]);
  const readerOfTwoLanguages = { ...vietnameseReader, languages: ["vi", "ja"] } as const;
  expect(targetLanguagesFor(japaneseMessage, readerOfTwoLanguages, createReaders("ja", "en", "vi"))).toEqual([
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
    targetLanguagesFor(
      { ...japaneseMessage, translations: [requestedTranslation] },
      vietnameseReader,
      createReaders("ja", "vi"),
    ),
  ).toEqual(["vi", "en"]);
  expect(targetLanguagesFor(japaneseMessage, vietnameseReader, createReaders("ja"))).toEqual(["vi", "en"]);
});

test("who does not know the message's language writes no translation of it", () => {
  expect(
    targetLanguagesFor(
      { language: "en" },
      { ownLanguage: "vi", languages: ["vi", "ja"] },
      createReaders("ja"),
    ),
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
  const englishMessage = { language: "en", revision: 2 } as const;
  const room = createReaders("ja", "vi", "en");
  expect(findMissingTargetLanguages(englishMessage, vietnameseReader, room)).toEqual(["ja"]);
  const translatedMessage = { ...englishMessage, translations: [japaneseTranslation] };
  expect(isTranslatedInto(translatedMessage, "ja")).toBe(true);
  expect(isTranslatedInto(translatedMessage, "vi")).toBe(false);
  expect(findMissingTargetLanguages(translatedMessage, vietnameseReader, room)).toEqual([]);
  expect(findMissingTargetLanguages({ ...translatedMessage, revision: 3 }, vietnameseReader, room)).toEqual([
    "ja",
  ]);
  const machineTranslation = {
    ...japaneseTranslation,
    state: "MACHINE",
    origin: "MACHINE",
    user_id: null,
  } as const;
  expect(
    findMissingTargetLanguages(
      { ...englishMessage, translations: [machineTranslation] },
      vietnameseReader,
      room,
    ),
  ).toEqual(["ja"]);
});
