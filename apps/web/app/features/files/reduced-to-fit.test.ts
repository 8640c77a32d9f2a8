import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isReducedToFit } from "./reduced-to-fit.ts";

const laptop = { width: 1_400, height: 900 };
const phone = { width: 390, height: 844 };

test.each([
  [{ width: 1_240, height: 804 }, laptop, false],
  [{ width: 1_241, height: 100 }, laptop, true],
  [{ width: 1_300, height: 500 }, laptop, true],
  [{ width: 100, height: 805 }, laptop, true],
  [{ width: 343, height: 700 }, phone, false],
  [{ width: 360, height: 700 }, phone, true],
])("a picture of %j in a window of %j is reduced: %s", (size, window, isReduced) => {
  expect(isReducedToFit({ type: "image/png", ...size }, window)).toBe(isReduced);
});

test("a picture that is shown as a converted copy has no full size", () => {
  expect(isReducedToFit({ type: "image/heic", width: 5_000, height: 5_000 }, laptop)).toBe(false);
});

test("the style sheet leaves the space around a picture that the code expects", () => {
  const styleSheet = readFileSync(join(import.meta.dirname, "gallery.module.css"), "utf8");
  expect(styleSheet).toMatch(/\.gallery \{[^}]*padding: 64px clamp\(12px, 6vw, 80px\) 24px;/);
  expect(styleSheet).toMatch(/\.picture \{[^}]*max-height: calc\(100dvh - 96px\);/);
});
