import { expect, test } from "vitest";
import { formatAmount, parseAmount } from "./amounts.ts";

const invalidAmount = Number.NaN;
test.each([
  ["300.000", invalidAmount, 300_000, invalidAmount],
  ["3.000.000", invalidAmount, 3_000_000, invalidAmount],
  ["300,000", 300_000, invalidAmount, 300_000],
  ["1,5", invalidAmount, 1.5, invalidAmount],
  ["1.5", 1.5, invalidAmount, 1.5],
  ["1.200,50", invalidAmount, 1200.5, invalidAmount],
  ["1,200.50", 1200.5, invalidAmount, 1200.5],
  ["１，２００", 1200, invalidAmount, 1200],
  ["１２００．５", 1200.5, invalidAmount, 1200.5],
  ["1 200", 1200, 1200, 1200],
  ["1\u00a0200\u00a0000", 1_200_000, 1_200_000, 1_200_000],
  [" 1200 ", 1200, 1200, 1200],
  ["12,00", invalidAmount, 12, invalidAmount],
  ["1,2,3", invalidAmount, invalidAmount, invalidAmount],
  ["1,200 000", invalidAmount, invalidAmount, invalidAmount],
  ["1.234", invalidAmount, 1234, invalidAmount],
  ["-5", invalidAmount, invalidAmount, invalidAmount],
  ["", invalidAmount, invalidAmount, invalidAmount],
])("The amount %j is %d in English, %d in Vietnamese, %d in Japanese", (text, en, vi, ja) => {
  expect([parseAmount(text, "en"), parseAmount(text, "vi"), parseAmount(text, "ja")]).toEqual([en, vi, ja]);
});

test("An amount that a form shows is read as the same one", () => {
  for (const language of ["en", "vi", "ja"] as const)
    for (const amount of [0, 1200.5, 300_000, 99_999_999_999.99])
      expect(parseAmount(formatAmount(amount, language), language)).toBe(amount);
});
