import { searchHas } from "@kakehashi/contract/search";
import { expect, test } from "vitest";
import { meantKinds } from "./has-words.ts";

test("what a message has is called by the words of the three languages, or by their beginning", () => {
  expect(["file", "Picture", "image", "video", "audio", "LINK"].map(meantKinds)).toEqual([
    ["file"],
    ["image"],
    ["image"],
    ["video"],
    ["audio"],
    ["link"],
  ]);
  expect(["tệp", "anh", "liên kết", "ファイル", "ﾌｧｲﾙ", "画像"].map(meantKinds)).toEqual([
    ["file"],
    ["image"],
    ["link"],
    ["file"],
    ["file"],
    ["image"],
  ]);
  expect(meantKinds("pic")).toEqual(["image"]);
  expect(meantKinds("")).toEqual(searchHas);
  expect(meantKinds("bridge")).toEqual([]);
});
