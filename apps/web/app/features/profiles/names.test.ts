import { chooseOtherName } from "@kakehashi/contract/other-name";
import { expect, test } from "vitest";
import { fullNameInOtherScriptOf } from "./names.ts";

const aiko = { name: "田中 愛子", reading: "たなか あいこ", latin_name: "Aiko Tanaka" };
const an = { name: "Nguyễn Văn An", reading: "グエン・ヴァン・アン", latin_name: "" };
const mixedNames = { name: "Aiko 田中", reading: "あいこ たなか", latin_name: "Aiko Tanaka" };

test.each([
  [aiko, "en", "Aiko Tanaka"],
  [aiko, "vi", "Aiko Tanaka"],
  [aiko, "ja", ""],
  [an, "ja", "グエン・ヴァン・アン"],
  [an, "en", ""],
  [mixedNames, "vi", "Aiko Tanaka"],
  [mixedNames, "ja", ""],
  [{ name: "田中 愛子" }, "en", ""],
] as const)("beside %j, a reader of %s sees “%s”", (names, reader, expected) => {
  expect(chooseOtherName(names, reader)).toBe(expected);
});

test("the full other name of a Japanese name is its reading for readers of Japanese", () => {
  expect([
    fullNameInOtherScriptOf(aiko, "ja"),
    fullNameInOtherScriptOf(aiko, "en"),
    fullNameInOtherScriptOf(an, "en"),
  ]).toEqual(["たなか あいこ", "Aiko Tanaka", ""]);
});
