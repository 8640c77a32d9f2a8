import { checkTranslation } from "@kakehashi/contract/translation-checks/check";
import { expect, test } from "vitest";
import { glossary, memory } from "./memory.ts";

test("the demo's memory and glossary are whole: no warning is raised by them, but for what the glossary is for", () => {
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
