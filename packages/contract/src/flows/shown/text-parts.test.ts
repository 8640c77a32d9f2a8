import fc from "fast-check";
import { expect, test } from "vitest";
import { countCodePoints, shortenText, splitIntoMessages, splitText } from "./text-parts.ts";

const arbitraryText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.lorem({ maxCount: 60 }),
);

test("the parts of a text joined give the text, and each fits", () => {
  fc.assert(
    fc.property(
      arbitraryText,
      fc.integer({ min: 2, max: 60 }),
      fc.integer({ min: 2, max: 60 }),
      (text, firstPart, secondPart) => {
        const [maximum, lastMaximum] = [Math.max(firstPart, secondPart), Math.min(firstPart, secondPart)];
        const textParts = splitText(text, maximum, lastMaximum);
        expect(textParts.join("")).toBe(text);
        for (const textPart of textParts) expect(countCodePoints(textPart)).toBeLessThanOrEqual(maximum);
        expect(countCodePoints(textParts.at(-1) ?? "")).toBeLessThanOrEqual(lastMaximum);
        if (text !== "") for (const textPart of textParts) expect(textPart).not.toBe("");
      },
    ),
    { numRuns: 500 },
  );
});

test("a shortened text fits, and a text that fits stays", () => {
  fc.assert(
    fc.property(arbitraryText, fc.integer({ min: 2, max: 60 }), (text, maximum) => {
      const shortenedText = shortenText(text, maximum);
      expect(countCodePoints(shortenedText)).toBeLessThanOrEqual(maximum);
      if (countCodePoints(text) <= maximum) expect(shortenedText).toBe(text);
    }),
  );
});

test("a text is split between lines, words and sentences, and never inside a character", () => {
  expect(splitText("one two three", 8)).toEqual(["one two ", "three"]);
  expect(splitText("a first line\nand a second", 20)).toEqual(["a first line\n", "and a second"]);
  expect(splitText("予約しました。ありがとう。", 9)).toEqual(["予約しました。", "ありがとう。"]);
  const familyEmoji = "👩‍👩‍👧‍👦";
  expect(splitText(familyEmoji.repeat(3), 8)).toEqual([familyEmoji, familyEmoji, familyEmoji]);
  const vowelWithMarks = "u\u031B\u0323";
  expect(splitText(vowelWithMarks.repeat(3), 4)).toEqual([vowelWithMarks, vowelWithMarks, vowelWithMarks]);
});

test("blank parts are no messages", () => {
  expect(splitIntoMessages(`word${" ".repeat(50)}word`, 10)).toEqual(["word", "word"]);
  expect(splitIntoMessages("  \n ", 10)).toEqual([]);
});
