import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const titlesOfTests = readdirSync(import.meta.dirname)
  .filter((name) => /^peer-(?!table).*\.test\.ts$/.test(name))
  .map((name) => readFileSync(`${import.meta.dirname}/${name}`, "utf8"))
  .flatMap((text) => [...text.matchAll(/(?:\btest\(|\]\)\(|\bwaysToCreateClient\)\()\s*"([^"\n]+)"/g)])
  .map(([, title]) => title);

test("docs/stomp.md names the tests that stand for the library's own, and no other", () => {
  const page = readFileSync(`${import.meta.dirname}/../../../../../docs/stomp.md`, "utf8");
  const titlesInDocs = [...page.matchAll(/"([^"]+)"/g)].map(([, title]) => title);
  expect([...new Set(titlesInDocs)].sort()).toEqual(titlesOfTests.sort());
});
