import { expect, test } from "vitest";
import { findPosts } from "./find-posts.ts";

const posts = [
  { title: "Two hours apart", summary: "Meetings across time zones.", topic: "Planning" },
  { title: "Bảng thuật ngữ", summary: "Một từ cho một khái niệm.", topic: "Dịch thuật" },
];
const found = (asked: string) => findPosts(posts, asked).map(({ title }) => title);

test("posts are found by all of the words, whatever their case and accents", () => {
  expect(found("HOURS zones")).toEqual(["Two hours apart"]);
  expect(found("planning")).toEqual(["Two hours apart"]);
  expect(found("thuat  ngu")).toEqual(["Bảng thuật ngữ"]);
  expect(found("hours ngu")).toEqual([]);
  expect(found("")).toHaveLength(2);
});
