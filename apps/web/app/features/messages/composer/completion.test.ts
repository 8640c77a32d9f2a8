import { expect, test } from "vitest";
import { addSpaceAfter, findPeople, findTriggerBeforeCaret } from "./completion.ts";

const testPeople = [
  { name: "Nguyễn Văn An" },
  { name: "Trần Minh" },
  { name: "田中 愛子", reading: "たなか あいこ", latin_name: "Aiko Tanaka" },
  { name: "Emma Clarke" },
];
const findNames = (search: string) => findPeople(testPeople, search, 9).map(({ name }) => name);

test.each([
  ["@", "person", ""],
  ["hi @ngu", "person", "ngu"],
  ["@Nguyễn V", "person", "Nguyễn V"],
  ["（@田", "person", "田"],
  ["@Nguyễn Văn An :tada", "emoji", "tada"],
  ["mail@an", null, ""],
  ["＠", "person", ""],
  ["＠さと", "person", "さと"],
  ["お願いします@さと", "person", "さと"],
  ["承知＠佐藤　健", "person", "佐藤　健"],
  ["mail＠an", null, ""],
  ["@a b c d e f", null, ""],
  [":tad", "emoji", "tad"],
  ["nice :+1", "emoji", "+1"],
  [":t", null, ""],
  ["12:30", null, ""],
  ["https://a", null, ""],
] as const)("after “%s” comes %s", (text, kind, search) => {
  const trigger = findTriggerBeforeCaret(text, text.length);
  expect(trigger?.kind ?? null).toBe(kind);
  if (trigger) expect(trigger.search).toBe(search);
});

test("people are found without accents, by any of their names", () => {
  expect(findNames("nguyen")).toEqual(["Nguyễn Văn An"]);
  expect(findNames("an")).toEqual(["Nguyễn Văn An"]);
  expect(findNames("minh")).toEqual(["Trần Minh"]);
  expect(findNames("愛")).toEqual(["田中 愛子"]);
  expect(findNames("")).toHaveLength(4);
  expect(findNames("lark")).toEqual([]);
});

test.each(["aik", "AIKO", "tanaka", "tanaka aiko", "あい", "アイ", "ｱｲｺ", "たなか", "田中愛", "たなかあい"])(
  "%s finds 田中 愛子",
  (search) => {
    expect(findNames(search)).toEqual(["田中 愛子"]);
  },
);

test("the middle of a Latin name finds nobody", () => {
  expect(findNames("iko")).toEqual([]);
});

test("an accepted choice is followed by exactly one space", () => {
  expect([
    addSpaceAfter(", ok", "@Nguyễn Văn An"),
    addSpaceAfter(" ok", "@An"),
    addSpaceAfter("", "🎉"),
  ]).toEqual(["@Nguyễn Văn An ", "@An", "🎉 "]);
});

test("a fully typed name is not offered any more, so Enter sends", () => {
  expect([findNames("Nguyễn Văn An"), findNames("Nguyễn Văn An "), findNames("Nguyễn Văn An a")]).toEqual([
    ["Nguyễn Văn An"],
    [],
    [],
  ]);
  const similarNames = [{ name: "An" }, { name: "An Nguyễn" }];
  expect(findPeople(similarNames, "An N", 9)).toEqual([{ name: "An Nguyễn" }]);
});
