import { expect, test } from "vitest";
import { addCountToTitle } from "./tab-count.ts";

test.each([
  ["Chat · Kakehashi", 3, "(3) Chat · Kakehashi"],
  ["(3) Chat · Kakehashi", 4, "(4) Chat · Kakehashi"],
  ["(99+) Chat", 100, "(99+) Chat"],
  ["(4) Chat · Kakehashi", 0, "Chat · Kakehashi"],
  ["(2026) 予定", 0, "予定"],
  ["Plan (3)", 0, "Plan (3)"],
])("the title %j with %i waiting is %j", (title, count, expectedTitle) => {
  expect(addCountToTitle(title, count)).toBe(expectedTitle);
});
