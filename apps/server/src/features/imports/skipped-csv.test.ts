import { importSkipReasons } from "@kakehashi/contract/imports";
import { languages } from "@kakehashi/contract/languages";
import { expect, test } from "vitest";
import { toSkippedCsv } from "./skipped-csv.ts";

const skippedRows = importSkipReasons.map((reason, index) => ({
  line: index + 2,
  reason,
  detail: "",
  text: "x",
}));

test.each(languages)("the headings and every reason are words in %s", (language) => {
  const table = toSkippedCsv(skippedRows, language);
  for (const reason of importSkipReasons) expect(table).not.toContain(reason);
  expect(table.split("\r\n")).toHaveLength(importSkipReasons.length + 2);
});

test("each language has its own headings", () => {
  expect(languages.map((language) => toSkippedCsv([], language).split(",")[0])).toEqual([
    "\uFEFFLine",
    "\uFEFFDòng",
    "\uFEFF行",
  ]);
});
