import { expect, test } from "vitest";
import { listTypedFilters, withoutFilters } from "./typed-filters.ts";

const readFilters = (text: string) =>
  listTypedFilters(text).map(({ kind, value, isFinished }) => [kind, value, isFinished]);

test("filters are read among other words, with either colon, quoted or not, in the three languages", () => {
  expect(readFilters("from:aiko bridge in:design")).toEqual([
    ["from", "aiko", true],
    ["in", "design", false],
  ]);
  expect(readFilters("橋　from：さとう　検査")).toEqual([["from", "さとう", true]]);
  expect(readFilters("送信者：愛子 会話：設計")).toEqual([
    ["from", "愛子", true],
    ["in", "設計", false],
  ]);
  expect(readFilters('FROM:"Aiko Tanaka"')).toEqual([["from", "Aiko Tanaka", true]]);
  expect(readFilters('trong:"cầu mới')).toEqual([["in", "cầu mới", false]]);
  expect(readFilters("từ:An x")).toEqual([["from", "An", true]]);
});

test("filters for attachments and days are read in the three languages", () => {
  expect(readFilters("has:file before:2026-11-20 plan on:")).toEqual([
    ["has", "file", true],
    ["before", "2026-11-20", true],
    ["on", "", false],
  ]);
  expect(readFilters("có:ảnh trước:2026-11-20 sau:2026-11-01 ngày:2026-11-02 đến:2026-11-03 x")).toEqual([
    ["has", "ảnh", true],
    ["before", "2026-11-20", true],
    ["after", "2026-11-01", true],
    ["on", "2026-11-02", true],
    ["until", "2026-11-03", true],
  ]);
  expect(readFilters("含む：画像　以前：2026-11-20　以降：２０２６／１１／１　")).toEqual([
    ["has", "画像", true],
    ["until", "2026-11-20", true],
    ["since", "２０２６／１１／１", true],
  ]);
  expect(readFilters("từ:2026-11-01 từ:An x")).toEqual([
    ["since", "2026-11-01", true],
    ["from", "An", true],
  ]);
});

test("a filter is a separate word with a value, and only at the end may the value be missing", () => {
  expect(readFilters("within:it")).toEqual([]);
  expect(readFilters("in: design")).toEqual([]);
  expect(readFilters('"in:progress"')).toEqual([]);
  expect(readFilters("from:")).toEqual([["from", "", false]]);
});

test("the text without its filters is what is searched for", () => {
  const text = 'old from:aiko  bridge in:"road works" plan';
  expect(withoutFilters(text, listTypedFilters(text))).toBe("old bridge plan");
  expect(withoutFilters(text, listTypedFilters(text).slice(0, 1))).toBe('old bridge in:"road works" plan');
});
