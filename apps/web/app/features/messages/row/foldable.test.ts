import { describe, expect, it } from "vitest";
import { isLongText, maxUnfoldedLines } from "./foldable.ts";

describe("a long message", () => {
  it.each([
    ["a word", "hello", false],
    ["a paragraph", "word ".repeat(200), false],
    ["many lines", "a\n".repeat(maxUnfoldedLines), true],
    ["one line fewer", "a\n".repeat(maxUnfoldedLines - 2), false],
    ["one long paragraph", "word ".repeat(700), true],
    ["the same in Japanese, which is twice as wide", "予約の画面です。".repeat(220), true],
    ["fewer Japanese words", "予約の画面です。".repeat(100), false],
    ["a long line of code, which does not wrap", `\`\`\`\n${"x".repeat(9_000)}\n\`\`\``, false],
  ])("%s", (_name, content, isExpectedLong) => {
    expect(isLongText(content)).toBe(isExpectedLong);
  });
});
