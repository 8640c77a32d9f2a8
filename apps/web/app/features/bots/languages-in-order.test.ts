import { expect, test } from "vitest";
import { languagesInOrder } from "./languages-in-order.ts";

test("the languages of a bot come first and in its order, then the others", () => {
  expect(languagesInOrder({ languages: ["ja", "en"] })).toEqual(["ja", "en", "vi"]);
  expect(languagesInOrder({ languages: ["vi"] })).toEqual(["vi", "en", "ja"]);
});
