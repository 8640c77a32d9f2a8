import { expect, test } from "vitest";
import { firstPageFor } from "./first-visit.ts";

const visit = (headers: Record<string, string>, url = "/", method = "GET") =>
  firstPageFor({ method, url, headers });
const vietnamese = { "accept-language": "vi-VN,vi;q=0.9,en;q=0.8" };

test("who comes to the start page with a Vietnamese browser gets it in Vietnamese, with the address's query", () => {
  expect(visit(vietnamese)).toBe("/vi");
  expect(visit({ ...vietnamese, "sec-fetch-site": "none" }, "/?utm_source=card")).toBe("/vi?utm_source=card");
  expect(visit({ ...vietnamese, "sec-fetch-site": "cross-site" }, "/", "HEAD")).toBe("/vi");
});

test.each([
  ["the browser prefers English", { "accept-language": "en-GB,en;q=0.9,vi;q=0.5" }],
  ["the browser prefers Japanese, which the site has not", { "accept-language": "ja,vi;q=0.5" }],
  ["the browser says nothing", {}],
  ["the reader chose English on the site", { ...vietnamese, "sec-fetch-site": "same-origin" }],
  ["another language is remembered", { ...vietnamese, cookie: "theme=dark; session_lang=en" }],
])("the start page stays as it is if %s", (_, headers) => {
  expect(visit(headers as Record<string, string>)).toBeNull();
});

test("no other page, no link with a language and no form is redirected", () => {
  for (const url of ["/contact", "/vi", "/?lang=en", "//", "//vi"]) expect(visit(vietnamese, url)).toBeNull();
  expect(visit(vietnamese, "/", "POST")).toBeNull();
});
