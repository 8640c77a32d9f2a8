import { expect, test } from "vitest";
import { proposeLatinName } from "./latin-proposal.ts";

test.each([
  ["さとう けんじ", "Kenji Sato"],
  ["たなか　あいこ", "Aiko Tanaka"],
  ["ｵｵﾉ ﾕｳｷ", "Yuki Ono"],
  ["いのうえ じゅんいち", "Junichi Inoue"],
  ["こういち", "Koichi"],
  ["さとうk", "Satok"],
  ["", ""],
])("%s is %s", (reading, expectedLatinName) => {
  expect(proposeLatinName(reading, false)).toBe(expectedLatinName);
});

test("a company's name keeps its order", () => {
  expect(proposeLatinName("さくら しすてむ", true)).toBe("Sakura Shisutemu");
});
