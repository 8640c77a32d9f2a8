import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ArticlePicture } from "./articles.tsx";

const draw = (address: string | null) => renderToStaticMarkup(createElement(ArticlePicture, { address }));

test("the list shows an uploaded picture of an article, and an icon instead of any other", () => {
  const uploaded = `/api/bots/files/${"a".repeat(32)}`;
  expect(draw(uploaded)).toContain(`<img src="${uploaded}"`);
  const elsewhere = draw("https://example.com/shop.jpg");
  expect(elsewhere).not.toContain("<img");
  expect(elsewhere).toContain("tabler-icon-photo");
  expect(draw(null)).toContain("tabler-icon-article");
});
