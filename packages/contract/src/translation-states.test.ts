import { expect, test } from "vitest";
import { isLegalTransition } from "./kit/transitions.ts";
import { listKnownLanguages } from "./known-languages.ts";
import { maximumMessageCodeUnits } from "./message-text.ts";
import {
  findTranslationFor,
  isTranslationCurrent,
  type MessageTranslation,
  markTranslationOutdated,
  maximumTranslationCodeUnits,
  translationStates,
  translationTransitions,
} from "./translation-states.ts";

const translatedText: MessageTranslation = {
  language: "en",
  state: "APPROVED",
  content: "Good morning.",
  revision: 1,
  version: 1,
  origin: "PERSON",
  user_id: null,
  claimed_by: null,
  updated_at: "2026-11-25T00:00:00.000Z",
};
const requestedTranslation: MessageTranslation = {
  ...translatedText,
  state: "NEEDS_TRANSLATION",
  version: 0,
  revision: 0,
  content: "",
};

test("a translation may be as long as a message", () => {
  expect(maximumTranslationCodeUnits).toBe(maximumMessageCodeUnits);
});

test("an edit makes every translation outdated, and those without text stay requested", () => {
  for (const state of translationStates)
    expect(markTranslationOutdated({ ...translatedText, state }).state).toBe("NEEDS_RETRANSLATION");
  expect(markTranslationOutdated(requestedTranslation)).toEqual(requestedTranslation);
  expect(isTranslationCurrent(translatedText, { revision: 1 })).toBe(true);
  expect(isTranslationCurrent(translatedText, { revision: 2 })).toBe(false);
  expect(isTranslationCurrent(requestedTranslation, { revision: 1 })).toBe(false);
});

test("a translation without text cannot be approved", () => {
  const approvableStates = translationStates.filter((state) =>
    isLegalTransition(translationTransitions, "approve", state),
  );
  expect(approvableStates).toEqual(["MACHINE", "TRANSLATED"]);
});

test("a reader gets the translation into their language if it has a text", () => {
  const original = {
    revision: 1,
    translations: [requestedTranslation, { ...translatedText, language: "vi" as const }],
  };
  expect(findTranslationFor(original, "en")).toBeUndefined();
  expect(findTranslationFor(original, "vi")?.content).toBe("Good morning.");
  expect(findTranslationFor({ revision: 1 }, "vi")).toBeUndefined();
});

test.each([
  ["a developer knows their own language", "dev", null, ["vi"]],
  ["a developer knows those they chose besides", "dev", ["ja"], ["vi", "ja"]],
  ["a translator knows all until they choose", "comtor", null, ["en", "vi", "ja"]],
  ["a bridge engineer who chose knows those", "brse", ["en"], ["en", "vi"]],
] as const)("%s", (_, role, languages, speakerLanguages) => {
  expect(listKnownLanguages({ role, working_language: "vi", languages })).toEqual(speakerLanguages);
});
