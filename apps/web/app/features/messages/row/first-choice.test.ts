import type { Language } from "@kakehashi/contract/languages";
import { expect, test } from "vitest";
import { firstChoice } from "./first-choice.ts";

const english = (...into: Language[]) => ({
  language: "en" as const,
  revision: 1,
  translations: into.map((language) => ({
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
  expect(firstChoice([english()], "vi")).toEqual(["vi"]);
  expect(firstChoice([english("vi")], "vi")).toEqual(["ja"]);
  expect(firstChoice([english("vi"), english()], "vi")).toEqual(["vi"]);
  expect(firstChoice([english("vi", "ja")], "vi")).toEqual(["vi"]);
});

test("messages in the reader's language are asked for in the others, and in those that are missing", () => {
  expect(firstChoice([english()], "en")).toEqual(["vi", "ja"]);
  expect(firstChoice([english("ja")], "en")).toEqual(["vi"]);
  expect(firstChoice([english("vi", "ja")], "en")).toEqual(["vi", "ja"]);
});
