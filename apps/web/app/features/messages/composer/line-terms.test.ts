import { expect, test } from "vitest";
import { createIncrementalTermFinder, type TranslatedGlossaryTerm } from "./line-terms.ts";

const makeTerm = (word: string, language: "en" | "vi", translation: string): TranslatedGlossaryTerm => ({
  term: word,
  translationLanguage: language,
  translation,
  note: "",
  do_not_translate: false,
});
const testTerms = [
  makeTerm("見積もり", "en", "estimate"),
  makeTerm("見積もり", "vi", "báo giá"),
  makeTerm("結合テスト", "en", "integration test"),
];

test("a term is found once, with its word in each language and its position in the whole text", () => {
  const text = "お世話になります。\n見積もりと結合テストの件です。";
  const termRanges = createIncrementalTermFinder("ja", testTerms)(text);
  expect(
    termRanges.map(({ start, end, terms: foundTerms }) => [
      text.slice(start, end),
      foundTerms.map(({ translation }) => translation),
    ]),
  ).toEqual([
    ["見積もり", ["estimate", "báo giá"]],
    ["結合テスト", ["integration test"]],
  ]);
});

test("terms are not found in code, or in a line too long to be a sentence", () => {
  const findTerms = createIncrementalTermFinder("en", [makeTerm("invoice", "vi", "hóa đơn")]);
  expect(findTerms("Run `invoice` now.")).toEqual([]);
  expect(findTerms(`${"x".repeat(1_000)} invoice`)).toEqual([]);
  expect(findTerms(`${"x".repeat(1_000)}\nThe invoice.`)).toMatchObject([{ start: 1_005, end: 1_012 }]);
});

test("the positions stay correct while a text is typed, changed in the middle and shortened", () => {
  const findTermsInText = createIncrementalTermFinder("ja", testTerms);
  const wholeText = "見積もりです。結合テストです。見積もりです。";
  const texts = [
    ...Array.from(wholeText, (_, index) => wholeText.slice(0, index + 1)),
    wholeText.replace("結合テスト", "総合テスト"),
    "見積もりです。",
    "",
  ];
  for (const text of texts)
    expect(findTermsInText(text)).toEqual(createIncrementalTermFinder("ja", testTerms)(text));
});
