import type { TermTranslation } from "@kakehashi/contract/glossary";
import { expect, test } from "vitest";
import { listDistinctTerms, splitAtTerms } from "./marked.ts";

const makeTerm = (id: string, words: string, translation: string): TermTranslation => ({
  id,
  term: words,
  translation,
  note: "",
  do_not_translate: false,
  project_id: null,
});
const testTerms = [
  makeTerm("1", "結合テスト", "integration test"),
  makeTerm("2", "見積もり", "estimate"),
  makeTerm("3", "見積もり", "quotation"),
];
const listMarkedPieces = (text: string) =>
  splitAtTerms(text, "ja", testTerms).map((markedPiece) => [
    markedPiece.text,
    markedPiece.terms.map(({ id }) => id).join(),
  ]);

test("terms are marked at their positions, in any character width, and the whole text is kept", () => {
  expect(listMarkedPieces("明日の結合ﾃｽﾄの見積もりです。")).toEqual([
    ["明日の", ""],
    ["結合ﾃｽﾄ", "1"],
    ["の", ""],
    ["見積もり", "2,3"],
    ["です。", ""],
  ]);
  expect(listMarkedPieces("見積もり")).toEqual([["見積もり", "2,3"]]);
  expect(listMarkedPieces("了解です。")).toEqual([["了解です。", ""]]);
  expect(listMarkedPieces("")).toEqual([]);
});

test("code has no terms", () => {
  expect(listMarkedPieces("`見積もり` を実行")).toEqual([["`見積もり` を実行", ""]]);
});

test("each term is listed once", () => {
  const markedText = splitAtTerms("見積もりと結合テストと見積もり", "ja", testTerms);
  expect(listDistinctTerms(markedText).map(({ id }) => id)).toEqual(["2", "3", "1"]);
});
