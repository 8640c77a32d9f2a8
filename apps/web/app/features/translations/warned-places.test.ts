import { replaceMentionsByNames } from "@kakehashi/contract/mentions";
import { checkTranslation } from "@kakehashi/contract/translation-checks/check";
import { expect, test } from "vitest";
import { splitAtRanges, warnedRangesOf } from "./warned-places.ts";

const mentionOfLinh = "@[Linh](01890000-0000-7000-8000-000000000001)";

/** Returns the marked pieces of a text. */
function markedPiecesOf(side: "original" | "translation", original: string, translation: string): string[] {
  const warnings = checkTranslation({ original, translation, fromLanguage: "en", toLanguage: "vi" });
  const content = side === "original" ? original : translation;
  const text = replaceMentionsByNames(content);
  const pieces = splitAtRanges([{ start: 0, text }], warnedRangesOf(warnings, side, content));
  expect(pieces.map((textPiece) => textPiece.text).join("")).toBe(text);
  return pieces.filter(({ isWarned }) => isWarned).map((textPiece) => textPiece.text);
}

test("a number is found on both sides, also after a mention", () => {
  const original = `${mentionOfLinh} please check 12 screens by 15:00.`;
  const translation = `${mentionOfLinh} vui lòng kiểm tra 13 màn hình trước 15:00.`;
  expect(markedPiecesOf("original", original, translation)).toEqual(["12"]);
  expect(markedPiecesOf("translation", original, translation)).toEqual(["13"]);
});

test("a missing mention is marked as its readers see it", () => {
  expect(markedPiecesOf("original", `Ask ${mentionOfLinh} about it.`, "Hãy hỏi về việc đó.")).toEqual([
    "@Linh",
  ]);
});

test("a repeated word and another end are marked in the translation", () => {
  expect(markedPiecesOf("translation", "Please check it?", "Vui lòng kiểm kiểm tra.")).toEqual(["kiểm", "."]);
});

test("what is found about a whole text marks no piece of it", () => {
  expect(markedPiecesOf("translation", "One line.\nAnother line.", "Một dòng và một dòng nữa.")).toEqual([]);
});

test("places within one another cut a text once at each edge", () => {
  const splitPieces = splitAtRanges(
    [{ start: 0, text: "abcdef" }],
    [
      { start: 1, end: 5 },
      { start: 2, end: 3 },
    ],
  );
  expect(splitPieces.map(({ text, isWarned }) => `${text}${isWarned ? "!" : ""}`)).toEqual([
    "a",
    "b!",
    "c!",
    "de!",
    "f",
  ]);
});
