import { expect, test } from "vitest";
import { englishAddressOf, siteAddress, siteLanguage } from "./addresses.ts";

test("an address sets the language of its page, and Japanese has only one page", () => {
  expect(siteLanguage("/privacy")).toBe("en");
  expect(siteLanguage("/vi/privacy")).toBe("vi");
  expect(siteLanguage("/JA/privacy/")).toBe("ja");
  expect(siteLanguage("/ja/price")).toBeUndefined();
  expect(siteLanguage("/chat")).toBeUndefined();
  expect(englishAddressOf("/ja/privacy")).toBe("/privacy");
  expect(englishAddressOf("/ja/price")).toBe("/ja/price");
  expect(siteAddress("/privacy", "ja")).toBe("/ja/privacy");
  expect(siteAddress("/price", "ja")).toBe("/price");
  expect(siteAddress("/", "vi")).toBe("/vi");
});
