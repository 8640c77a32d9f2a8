import type { PhraseMatchKind } from "@kakehashi/contract/bot-phrases";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compilePhrases, type MatcherPhrase, patternUsabilityOf } from "./phrase-matcher.ts";

const makePhrase = (id: string, kind: PhraseMatchKind, ...keywords: string[]): MatcherPhrase => ({
  id,
  kind,
  keywords,
});
const findMatchingIds = (phrases: readonly MatcherPhrase[], message: string, limit = 10) =>
  compilePhrases(phrases)
    .find(message, limit)
    .map(({ phraseId }) => phraseId);
const isMatchingPhrase = (kind: PhraseMatchKind, keyword: string, message: string) =>
  findMatchingIds([makePhrase("a", kind, keyword)], message).length > 0;

test.each<[PhraseMatchKind, keyword: string, message: string, isExpectedMatch: boolean]>([
  ["exact", "Giá", "giá?", true],
  ["exact", "Giá", "gia bao nhieu", false],
  ["exact", "営業時間", "営業時間！", true],
  ["exact", "テスト", "ﾃｽﾄ", true],
  ["exact", "opening hours", "  Opening…HOURS ", true],
  ["starts", "price", "Price of a haircut", true],
  ["starts", "price", "the price", false],
  ["starts", "hi", "history of the salon", false],
  ["starts", "予約", "予約したいです", true],
  ["contains", "hi", "this and that", false],
  ["contains", "hi", "oh, hi!", true],
  ["contains", "đặt lịch", "Cho em DAT LICH nhé", true],
  ["contains", "りょうきん", "カットのリョウキンは？", true],
  ["contains", "料金", "カットの料金を教えて", true],
  ["contains", "ok", "👍ok", true],
  ["fuzzy", "booking", "I want a bokking please", true],
  ["fuzzy", "booking", "I want a cooking book", true],
  ["fuzzy", "booking", "I look at something", false],
  ["fuzzy", "appointment", "apointmnt", true],
  ["fuzzy", "appointment", "apontmnt", false],
  ["fuzzy", "cut", "cat", false],
  ["fuzzy", "opening hours", "what are your openning hours", true],
  ["fuzzy", "キャンセル", "予約をキャンセノしたい", true],
  ["pattern", "^order #?[0-9]{4}$", "Order 1234", true],
  ["pattern", "^order #?[0-9]{4}$", "order 12345", false],
  ["pattern", "gia|phi", "Giá bao nhiêu", true],
  ["pattern", "Giá", "giá bao nhiêu", true],
])(
  "The kind %s with the keyword “%s” fits the message “%s”: %s",
  (kind, keyword, message, isExpectedMatch) => {
    expect(isMatchingPhrase(kind, keyword, message)).toBe(isExpectedMatch);
  },
);

test("Matches come in the order of the list, each with its keyword that fits best", () => {
  const phrases = [
    makePhrase("low", "fuzzy", "prices", "price"),
    makePhrase("mid", "contains", "of", "the price"),
    makePhrase("high", "pattern", "p.ice"),
  ];
  const matchingPhraseIds = compilePhrases(phrases).find("What is the price?", 10);
  expect(matchingPhraseIds).toEqual([
    { phraseId: "low", keyword: "price", found: "price", distance: 0 },
    { phraseId: "mid", keyword: "the price", found: "the price", distance: 0 },
    { phraseId: "high", keyword: "p.ice", found: "What is the price?", distance: 0 },
  ]);
  expect(findMatchingIds(phrases.toReversed(), "What is the price?", 1)).toEqual(["high"]);
});

test("A limit only cuts the list: what it rules out early would not have been in the answer", () => {
  const word = fc.constantFrom(
    "price",
    "prices",
    "the price",
    "book",
    "booking",
    "cut",
    "hair",
    "haircut",
    "料金",
    "予約",
  );
  const kind = fc.constantFrom<PhraseMatchKind>("exact", "starts", "contains", "fuzzy", "pattern");
  const list = fc.array(fc.tuple(kind, fc.array(word, { minLength: 1, maxLength: 3 })), { maxLength: 12 });
  const text = fc.array(fc.oneof(word, fc.constantFrom("prise", "boking", "harcut", "?")), { maxLength: 6 });
  fc.assert(
    fc.property(list, text, fc.nat({ max: 12 }), (phraseInputs, messageText, limit) => {
      const phrases = phraseInputs.map(([kind, keywords], index) =>
        makePhrase(`${index}`, kind, ...keywords),
      );
      const matcher = compilePhrases(phrases);
      const message = messageText.join(" ");
      expect(matcher.find(message, limit)).toEqual(matcher.find(message, 100).slice(0, limit));
    }),
  );
});

test("Patterns that RE2 cannot read or that are too large are refused, and slow ones end soon", () => {
  expect(patternUsabilityOf("(?=a)b")).toBe("unreadable");
  expect(patternUsabilityOf("(a)\\1")).toBe("unreadable");
  expect(patternUsabilityOf("(")).toBe("unreadable");
  expect(patternUsabilityOf("[ab]{500}")).toBe("large");
  expect(patternUsabilityOf("(a+)+$")).toBe("fine");
  const slowPatterns = ["(a+)+$", "(a|a)*b", "(x+x+)+y", "(.*)(.*)(.*)(.*)[ab]{50}c"];
  const matcher = compilePhrases(
    slowPatterns.map((pattern, index) => makePhrase(`${index}`, "pattern", pattern)),
  );
  const startedAtMs = performance.now();
  matcher.find(`${"a".repeat(9_999)}!`, 10);
  // A backtracking engine would need years for these patterns. The time limit is generous, because the computer may be
  // busy.
  expect(performance.now() - startedAtMs).toBeLessThan(5_000);
});

test("Empty messages and keywords, and those of only punctuation, fit nothing", () => {
  const phrases = [
    makePhrase("a", "contains", "?!"),
    makePhrase("b", "starts", ""),
    makePhrase("c", "exact", "…"),
  ];
  for (const message of ["", "…", "?!", " "]) expect(findMatchingIds(phrases, message)).toEqual([]);
});
