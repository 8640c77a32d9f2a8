import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { createSlimFontStylesPlugin } from "./slim-fonts.ts";

test("Japanese characters come in the same weights as the Latin ones", async () => {
  const path = createRequire(import.meta.url).resolve("@fontsource/zen-kaku-gothic-new/400.css");
  const transform = createSlimFontStylesPlugin().transform as (
    code: string,
    id: string,
  ) => Promise<{ code: string }>;
  const { code } = await transform(await readFile(path, "utf8"), path);
  const fontFaces = code.match(/@font-face \{[^}]+\}/g) ?? [];
  const listUnicodeRanges = (weight: number) =>
    fontFaces
      .filter((face) => face.includes(`font-weight: ${weight};`))
      .map((face) => /unicode-range: ([^;]+)/.exec(face)?.[1]);
  expect(listUnicodeRanges(400).length).toBeGreaterThan(100);
  expect(listUnicodeRanges(500)).toEqual(listUnicodeRanges(400));
  expect(listUnicodeRanges(700)).toEqual(listUnicodeRanges(400));
  expect(fontFaces.length).toBe(3 * listUnicodeRanges(400).length);
});
