import { expect, test } from "vitest";
import { sortBotLanguagesFirst } from "./languages-in-order.ts";

test("the languages of a bot come first and in its order, then the others", () => {
  expect(sortBotLanguagesFirst({ languages: ["ja", "en"] })).toEqual(["ja", "en", "vi"]);
  expect(sortBotLanguagesFirst({ languages: ["vi"] })).toEqual(["vi", "en", "ja"]);
});
