import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ArticlePicture } from "./articles.tsx";

const drawPicture = (address: string | null) =>
  renderToStaticMarkup(createElement(ArticlePicture, { address }));

test("the list shows an uploaded picture of an article, and an icon instead of any other", () => {
  const uploadedAddress = `/api/bots/files/${"a".repeat(32)}`;
  expect(drawPicture(uploadedAddress)).toContain(`<img src="${uploadedAddress}"`);
  const pictureOfOtherSite = drawPicture("https://example.com/shop.jpg");
  expect(pictureOfOtherSite).not.toContain("<img");
  expect(pictureOfOtherSite).toContain("tabler-icon-photo");
  expect(drawPicture(null)).toContain("tabler-icon-article");
});
