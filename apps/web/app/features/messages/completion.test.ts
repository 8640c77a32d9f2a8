import { expect, test } from "vitest";
import { complete, findPeople, triggerAt } from "./completion.ts";

const people = [
  { name: "Nguyễn Văn An" },
  { name: "Trần Minh" },
  { name: "田中 愛子" },
  { name: "Emma Clarke" },
];
const names = (search: string) => findPeople(people, search, 9).map(({ name }) => name);

test.each([
  ["@", "person", ""],
  ["hi @ngu", "person", "ngu"],
  ["@Nguyễn V", "person", "Nguyễn V"],
  ["（@田", "person", "田"],
  ["mail@an", null, ""],
  ["@a b c d e f", null, ""],
  [":tad", "emoji", "tad"],
  ["nice :+1", "emoji", "+1"],
  [":t", null, ""],
  ["12:30", null, ""],
  ["https://a", null, ""],
] as const)("after “%s” comes %s", (text, kind, search) => {
  const trigger = triggerAt(text, text.length);
  expect(trigger?.kind ?? null).toBe(kind);
  if (trigger) expect(trigger.search).toBe(search);
});

test("people are found without accents, by any of their names", () => {
  expect(names("nguyen")).toEqual(["Nguyễn Văn An"]);
  expect(names("an")).toEqual(["Nguyễn Văn An"]);
  expect(names("minh")).toEqual(["Trần Minh"]);
  expect(names("愛")).toEqual(["田中 愛子"]);
  expect(names("")).toHaveLength(4);
  expect(names("lark")).toEqual([]);
});

test("what is chosen takes the place of what was written", () => {
  const text = "hi @ngu, ok";
  const trigger = triggerAt(text, 7);
  if (!trigger) throw new Error("no trigger");
  expect(complete(text, 7, trigger, "@Nguyễn Văn An")).toEqual({ text: "hi @Nguyễn Văn An , ok", caret: 18 });
  const end = triggerAt("go :tada", 8);
  if (!end) throw new Error("no trigger");
  expect(complete("go :tada", 8, end, "🎉")).toEqual({ text: "go 🎉 ", caret: 6 });
});

test("who is named in full is offered no more: Enter sends", () => {
  expect([names("Nguyễn Văn An"), names("Nguyễn Văn An "), names("Nguyễn Văn An a")]).toEqual([
    ["Nguyễn Văn An"],
    [],
    [],
  ]);
  const alike = [{ name: "An" }, { name: "An Nguyễn" }];
  expect(findPeople(alike, "An N", 9)).toEqual([{ name: "An Nguyễn" }]);
});
