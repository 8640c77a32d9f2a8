import { expect, test } from "vitest";
import { foldText, lexemesOf } from "./fold.ts";
import { buildTsquery, createExcerpt, findHitRanges, parseSearchTerms } from "./words.ts";

test.each([
  ["ﾃｽﾄ", "てすと"],
  ["サーバー", "さーばー"],
  ["ヴァイオリン", "ゔぁいおりん"],
  ["ヽヾヶ", "ゝゞゖ"],
  ["ｶﾞｷﾞ", "がぎ"],
  ["ＡＢＣ１２３", "abc123"],
  ["Dự án Đặng", "du an dang"],
  ["Du\u031B\u0323 a\u0301n", "du an"],
  ["が", "が"],
  ["か\u3099", "が"],
  ["Café", "cafe"],
])("%s is compared as %s", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test("words are indexed whole, Japanese text as pairs of characters, and one character finds a pair", () => {
  expect(lexemesOf(foldText("日本語のAPIを、Test_9 😀"))).toEqual([
    "日本",
    "本語",
    "語の",
    "の",
    "api",
    "を",
    "test",
    "9",
    "😀",
  ]);
});

test.each([
  ["日本", "'日本'"],
  ["日本語", "'日本' & '本語'"],
  ["語", "'語':*"],
  ["xin chào", "'xin':* & 'chao':*"],
  ["e-mail", "'e':* & 'mail':*"],
  [`it's \\ ' & | ! :* "`, "'it':* & 's':*"],
  ["、。 ::", ""],
])("%s asks for %s", (query, tsquery) => {
  expect(buildTsquery(parseSearchTerms(query))).toBe(tsquery);
});

const hitTextsOf = (text: string, query: string) =>
  findHitRanges(text, parseSearchTerms(query)).map(({ start, end }) => text.slice(start, end));

test.each([
  ["これはﾃｽﾄです", "テスト", ["ﾃｽﾄ"]],
  ["新しいサーバーとさーばー", "さーばー", ["サーバー", "さーばー"]],
  ["㌔とキロとｷﾛ", "きろ", ["㌔", "キロ", "ｷﾛ"]],
  ["Xin chào các bạn, dự án", "du an", ["dự", "án"]],
  ["A category of cats", "cat", ["cat", "cat"]],
  ["concat", "cat", []],
  ["APIを直す", "api", ["API"]],
  ["日本語と日本", "日本", ["日本", "日本"]],
  ["Du\u031B\u0323 a\u0301n", "dự", ["Du\u031B\u0323"]],
  ["３㌔走る", "キロ", ["㌔"]],
  ["an e-mail, e mail", "e-mail", ["e-mail"]],
  ["well done  indeed", '"done indeed"', []],
  ["well done indeed", '"done indeed"', ["done indeed"]],
])("in %s, %s is marked at %j", (text, query, expected) => {
  expect(hitTextsOf(text, query)).toEqual(expected);
});

test("an excerpt stands around its first hit, on one line", () => {
  const text = `${"word ".repeat(100)}needle\nin the ${"hay ".repeat(100)}`;
  const { excerpt, marks } = createExcerpt(text, parseSearchTerms("needle"));
  expect(excerpt.length).toBeLessThan(250);
  expect(excerpt).toMatch(/^… word .*needle in the hay .* …$/);
  expect(marks.map(({ start, end }) => excerpt.slice(start, end))).toEqual(["needle"]);
});
