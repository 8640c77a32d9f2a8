import { messageContentFilters } from "@kakehashi/contract/search";
import { expect, test } from "vitest";
import { findContentKindsByWord } from "./has-words.ts";

test("the kinds of attachments are found by their words in three languages, or by the beginning of a word", () => {
  expect(["file", "Picture", "image", "video", "audio", "LINK"].map(findContentKindsByWord)).toEqual([
    ["file"],
    ["image"],
    ["image"],
    ["video"],
    ["audio"],
    ["link"],
  ]);
  expect(["tệp", "anh", "liên kết", "ファイル", "ﾌｧｲﾙ", "画像"].map(findContentKindsByWord)).toEqual([
    ["file"],
    ["image"],
    ["link"],
    ["file"],
    ["file"],
    ["image"],
  ]);
  expect(findContentKindsByWord("pic")).toEqual(["image"]);
  expect(findContentKindsByWord("")).toEqual(messageContentFilters);
  expect(findContentKindsByWord("bridge")).toEqual([]);
});
