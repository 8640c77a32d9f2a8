import fc from "fast-check";
import { expect, test } from "vitest";
import { diffWords } from "./differences.ts";

const formatDifferences = (textBefore: string, textAfter: string) =>
  diffWords(textBefore, textAfter)
    .map(({ kind, text }) => (kind === "same" ? text : kind === "removed" ? `[-${text}-]` : `[+${text}+]`))
    .join("");

test("texts are compared word by word, also without spaces between words", () => {
  expect(formatDifferences("Please check the design.", "Please check the test.")).toBe(
    "Please check the [-design-][+test+].",
  );
  expect(formatDifferences("明日までに確認します。", "今日までに確認します。")).toBe(
    "[-明日-][+今日+]までに確認します。",
  );
  expect(formatDifferences("same", "same")).toBe("same");
  expect(formatDifferences("", "new")).toBe("[+new+]");
});

test("both texts can be rebuilt from their differences, however long they are", () => {
  const text = fc
    .array(fc.constantFrom("a", "b ", "日本", "、", "c\n"), { maxLength: 60 })
    .map((list) => list.join(""));
  fc.assert(
    fc.property(text, text, (textBefore, textAfter) => {
      const differences = diffWords(textBefore, textAfter);
      const joinPiecesExcept = (omittedKind: string) =>
        differences
          .filter(({ kind }) => kind !== omittedKind)
          .map((difference) => difference.text)
          .join("");
      expect([joinPiecesExcept("added"), joinPiecesExcept("removed")]).toEqual([textBefore, textAfter]);
    }),
  );
  expect(diffWords("a ".repeat(5_000), "b ".repeat(5_000))).toHaveLength(3);
});
