import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

test("commas, quotes and line ends stay inside their cell", () => {
  expect(
    toCsv([
      ["a,b", 'say "hi"'],
      ["1\n2", "日本"],
    ]),
  ).toBe('\ufeff"a,b","say ""hi"""\r\n"1\n2",日本\r\n');
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1+1", "＋1", "－1", "＠SUM(A1)"])(
  "a name like %j is no formula in a spreadsheet",
  (name) => {
    expect(toCsv([[name]])).toBe(`\ufeff'${name}\r\n`);
  },
);

test.each(["\n=1+1", '=HYPERLINK("//evil.example","Emma, Clarke")'])(
  "a name like %j is one cell and no formula",
  (name) => {
    expect(toCsv([[name]])).toBe(`\ufeff"'${name.replaceAll('"', '""')}"\r\n`);
  },
);
