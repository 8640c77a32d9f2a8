import { searchContentKinds } from "@kakehashi/contract/search";
import { expect, test } from "vitest";
import { matchingContentKinds } from "./has-words.ts";

test("the kinds of attachments are found by their words in three languages, or by the beginning of a word", () => {
  expect(["file", "Picture", "image", "video", "audio", "LINK"].map(matchingContentKinds)).toEqual([
    ["file"],
    ["image"],
    ["image"],
    ["video"],
    ["audio"],
    ["link"],
  ]);
  expect(["tệp", "anh", "liên kết", "ファイル", "ﾌｧｲﾙ", "画像"].map(matchingContentKinds)).toEqual([
    ["file"],
    ["image"],
    ["link"],
    ["file"],
    ["file"],
    ["image"],
  ]);
  expect(matchingContentKinds("pic")).toEqual(["image"]);
  expect(matchingContentKinds("")).toEqual(searchContentKinds);
  expect(matchingContentKinds("bridge")).toEqual([]);
});
