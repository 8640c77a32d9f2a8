import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const repositoryFolder = join(import.meta.dirname, "../../../..");
const textFolders = ["apps/server/src/demo", "apps/web/app/i18n/vi", "apps/web/app/features/site/texts/vi"];

test("an appointment is “đặt lịch” in every Vietnamese text, never “đặt chỗ”, which is for seats", () => {
  const files = textFolders.flatMap((folder) =>
    readdirSync(join(repositoryFolder, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|md|json)$/.test(name))
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(30);
  expect(
    files.filter((file) => /đặt chỗ/i.test(readFileSync(join(repositoryFolder, file), "utf8").normalize())),
  ).toEqual([]);
});
