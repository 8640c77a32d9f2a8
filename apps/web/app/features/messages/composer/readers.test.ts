import { languageSamples } from "@kakehashi/contract/text-language.fixture";
import { expect, test } from "vitest";
import { countReadersByOtherLanguage, predictLanguage } from "./readers.ts";

// The browser and the server must detect the same language for a text. So the server's test uses the same samples as
// this one.
test.each(languageSamples)("%j of somebody who writes %s is %s", (words, ownLanguage, language) => {
  expect(predictLanguage(words, ownLanguage)).toBe(language);
});

test("readers of another language are counted, but not the writer or people without a language", () => {
  const people = [
    { id: "aiko", working_language: "ja" },
    { id: "an", working_language: "vi" },
    { id: "minh", working_language: "vi" },
    { id: "paul", working_language: "en" },
    { id: "new", working_language: null },
  ] as const;
  expect(countReadersByOtherLanguage(people, "aiko", "ja")).toEqual([
    { language: "en", count: 1 },
    { language: "vi", count: 2 },
  ]);
  expect(countReadersByOtherLanguage(people, "paul", "en").map(({ language }) => language)).toEqual([
    "vi",
    "ja",
  ]);
  expect(countReadersByOtherLanguage([people[0]], "an", "ja")).toEqual([]);
});
