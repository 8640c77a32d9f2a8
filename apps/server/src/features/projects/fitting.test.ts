import { expect, test } from "vitest";
import { findSkillsInProfileDescription } from "./fitting.ts";

test("Skills that a profile names are found in any case and width, with or without accents", () => {
  const profile =
    "Tôi làm React Native và ＴｙｐｅＳｃｒｉｐｔ, có dùng kiểm thử tự động; データベースも得意です。";
  expect(
    findSkillsInProfileDescription(
      "TypeScript, react native、データベース；Kiem thu tu dong\nKotlin",
      profile,
    ),
  ).toEqual(["TypeScript", "react native", "データベース", "Kiem thu tu dong"]);
});

test("A skill in the middle of another word does not count, and neither does a sentence", () => {
  expect(findSkillsInProfileDescription("Java, Script", "JavaScript since 2015")).toEqual([]);
  expect(findSkillsInProfileDescription("Java", "JavaScript and Java")).toEqual(["Java"]);
  expect(findSkillsInProfileDescription("C++, C", "C++ for ten years")).toEqual(["C++"]);
  expect(findSkillsInProfileDescription(`You know ${"very ".repeat(20)}much`, "much")).toEqual([]);
});

test("Nothing fits an empty profile, and each skill counts once", () => {
  expect(findSkillsInProfileDescription("React, React", "")).toEqual([]);
  expect(findSkillsInProfileDescription("React, React", "React")).toEqual(["React"]);
});
