import { expect, test } from "vitest";
import { findFittingSkills } from "./fitting.ts";

test("Skills that a profile names are found in any case and width, with or without accents", () => {
  const profile =
    "Tôi làm React Native và ＴｙｐｅＳｃｒｉｐｔ, có dùng kiểm thử tự động; データベースも得意です。";
  expect(
    findFittingSkills("TypeScript, react native、データベース；Kiem thu tu dong\nKotlin", profile),
  ).toEqual(["TypeScript", "react native", "データベース", "Kiem thu tu dong"]);
});

test("A skill in the middle of another word does not count, and neither does a sentence", () => {
  expect(findFittingSkills("Java, Script", "JavaScript since 2015")).toEqual([]);
  expect(findFittingSkills("Java", "JavaScript and Java")).toEqual(["Java"]);
  expect(findFittingSkills("C++, C", "C++ for ten years")).toEqual(["C++"]);
  expect(findFittingSkills(`You know ${"very ".repeat(20)}much`, "much")).toEqual([]);
});

test("Nothing fits an empty profile, and each skill counts once", () => {
  expect(findFittingSkills("React, React", "")).toEqual([]);
  expect(findFittingSkills("React, React", "React")).toEqual(["React"]);
});
