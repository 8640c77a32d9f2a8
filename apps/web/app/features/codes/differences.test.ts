import { expect, test } from "vitest";
import { compareLines, differenceRowsOf } from "./differences.ts";

const numberedLines = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}`);
const joinLines = (lines: readonly string[]) => `${lines.join("\n")}\n`;

test("changed lines are shown with three unchanged lines around them, and the other lines are counted", async () => {
  const linesBefore = numberedLines(30);
  const linesAfter = linesBefore.map((line) => (line === "15" ? "fifteen" : line));
  const rows = differenceRowsOf((await compareLines(joinLines(linesBefore), joinLines(linesAfter))) ?? []);
  expect(rows).toEqual([
    { kind: "gap", hiddenLineCount: 11, lineNumberBefore: 1 },
    ...[12, 13, 14].map((line) => ({
      kind: "same",
      text: `${line}`,
      lineNumberBefore: line,
      lineNumberAfter: line,
    })),
    { kind: "removed", text: "15", lineNumberBefore: 15 },
    { kind: "added", text: "fifteen", lineNumberAfter: 15 },
    ...[16, 17, 18].map((line) => ({
      kind: "same",
      text: `${line}`,
      lineNumberBefore: line,
      lineNumberAfter: line,
    })),
    { kind: "gap", hiddenLineCount: 12, lineNumberBefore: 19 },
  ]);
});

test("a single hidden line is shown instead of counted", () => {
  const rows = differenceRowsOf([
    { kind: "added", lines: ["a"] },
    { kind: "same", lines: numberedLines(7) },
    { kind: "removed", lines: ["b"] },
  ]);
  expect(rows.map(({ kind }) => kind)).toEqual(["added", ...Array(7).fill("same"), "removed"]);
});

test("equal texts have no changes, and text added at the end is a change", async () => {
  expect(await compareLines("a\n", "a\n")).toEqual([{ kind: "same", lines: ["a"] }]);
  expect((await compareLines("a\n", "a\nb\n"))?.at(-1)).toEqual({ kind: "added", lines: ["b"] });
});
