import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const appFolder = join(import.meta.dirname, "../..");

test("every select and search field of the workspace uses the kit's component", () => {
  const pages = readdirSync(appFolder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".tsx"),
  );
  expect(pages.length).toBeGreaterThan(100);
  const allowedFiles = new Set(["kit/ui/select.tsx", "kit/ui/search-field.tsx"]);
  const browsers = pages.filter(
    (page) =>
      !allowedFiles.has(page) && /<select\b|type="search"/.test(readFileSync(join(appFolder, page), "utf8")),
  );
  expect(browsers).toEqual([]);
});
