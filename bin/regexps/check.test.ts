import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../setup.js";
import { builtExpressions } from "./built.ts";
import { findRegExpCalls, findSlowReason, readExpressions } from "./check.ts";
import { allowedSlowExpressions } from "./slow-but-bounded.ts";

/**
 * Folders whose regular expressions are not checked. `vite` means `apps/web/vite`: its code runs only while the web app
 * is built, and reads only our own files.
 */
const skippedFolders = new Set(["node_modules", "build", ".react-router", "data", "test", "vite"]);

function findSourcePaths(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : findSourcePaths(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

test.each([
  ["a trailing run", /[.,;]+$/],
  ["a run between two marks", /<b>(.*?)<\/b>/],
  ["a run of runs", /^(?:a+)+$/],
  ["two runs side by side", /^\s*\s*$/],
])("%s is found to be slow", async (_, { source: pattern, flags }) => {
  expect(await findSlowReason({ pattern, flags })).not.toBeNull();
});

test.each([/[.,;]$/, /^a+$/, /<b>([^<]*)<\/b>/, /\s+/g])(
  "%s is linear",
  async ({ source: pattern, flags }) => {
    expect(await findSlowReason({ pattern, flags })).toBeNull();
  },
);

test("regular expression literals are found anywhere in a file, with their lines", () => {
  const source = `const a = /a+/g;\nexport const f = (t: string) => t.replace(/b\\/c/u, "/no/");`;
  expect(readExpressions("a.ts", source)).toMatchObject([
    { line: 1, pattern: "a+", flags: "g" },
    { line: 2, pattern: "b\\/c", flags: "u" },
  ]);
});

test('an expression built by RegExp is found, with and without "new"', () => {
  expect(
    findRegExpCalls("a.ts", 'const a = /a/;\nconst b = new RegExp(a.source + "b");\nRegExp("c");'),
  ).toEqual([2, 3]);
});

test("every file that builds expressions is listed with them, and they are linear", {
  timeout: 300_000,
}, async () => {
  const pathsWithRegExpCalls = [...findSourcePaths("packages"), ...findSourcePaths("apps")].filter(
    (path) => findRegExpCalls(path, readFileSync(join(root, path), "utf8")).length > 0,
  );
  expect(pathsWithRegExpCalls.sort()).toEqual(builtExpressions.map(({ path }) => path).sort());
  const slowBuiltExpressions: string[] = [];
  for (const { path, expressions } of builtExpressions)
    for (const { expression, safetyReason } of expressions) {
      const reason = safetyReason
        ? null
        : await findSlowReason({ pattern: expression.source, flags: expression.flags });
      if (reason !== null) slowBuiltExpressions.push(`${path} ${expression}: ${reason}`);
    }
  expect(slowBuiltExpressions).toEqual([]);
});

test("no regular expression of the product takes more than linear time", { timeout: 300_000 }, async () => {
  const expressions = [...findSourcePaths("packages"), ...findSourcePaths("apps")].flatMap((path) =>
    readExpressions(path, readFileSync(join(root, path), "utf8")),
  );
  const allowedExpressions = new Set(allowedSlowExpressions.map(({ text }) => text));
  const slowReasonByExpression = new Map<string, string | null>(
    [...allowedExpressions].map((text) => [text, null]),
  );
  for (const expression of expressions)
    if (!slowReasonByExpression.has(expression.text))
      slowReasonByExpression.set(expression.text, await findSlowReason(expression));
  const slowExpressions = expressions.filter(({ text }) => slowReasonByExpression.get(text) !== null);
  expect(
    slowExpressions.map(
      ({ path, line, text }) => `${path}:${line} ${text}: ${slowReasonByExpression.get(text)}`,
    ),
  ).toEqual([]);
  // Each entry of the list of slow but safe expressions must still occur in the sources.
  const texts = new Set(expressions.map(({ text }) => text));
  expect([...allowedExpressions].filter((text) => !texts.has(text))).toEqual([]);
});
