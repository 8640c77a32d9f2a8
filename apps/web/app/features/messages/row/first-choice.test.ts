import type { Language } from "@kakehashi/contract/languages";
import { expect, test } from "vitest";
import { initialRequestLanguages } from "./first-choice.ts";

const createEnglishMessage = (...targetLanguages: Language[]) => ({
  language: "en" as const,
  revision: 1,
  translations: targetLanguages.map((language) => ({
    language,
    state: "TRANSLATED" as const,
    content: "x",
    revision: 1,
    version: 1,
    origin: "PERSON" as const,
    user_id: "linh",
    claimed_by: null,
    updated_at: "2026-11-01T00:00:00.000Z",
  })),
});

test("a request asks for the reader's language first, and for the others once it is there", () => {
  expect(initialRequestLanguages([createEnglishMessage()], "vi")).toEqual(["vi"]);
  expect(initialRequestLanguages([createEnglishMessage("vi")], "vi")).toEqual(["ja"]);
  expect(initialRequestLanguages([createEnglishMessage("vi"), createEnglishMessage()], "vi")).toEqual(["vi"]);
  expect(initialRequestLanguages([createEnglishMessage("vi", "ja")], "vi")).toEqual(["vi"]);
});

test("messages in the reader's language are asked for in the others, and in those that are missing", () => {
  expect(initialRequestLanguages([createEnglishMessage()], "en")).toEqual(["vi", "ja"]);
  expect(initialRequestLanguages([createEnglishMessage("ja")], "en")).toEqual(["vi"]);
  expect(initialRequestLanguages([createEnglishMessage("vi", "ja")], "en")).toEqual(["vi", "ja"]);
});
