import { expect, test } from "vitest";
import { generateCover } from "./drawn-cover.ts";

test("an article has one drawing of its own, and articles of a topic share its colours", () => {
  const slugs = Array.from({ length: 50 }, (_, index) => `article-${index}`);
  const drawings = slugs.map((slug) => generateCover(slug, "Planning"));
  expect(slugs.map((slug) => generateCover(slug, "Planning"))).toEqual(drawings);
  expect(new Set(drawings).size).toBe(slugs.length);
  const readGroundColour = (svg: string) => /<rect [^>]*fill="([^"]+)"/.exec(svg)?.[1];
  expect(new Set(drawings.map(readGroundColour)).size).toBe(1);
  expect(readGroundColour(generateCover("article-1", "planning"))).toBe(readGroundColour(drawings[0] ?? ""));
});

test("no text of a title is written into the drawing", () => {
  expect(generateCover('"><script>', "</svg><script>")).not.toContain("script");
});
