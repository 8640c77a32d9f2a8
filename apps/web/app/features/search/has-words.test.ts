import { searchContentKinds } from "@kakehashi/contract/search";
import { expect, test } from "vitest";
import { findContentKinds } from "./has-words.ts";

test("the kinds of attachments are found by their words in three languages, or by the beginning of a word", () => {
  expect(["file", "Picture", "image", "video", "audio", "LINK"].map(findContentKinds)).toEqual([
    ["file"],
    ["image"],
    ["image"],
    ["video"],
    ["audio"],
    ["link"],
  ]);
  expect(["tệp", "anh", "liên kết", "ファイル", "ﾌｧｲﾙ", "画像"].map(findContentKinds)).toEqual([
    ["file"],
    ["image"],
    ["link"],
    ["file"],
    ["file"],
    ["image"],
  ]);
  expect(findContentKinds("pic")).toEqual(["image"]);
  expect(findContentKinds("")).toEqual(searchContentKinds);
  expect(findContentKinds("bridge")).toEqual([]);
});
