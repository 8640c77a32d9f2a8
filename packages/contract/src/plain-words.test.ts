import { expect, test } from "vitest";
import { toPlainLine } from "./plain-words.ts";

test.each([
  ["**about** the __bridge__, ~~not~~ `this`", "about the bridge, not this"],
  ["> ## quoted\n- one\n2) two", "quoted one two"],
  ["```ts\nconst a = 1;\n```\ndone", "const a = 1; done"],
  ["2 ** 3 and snake__case `a", "2 ** 3 and snake__case `a"],
  ["**a** **b ** c** `d`", "a b ** c d"],
  ["**not\nacross lines**", "**not across lines**"],
  ["@[田中 愛子](01a1fccf-8f41-7324-81d0-f288834d6a73)さん", "@田中 愛子さん"],
])("%j reads: %s", (content, plainWords) => {
  expect(toPlainLine(content)).toBe(plainWords);
});

test.each(["`a ", "**a ", "__a ~~a "])(
  "a long repetition of an unclosed %j is read quickly",
  (repeatedText) => {
    const content = repeatedText.repeat(40_000);
    const startTimeMs = performance.now();
    expect(toPlainLine(content)).toBe(content.trim());
    expect(performance.now() - startTimeMs).toBeLessThan(2_000);
  },
);
