import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { privateKeyPrefixes } from "./offline.ts";

const appFolder = join(import.meta.dirname, "..");

test("signing out deletes every key that names a person", () => {
  const prefixes = readdirSync(appFolder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap((path) =>
      [
        ...readFileSync(join(appFolder, path), "utf8").matchAll(/(?<!AcrossTabs\()`([a-z-]+ )\$\{userId\}/g),
      ].map(([, prefix]) => prefix),
    );
  expect(new Set(prefixes).size).toBeGreaterThan(3);
  expect(prefixes.filter((prefix) => !privateKeyPrefixes.some((known) => known === prefix))).toEqual([]);
});
