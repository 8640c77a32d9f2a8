import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pieces } from "../../apps/server/src/kit/text/fold.ts";
import { root } from "../setup.js";
import { readExpressions, whySlow } from "./check.ts";
import { slowButBounded } from "./slow-but-bounded.ts";

/** `apps/web/vite` runs only while the web app is built, and reads only our own files. */
const skipped = new Set(["node_modules", "build", ".react-router", "data", "test", "vite"]);

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

test.each([
  ["a trailing run", /[.,;]+$/],
  ["a run between two marks", /<b>(.*?)<\/b>/],
  ["a run of runs", /^(?:a+)+$/],
  ["two runs side by side", /^\s*\s*$/],
])("%s is found to be slow", (_, { source: pattern, flags }) => {
  expect(whySlow({ pattern, flags })).not.toBeNull();
});

test.each([/[.,;]$/, /^a+$/, /<b>([^<]*)<\/b>/, /\s+/g])("%s is linear", ({ source: pattern, flags }) => {
  expect(whySlow({ pattern, flags })).toBeNull();
});

test("literals are found wherever they stand, with their lines", () => {
  const source = `const a = /a+/g;\nexport const f = (t: string) => t.replace(/b\\/c/u, "/no/");`;
  expect(readExpressions("a.ts", source)).toMatchObject([
    { line: 1, pattern: "a+", flags: "g" },
    { line: 2, pattern: "b\\/c", flags: "u" },
  ]);
});

test("no regular expression of the product takes more than linear time", { timeout: 300_000 }, () => {
  const found = [...sources("packages"), ...sources("apps")].flatMap((path) =>
    readExpressions(path, readFileSync(join(root, path), "utf8")),
  );
  // Built from parts, so the check finds no literal.
  found.push({ path: "fold.ts", line: 0, text: String(pieces), pattern: pieces.source, flags: pieces.flags });
  const allowed = new Set(slowButBounded.map(({ text }) => text));
  const judged = new Map<string, string | null>([...allowed].map((text) => [text, null]));
  const slow = found.filter((expression) => {
    if (!judged.has(expression.text)) judged.set(expression.text, whySlow(expression));
    return judged.get(expression.text) !== null;
  });
  expect(slow.map(({ path, line, text }) => `${path}:${line} ${text}: ${judged.get(text)}`)).toEqual([]);
  // Every allowed expression still exists.
  const texts = new Set(found.map(({ text }) => text));
  expect([...allowed].filter((text) => !texts.has(text))).toEqual([]);
});
