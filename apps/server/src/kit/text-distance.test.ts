import fc from "fast-check";
import { expect, test } from "vitest";
import { boundedEditDistance, computeSimilarity } from "./text-distance.ts";

/** Computes the edit distance by the textbook algorithm, as a reference for the fast algorithm. */
function editDistanceByTable(firstText: string, secondText: string): number {
  let previousRow = Array.from({ length: secondText.length + 1 }, (_, column) => column);
  for (let line = 1; line <= firstText.length; line++) {
    const row = [line];
    for (let column = 1; column <= secondText.length; column++)
      row[column] = Math.min(
        (previousRow[column - 1] ?? 0) + (firstText[line - 1] === secondText[column - 1] ? 0 : 1),
        (previousRow[column] ?? 0) + 1,
        (row[column - 1] ?? 0) + 1,
      );
    previousRow = row;
  }
  return previousRow.at(-1) ?? 0;
}

test("equals the Levenshtein distance for short and long, similar and different texts", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "日", "本"), maxLength: 80 });
  fc.assert(
    fc.property(text, text, fc.nat(90), (firstText, secondText, maximumDistance) => {
      const expectedDistance = editDistanceByTable(firstText, secondText);
      expect(boundedEditDistance(firstText, secondText, maximumDistance)).toBe(
        expectedDistance <= maximumDistance ? expectedDistance : null,
      );
    }),
    { numRuns: 2_000 },
  );
});

test("a share is of the longer text", () => {
  expect(computeSimilarity("abcd", "abcx", 0.75)).toBe(0.75);
  expect(computeSimilarity("abcd", "abyx", 0.75)).toBe(0);
  expect(computeSimilarity("", "", 0.75)).toBe(1);
});
