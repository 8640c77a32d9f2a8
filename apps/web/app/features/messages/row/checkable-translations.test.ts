import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { expect, test } from "vitest";
import { findCheckableTranslations } from "./checkable-translations.ts";

const testTranslation: MessageTranslation = {
  language: "vi",
  state: "TRANSLATED",
  content: "Đã gửi.",
  revision: 1,
  version: 1,
  origin: "PERSON",
  user_id: null,
  claimed_by: null,
  updated_at: "2026-01-01T00:00:00.000Z",
};
const findShownLanguages = (overrides: Partial<MessageTranslation>, languages: ("en" | "vi" | "ja")[]) =>
  findCheckableTranslations(
    { language: "ja", translations: [{ ...testTranslation, ...overrides }] },
    { languages },
  ).map(({ language }) => language);

test("who knows both languages sees what was written for others, also what is out of date", () => {
  expect(findShownLanguages({}, ["ja", "vi"])).toEqual(["vi"]);
  expect(findShownLanguages({ state: "NEEDS_RETRANSLATION" }, ["en", "vi", "ja"])).toEqual(["vi"]);
  expect(findShownLanguages({ origin: "MEMORY" }, ["ja", "vi"])).toEqual(["vi"]);
});

test("nobody else sees it, and neither a claim nor an unread text of a machine is shown", () => {
  expect(findShownLanguages({}, ["ja"])).toEqual([]);
  expect(findShownLanguages({}, ["ja", "en"])).toEqual([]);
  expect(findShownLanguages({}, ["vi", "en"])).toEqual([]);
  expect(findShownLanguages({ version: 0, content: "", origin: null }, ["ja", "vi"])).toEqual([]);
  expect(findShownLanguages({ origin: "MACHINE", state: "MACHINE" }, ["ja", "vi"])).toEqual([]);
  expect(findShownLanguages({ origin: "MACHINE", state: "APPROVED" }, ["ja", "vi"])).toEqual(["vi"]);
});
