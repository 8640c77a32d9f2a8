import type { Page } from "playwright-core";
import type { AppScreen, ScreenLanguage } from "./screen.ts";

/** Returns the path of a public page in a language. Null if the page does not exist in this language. */
const createSitePath = (path: string) => (language: ScreenLanguage) =>
  ({
    en: path,
    vi: path === "/" ? "/vi" : `/vi${path}`,
    // Of the public pages, only the privacy page exists in Japanese.
    ja: path === "/privacy" ? "/ja/privacy" : null,
  })[language];

const sitePages = [
  ["site", "/"],
  ["site-service", "/service"],
  ["site-price", "/price"],
  ["site-blog", "/blog"],
  ["site-post", "/blog/keeping-a-glossary"],
  ["site-contact", "/contact"],
  ["site-contact-received", "/contact?received"],
  ["site-policy", "/policy"],
  ["site-privacy", "/privacy"],
  ["site-cookies", "/cookies"],
].map(
  ([name = "", path = ""]): AppScreen => ({
    name,
    viewer: "guest",
    path: createSitePath(path),
    readySelector: "h1",
    isFullPage: true,
  }),
);

/** Submits the contact form with missing and wrong values, so that every field shows its error. */
async function sendInvalidForm(page: Page): Promise<void> {
  await page.fill("[name=first_name]", "An");
  await page.fill("[name=email]", "an@");
  await page.fill("[name=phone]", "12");
  await page.fill("[name=country]", "Atlantis");
  await page.locator("form").evaluate((form) => form.setAttribute("novalidate", ""));
  await page.locator("form button[type=submit]").click();
  await page.locator("[role=alert]").waitFor();
}

export const siteScreens: readonly AppScreen[] = [
  ...sitePages,
  {
    name: "site-contact-refused",
    viewer: "guest",
    path: createSitePath("/contact"),
    readySelector: "h1",
    isFullPage: true,
    prepare: sendInvalidForm,
  },
  {
    name: "closed",
    viewer: "guest",
    path: createSitePath("/?notice=closed"),
    readySelector: "[role=status]",
  },
];
