import { expect, test } from "vitest";
import { findWorkspacePath } from "./links.ts";
import { splitAtLinks } from "./text-links.ts";

const siteOrigin = "https://kakehashi.example";

test.each([
  [`${siteOrigin}/codes/retry-ts-abc#L2-L3`, "/codes/retry-ts-abc#L2-L3"],
  [`${siteOrigin}/chat/1?message=2`, "/chat/1?message=2"],
  [`${siteOrigin}/projects/1/members`, "/projects/1/members"],
  // The result is null for a public page, for an API URL, and for URLs that only look like the site's.
  [`${siteOrigin}/blog/post`, null],
  [`${siteOrigin}/api/files/1`, null],
  [`${siteOrigin}.evil.example/codes/a`, null],
  [`https://evil.example/?${siteOrigin}/codes/a`, null],
  ["/codes/a", null],
])("%s leads to %s of the workspace", (href, path) => {
  expect(findWorkspacePath(href, siteOrigin)).toBe(path);
});

test.each([
  ["no link", ["no link"]],
  ["", []],
  [
    "See https://a.example/b?c=1. Then (http://d.example).",
    ["See ", "<https://a.example/b?c=1>", ". Then (", "<http://d.example>", ")."],
  ],
  ["資料：https://a.example/仕様。次へ", ["資料：", "<https://a.example/仕様>", "。次へ"]],
  ["https://a.example\nhttps://", ["<https://a.example>", "\nhttps://"]],
  ["javascript:alert(1) <https://a.example>", ["javascript:alert(1) <", "<https://a.example>", ">"]],
])("%j is split at its links", (text, parts) => {
  expect(splitAtLinks(text).map(({ text, href }) => (href === null ? text : `<${text}>`))).toEqual(parts);
});
