import { expect, test } from "vitest";
import { findStartPageLanguageRedirect } from "./first-visit.ts";

const findRedirectFor = (headers: Record<string, string>, url = "/", method = "GET") =>
  findStartPageLanguageRedirect({ method, url, headers });
const vietnameseHeader = { "accept-language": "vi-VN,vi;q=0.9,en;q=0.8" };

test("who comes to the start page with a Vietnamese browser gets it in Vietnamese, with the address's query", () => {
  expect(findRedirectFor(vietnameseHeader)).toBe("/vi");
  expect(findRedirectFor({ ...vietnameseHeader, "sec-fetch-site": "none" }, "/?utm_source=card")).toBe(
    "/vi?utm_source=card",
  );
  expect(findRedirectFor({ ...vietnameseHeader, "sec-fetch-site": "cross-site" }, "/", "HEAD")).toBe("/vi");
});

test.each([
  ["the browser prefers English", { "accept-language": "en-GB,en;q=0.9,vi;q=0.5" }],
  ["the browser prefers Japanese, which the site has not", { "accept-language": "ja,vi;q=0.5" }],
  ["the browser says nothing", {}],
  ["the reader chose English on the site", { ...vietnameseHeader, "sec-fetch-site": "same-origin" }],
  ["another language is remembered", { ...vietnameseHeader, cookie: "theme=dark; session_lang=en" }],
])("the start page stays as it is if %s", (_, headers) => {
  expect(findRedirectFor(headers as Record<string, string>)).toBeNull();
});

test("no other page, no link with a language and no form is redirected", () => {
  for (const url of ["/contact", "/vi", "/?lang=en", "//", "//vi"])
    expect(findRedirectFor(vietnameseHeader, url)).toBeNull();
  expect(findRedirectFor(vietnameseHeader, "/", "POST")).toBeNull();
});
