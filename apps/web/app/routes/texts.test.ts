import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const routeFiles = globSync("**/*.tsx", { cwd: import.meta.dirname })
  .map((path) => ({ path, source: readFileSync(`${import.meta.dirname}/${path}`, "utf8") }))
  .map(({ path, source }) => ({
    path,
    declared: readQuotedNames(/\btexts: \[([^\]]*)\]/.exec(source)?.[1] ?? ""),
    loaded: readQuotedNames(/function clientLoader\(.*?\n}/s.exec(source)?.[0] ?? ""),
  }))
  .filter(({ declared }) => declared.length > 0);

function readQuotedNames(source: string): string[] {
  return [...source.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name).sort();
}

// React Router's `handle` of a page lists texts that are loaded only on the first page of a visit. So the page's loader
// must load the same texts. Otherwise a reader who comes from another page would see text keys.
test("A page that is opened from another one loads the texts that it declares", () => {
  expect(routeFiles.length).toBeGreaterThan(10);
  for (const { path, declared, loaded } of routeFiles) expect.soft(loaded, path).toEqual(declared.sort());
});
