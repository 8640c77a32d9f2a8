import { expect, test } from "vitest";
import { findSkillsInDescription } from "./fitting.ts";

test("Skills that a profile names are found in any case and width, with or without accents", () => {
  const profile =
    "Tôi làm React Native và ＴｙｐｅＳｃｒｉｐｔ, có dùng kiểm thử tự động; データベースも得意です。";
  expect(
    findSkillsInDescription("TypeScript, react native、データベース；Kiem thu tu dong\nKotlin", profile),
  ).toEqual(["TypeScript", "react native", "データベース", "Kiem thu tu dong"]);
});

test("A skill in the middle of another word does not count, and neither does a sentence", () => {
  expect(findSkillsInDescription("Java, Script", "JavaScript since 2015")).toEqual([]);
  expect(findSkillsInDescription("Java", "JavaScript and Java")).toEqual(["Java"]);
  expect(findSkillsInDescription("C++, C", "C++ for ten years")).toEqual(["C++"]);
  expect(findSkillsInDescription(`You know ${"very ".repeat(20)}much`, "much")).toEqual([]);
});

test("Nothing fits an empty profile, and each skill counts once", () => {
  expect(findSkillsInDescription("React, React", "")).toEqual([]);
  expect(findSkillsInDescription("React, React", "React")).toEqual(["React"]);
});
