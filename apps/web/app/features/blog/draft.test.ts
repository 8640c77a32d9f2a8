import { expect, test } from "vitest";
import {
  isSamePostDraft,
  newPostDraft,
  newPostTemplate,
  postDraftOf,
  postRequestBodyOf,
  readFrontMatterTitle,
  slugFor,
} from "./draft.ts";

test("an address is made from the words of the title", () => {
  expect(slugFor("  Đồng hồ: hai giờ, một đội ")).toBe("dong-ho-hai-gio-mot-doi");
  expect(slugFor("架け橋")).toBe("");
  expect(slugFor("x".repeat(200))).toHaveLength(80);
});

test("the title is read from the front matter only", () => {
  expect(readFrontMatterTitle('---\nsummary: s\ntitle: "Two hours"\n---\ntitle: not this')).toBe("Two hours");
  expect(readFrontMatterTitle(newPostTemplate)).toBe("");
  expect(readFrontMatterTitle("")).toBe("");
});

test("a language that contains only the template is sent as empty", () => {
  const draft = { ...newPostDraft("Emma"), vi: newPostTemplate };
  expect(postRequestBodyOf(draft).source).toEqual({ en: "", vi: "" });
  expect(isSamePostDraft(draft, { ...draft, slug: "x" })).toBe(false);
  const source = { en: "a", vi: "b" };
  const post = { slug: "s", author: "E", cover: "clock", source } as Parameters<typeof postDraftOf>[0];
  expect(postRequestBodyOf(postDraftOf(post))).toEqual({ slug: "s", author: "E", cover: "clock", source });
});
