import { expect, test } from "vitest";
import { amountText, parseAmount } from "./amounts.ts";

const no = Number.NaN;
test.each([
  ["300.000", no, 300_000, no],
  ["3.000.000", no, 3_000_000, no],
  ["300,000", 300_000, no, 300_000],
  ["1,5", no, 1.5, no],
  ["1.5", 1.5, no, 1.5],
  ["1.200,50", no, 1200.5, no],
  ["1,200.50", 1200.5, no, 1200.5],
  ["１，２００", 1200, no, 1200],
  ["１２００．５", 1200.5, no, 1200.5],
  ["1 200", 1200, 1200, 1200],
  ["1\u00a0200\u00a0000", 1_200_000, 1_200_000, 1_200_000],
  [" 1200 ", 1200, 1200, 1200],
  ["12,00", no, 12, no],
  ["1,2,3", no, no, no],
  ["1,200 000", no, no, no],
  ["1.234", no, 1234, no],
  ["-5", no, no, no],
  ["", no, no, no],
])("The amount %j is %d in English, %d in Vietnamese, %d in Japanese", (text, en, vi, ja) => {
  expect([parseAmount(text, "en"), parseAmount(text, "vi"), parseAmount(text, "ja")]).toEqual([en, vi, ja]);
});

test("An amount that a form shows is read as the same one", () => {
  for (const language of ["en", "vi", "ja"] as const)
    for (const amount of [0, 1200.5, 300_000, 99_999_999_999.99])
      expect(parseAmount(amountText(amount, language), language)).toBe(amount);
});
