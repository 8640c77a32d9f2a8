import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { createDayFormat } from "../../kit/day-format.ts";
import { TermsPage } from "./terms.tsx";

test("The terms say since when they are in force, with the day written as elsewhere in the product", () => {
  const router = createMemoryRouter([{ path: "/", Component: TermsPage }]);
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  const [, day = "", text] = /<time dateTime="([^"]+)">([^<]+)</.exec(html) ?? [];
  expect(text).toBe(createDayFormat("en", "long")(day));
});
