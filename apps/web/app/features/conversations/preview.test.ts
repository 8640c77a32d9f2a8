import { expect, test } from "vitest";
import { previewOf } from "./preview.ts";

test.each([
  ["**重要** と `code`", "重要 と code"],
  ["> quoted\nanswer", "quoted answer"],
  ["```ts\nconst a = 1;\n```\n", "const a = 1;"],
  ["- one\n- two", "one two"],
  ["@[田中 愛子](01a1fccf-8f41-7324-81d0-f288834d6a71) ok", "@田中 愛子 ok"],
  ["2 * 3 * 4 and a_b_c", "2 * 3 * 4 and a_b_c"],
  ["<b>x</b>", "<b>x</b>"],
])("%j reads %j", (content, preview) => {
  expect(previewOf(content)).toBe(preview);
});
