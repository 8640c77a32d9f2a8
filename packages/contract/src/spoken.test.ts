import { expect, test } from "vitest";
import { hasTranslatableWords } from "./spoken.ts";

test.each([
  ["", false],
  ["👍🎉", false],
  ["```\nconst a = 1;\n```", false],
  ["`npm test`", false],
  ["```\nnever closed", false],
  ["https://example.com/a 12:30 :-)", false],
  ["aiko@example.com", false],
  ["2026", false],
  ["ありがとう", true],
  ["`npm test` fails", true],
  ["Được", true],
])("%j has words: %j", (content, expected) => {
  expect(hasTranslatableWords(content)).toBe(expected);
});
