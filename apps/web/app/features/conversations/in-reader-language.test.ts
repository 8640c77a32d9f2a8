import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { expect, test } from "vitest";
import { translateMessageForReader, translationForReader } from "./in-reader-language.ts";

const createTranslationInto = (
  language: "en" | "vi",
  overrides: Partial<MessageTranslation> = {},
): MessageTranslation => ({
  language,
  state: "TRANSLATED",
  content: `in ${language}`,
  revision: 1,
  version: 1,
  origin: "PERSON",
  user_id: "linh",
  claimed_by: null,
  updated_at: "2026-11-20T00:00:00.000Z",
  ...overrides,
});
const createMessageWithTranslations = (...translations: MessageTranslation[]) =>
  ({ user_id: "aiko", content: "こんにちは", language: "ja", revision: 1, translations }) as Pick<
    Message,
    "user_id" | "content" | "language" | "revision" | "translations"
  >;
const vietnameseReader = { userId: "an", ownLanguage: "vi" } as const;

test("a reader sees a message in their own language once it is translated", () => {
  expect(
    translateMessageForReader(
      createMessageWithTranslations(createTranslationInto("en"), createTranslationInto("vi")),
      vietnameseReader,
    ),
  ).toMatchObject({
    content: "in vi",
    language: "vi",
  });
  expect(
    translateMessageForReader(createMessageWithTranslations(createTranslationInto("en")), vietnameseReader),
  ).toMatchObject({
    content: "こんにちは",
    language: "ja",
  });
});

test("a requested translation without text does not replace the original", () => {
  const requestedTranslation = createTranslationInto("vi", {
    version: 0,
    revision: 0,
    content: "",
    origin: null,
    user_id: null,
  });
  expect(
    translateMessageForReader(createMessageWithTranslations(requestedTranslation), vietnameseReader).content,
  ).toBe("こんにちは");
});

test("the reader's own messages, and messages in their language, are never replaced", () => {
  const ownMessage = createMessageWithTranslations(createTranslationInto("vi"));
  expect(translateMessageForReader(ownMessage, { userId: "aiko", ownLanguage: "vi" }).content).toBe(
    "こんにちは",
  );
  expect(translationForReader(ownMessage, { userId: "kenji", ownLanguage: "ja" })).toBeUndefined();
});

test("an outdated translation is shown only where its state is shown, elsewhere the original", () => {
  const outdatedMessage = {
    ...createMessageWithTranslations(createTranslationInto("vi", { state: "NEEDS_RETRANSLATION" })),
    revision: 2,
  };
  expect(translationForReader(outdatedMessage, vietnameseReader)?.revision).toBe(1);
  expect(translateMessageForReader(outdatedMessage, vietnameseReader)).toMatchObject({
    content: "こんにちは",
    language: "ja",
  });
});
