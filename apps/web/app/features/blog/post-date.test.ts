import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PostDate } from "./post-date.tsx";

test.each([
  ["en", "5 November 2026"],
  ["vi", "5 tháng 11, 2026"],
] as const)("The day of a post is written in %s as elsewhere in the product", (language, text) => {
  const html = renderToStaticMarkup(createElement(PostDate, { date: "2026-11-05T23:30:00.000Z", language }));
  expect(html).toBe(`<time dateTime="2026-11-05">${text}</time>`);
});
