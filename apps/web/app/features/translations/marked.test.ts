import type { GlossaryTerm } from "@kakehashi/contract/glossary";
import { expect, test } from "vitest";
import { markTerms, termsIn } from "./marked.ts";

const term = (id: string, words: string, translation: string): GlossaryTerm => ({
  id,
  term: words,
  translation,
  note: "",
  do_not_translate: false,
});
const terms = [
  term("1", "結合テスト", "integration test"),
  term("2", "見積もり", "estimate"),
  term("3", "見積もり", "quotation"),
];
const mark = (text: string) =>
  markTerms(text, "ja", terms).map((piece) => [piece.text, piece.terms.map(({ id }) => id).join()]);

test("terms are marked where they stand, in any width, and nothing of the text is lost", () => {
  expect(mark("明日の結合ﾃｽﾄの見積もりです。")).toEqual([
    ["明日の", ""],
    ["結合ﾃｽﾄ", "1"],
    ["の", ""],
    ["見積もり", "2,3"],
    ["です。", ""],
  ]);
  expect(mark("見積もり")).toEqual([["見積もり", "2,3"]]);
  expect(mark("了解です。")).toEqual([["了解です。", ""]]);
  expect(mark("")).toEqual([]);
});

test("code has no terms", () => {
  expect(mark("`見積もり` を実行")).toEqual([["`見積もり` を実行", ""]]);
});

test("each term is listed once", () => {
  const pieces = markTerms("見積もりと結合テストと見積もり", "ja", terms);
  expect(termsIn(pieces).map(({ id }) => id)).toEqual(["2", "3", "1"]);
});
