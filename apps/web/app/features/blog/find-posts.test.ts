import { expect, test } from "vitest";
import { findPosts } from "./find-posts.ts";

const testPosts = [
  { title: "Two hours apart", summary: "Meetings across time zones.", topic: "Planning" },
  { title: "Bảng thuật ngữ", summary: "Một từ cho một khái niệm.", topic: "Dịch thuật" },
];
const findTitles = (query: string) => findPosts(testPosts, query).map(({ title }) => title);

test("a post is found if it contains all words, regardless of case and accents", () => {
  expect(findTitles("HOURS zones")).toEqual(["Two hours apart"]);
  expect(findTitles("planning")).toEqual(["Two hours apart"]);
  expect(findTitles("thuat  ngu")).toEqual(["Bảng thuật ngữ"]);
  expect(findTitles("hours ngu")).toEqual([]);
  expect(findTitles("")).toHaveLength(2);
});
