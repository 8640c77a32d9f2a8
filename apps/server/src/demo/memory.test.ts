import { checkTranslation } from "@kakehashi/contract/translation-checks/check";
import { expect, test } from "vitest";
import { glossary, memory } from "./memory.ts";

test("the demo's memory and glossary raise only the warnings that the glossary is meant to raise", () => {
  expect(memory.length).toBeGreaterThanOrEqual(500);
  expect(glossary).toHaveLength(40);
  const wrongEntries = memory.flatMap(({ from, to, source, target }) =>
    checkTranslation({ original: source, translation: target, from, to })
      .filter(({ kind }) => !["punctuation", "length"].includes(kind))
      .map(({ kind, text }) => `${source} → ${target}: ${kind} ${text}`),
  );
  expect(wrongEntries).toEqual([]);
  expect(memory.filter(({ source, target }) => source.trim() === "" || target.trim() === "")).toEqual([]);
});
