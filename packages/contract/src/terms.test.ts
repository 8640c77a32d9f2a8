import { expect, test } from "vitest";
import type { Language } from "./languages.ts";
import { createTermFinder } from "./terms.ts";

function findTerms(language: Language, text: string, ...terms: string[]): string[] {
  const matches = createTermFinder(
    language,
    terms.map((term) => ({ term })),
  ).find(text);
  for (const { start, end, text: termText } of matches) expect(text.slice(start, end)).toBe(termText);
  return matches.map(({ text: termText, start }) => `${start} ${termText}`);
}

test("English and Vietnamese terms match whole words in any case", () => {
  expect(findTerms("en", "Milestones, milestone and milestoned", "milestone")).toEqual([
    "0 Milestones",
    "12 milestone",
  ]);
  expect(findTerms("vi", "Dự án này là dự án lớn", "dự án")).toEqual(["0 Dự án", "13 dự án"]);
  expect(findTerms("vi", "dựng án", "dự", "án")).toEqual(["5 án"]);
});

test("Japanese terms match within a sentence, but not within a katakana word", () => {
  expect(findTerms("ja", "本番環境へのデプロイ", "本番環境", "デプロイ")).toEqual([
    "0 本番環境",
    "6 デプロイ",
  ]);
  expect(findTerms("ja", "コンテスト", "テスト")).toEqual([]);
  expect(findTerms("ja", "テストします", "テスト")).toEqual(["0 テスト"]);
});

test("the longest term wins, and terms do not overlap", () => {
  expect(findTerms("ja", "結合テスト仕様書", "テスト", "結合テスト", "仕様書")).toEqual([
    "0 結合テスト",
    "5 仕様書",
  ]);
});

test("half-width kana and combining forms match the same term, at their own positions", () => {
  expect(findTerms("ja", "この ﾃﾞﾌﾟﾛｲ は", "デプロイ")).toEqual(["3 ﾃﾞﾌﾟﾛｲ"]);
  expect(findTerms("vi", `Xem ${"dự án".normalize("NFD")} nhé`, "dự án")).toEqual([
    `4 ${"dự án".normalize("NFD")}`,
  ]);
});

test("two entries of one term are both found, and an empty term finds nothing", () => {
  expect(findTerms("en", "a bug", "bug", "Bug", "  ")).toEqual(["2 bug", "2 bug"]);
});
