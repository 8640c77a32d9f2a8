import { checkTranslation } from "@kakehashi/contract/translation-checks/check";
import { expect, test } from "vitest";
import { demoGlossary, demoMemorySentences, demoTranslationPairs } from "./memory.ts";

test("the demo's memory holds 500 pairs, none of which is another one the other way round", () => {
  const pairs = new Set(demoTranslationPairs.map(({ source, target }) => [source, target].sort().join("\n")));
  expect(pairs.size).toBeGreaterThanOrEqual(500);
  // Checks that no sentence occurs twice in one language. The translation memory stores one translation for each
  // sentence, so a duplicate would overwrite the first translation.
  const texts = demoMemorySentences.flatMap((line) => line.split(" | "));
  expect(texts).toHaveLength(3 * demoMemorySentences.length);
  expect(new Set(texts).size).toBe(texts.length);
  expect(demoTranslationPairs).toHaveLength(6 * demoMemorySentences.length);
});

test("the demo's memory and glossary raise only the warnings that the glossary is meant to raise", () => {
  expect(demoGlossary).toHaveLength(40);
  const wrongEntries = demoTranslationPairs.flatMap(({ from, to, source, target }) =>
    checkTranslation({ original: source, translation: target, fromLanguage: from, toLanguage: to })
      .filter(({ kind }) => !["punctuation", "length"].includes(kind))
      .map(({ kind, text }) => `${source} → ${target}: ${kind} ${text}`),
  );
  expect(wrongEntries).toEqual([]);
  expect(
    demoTranslationPairs.filter(({ source, target }) => source.trim() === "" || target.trim() === ""),
  ).toEqual([]);
});
