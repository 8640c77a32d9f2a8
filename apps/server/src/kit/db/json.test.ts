import { expect, test } from "vitest";
import { toJson } from "./json.ts";

test("half a character becomes the replacement character, and whole ones stay", () => {
  expect(JSON.parse(toJson({ points: ["a\ud800b", "👍", "架け橋"], n: 1, none: null }))).toEqual({
    points: ["a\ufffdb", "👍", "架け橋"],
    n: 1,
    none: null,
  });
});
