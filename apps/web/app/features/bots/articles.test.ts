import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ArticlePicture } from "./articles.tsx";

const renderPicture = (address: string | null) =>
  renderToStaticMarkup(createElement(ArticlePicture, { address }));

test("the list shows an uploaded picture of an article, and an icon instead of any other", () => {
  const uploadedPictureAddress = `/api/bots/files/${"a".repeat(32)}`;
  expect(renderPicture(uploadedPictureAddress)).toContain(`<img src="${uploadedPictureAddress}"`);
  const pictureOfOtherSite = renderPicture("https://example.com/shop.jpg");
  expect(pictureOfOtherSite).not.toContain("<img");
  expect(pictureOfOtherSite).toContain("tabler-icon-photo");
  expect(renderPicture(null)).toContain("tabler-icon-article");
});
