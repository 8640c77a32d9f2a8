import { expect, test } from "vitest";
import { buildSitePath, englishPathOf, siteLanguageOfPath } from "./addresses.ts";

test("an address sets the language of its page, and Japanese has only one page", () => {
  expect(siteLanguageOfPath("/privacy")).toBe("en");
  expect(siteLanguageOfPath("/vi/privacy")).toBe("vi");
  expect(siteLanguageOfPath("/JA/privacy/")).toBe("ja");
  expect(siteLanguageOfPath("/ja/price")).toBeUndefined();
  expect(siteLanguageOfPath("/chat")).toBeUndefined();
  expect(englishPathOf("/ja/privacy")).toBe("/privacy");
  expect(englishPathOf("/ja/price")).toBe("/ja/price");
  expect(buildSitePath("/privacy", "ja")).toBe("/ja/privacy");
  expect(buildSitePath("/price", "ja")).toBe("/price");
  expect(buildSitePath("/", "vi")).toBe("/vi");
});
