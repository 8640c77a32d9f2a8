import { codeLanguageIds } from "@kakehashi/contract/code-languages";
import { common, createLowlight } from "lowlight";
import { expect, test } from "vitest";
import type { ColouredPiece } from "../../kit/code/code.ts";
import {
  hasHiddenCharacters,
  lineRangeHash,
  parseLineRange,
  replaceHiddenCharacters,
  splitIntoChunks,
  splitPiecesByChunk,
} from "./lines.ts";

const numberedLines = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");

test.each([
  ["", [1]],
  ["a", [1]],
  ["a\n", [1]],
  ["a\n\n", [2]],
  ["\n\nx", [3]],
  [numberedLines(100), [100]],
  [numberedLines(101), [100, 1]],
  [`${numberedLines(200)}\n`, [100, 100]],
])("a text is split into chunks of whole lines, %#", (text, counts) => {
  const chunks = splitIntoChunks(text);
  expect(chunks.map(({ lineCount }) => lineCount)).toEqual(counts);
  expect(chunks.map(({ text }) => text).join("\n")).toBe(text.replace(/\n$/, ""));
  expect(chunks.map(({ firstLineNumber: first }) => first)).toEqual(
    counts.map((_, index) => 1 + index * 100),
  );
});

test("a coloured piece that spans several chunks is coloured in each of them", () => {
  const comment = numberedLines(250);
  const colouredPieces: ColouredPiece[] = [
    ["x ", null],
    [comment, "comment"],
    ["\nend", "keyword"],
  ];
  const chunks = splitIntoChunks(colouredPieces.map(([words]) => words).join(""));
  const colouredChunks = splitPiecesByChunk(chunks, colouredPieces);
  expect(colouredChunks.map((parts) => parts?.map(([, kind]) => kind))).toEqual([
    [null, "comment"],
    ["comment"],
    ["comment", "keyword"],
  ]);
  expect(colouredChunks.map((parts) => parts?.map(([words]) => words).join(""))).toEqual(
    chunks.map(({ text }) => text),
  );
});

test("a chunk with too many coloured pieces stays plain", () => {
  const pieces = Array.from({ length: 5_000 }, (): ColouredPiece => ["(", "title"]);
  expect(splitPiecesByChunk(splitIntoChunks("(".repeat(5_000)), pieces)).toEqual([null]);
});

test("a line range is read from the address, and an invalid one is ignored", () => {
  expect(parseLineRange("#L10", 20)).toEqual({ from: 10, to: 10 });
  expect(parseLineRange("#L12-L10", 20)).toEqual({ from: 10, to: 12 });
  expect(parseLineRange(" 3 - 99 ", 20)).toEqual({ from: 3, to: 20 });
  for (const text of ["", "#", "#L0", "#L21", "#x", "L1-L2-L3", "1.5"])
    expect(parseLineRange(text, 20)).toBe(null);
  expect(lineRangeHash({ from: 3, to: 3 })).toBe("#L3");
  expect(lineRangeHash({ from: 3, to: 9 })).toBe("#L3-L9");
});

test("invisible characters and direction overrides in code are shown by their code numbers", () => {
  const hostileCode = 'if (role === "\u202enimda")\u200b\u0007';
  expect(hasHiddenCharacters(hostileCode)).toBe(true);
  expect(replaceHiddenCharacters(hostileCode)).toBe('if (role === "⟨U+202E⟩nimda")⟨U+200B⟩⟨U+0007⟩');
  expect(hasHiddenCharacters("\tif (a) {\r\n} // 日本語 🎉 مرحبا")).toBe(false);
});

test("the highlighter knows every language of a snippet", () => {
  const highlighter = createLowlight(common);
  expect(codeLanguageIds.filter((id) => !highlighter.registered(id))).toEqual([]);
});
