import type { Page } from "playwright-core";
import { type AppScreen, createFixedPath } from "./screen.ts";

/**
 * Scrolls to the end of the page for a second screenshot. The page scrolls inside an element, so a single screenshot
 * cannot show all of it.
 */
async function scrollToEnd(page: Page): Promise<void> {
  await page.locator("main").evaluate((mainElement) => mainElement.scrollTo(0, mainElement.scrollHeight));
}

const createHelpScreen = (name: string, path: string, readySelector: string): AppScreen => ({
  name: `help-${name}`,
  viewer: "member",
  path: createFixedPath(`/help/${path}`),
  readySelector: `main ${readySelector}`,
});

/** The screens of the public pages that signed-in people see inside the workspace. */
export const helpScreens: readonly AppScreen[] = [
  createHelpScreen("contact", "contact", "form"),
  { ...createHelpScreen("contact-end", "contact", "form"), prepare: scrollToEnd },
  {
    // A price plan links to the contact form. The form then names this plan.
    ...createHelpScreen("contact-plan", "price", "a[href*='plan=']"),
    prepare: async (page) => {
      await page.locator("main a[href*='plan=']").first().click();
      await page.locator("main [name=plan]").waitFor({ state: "attached" });
    },
  },
  createHelpScreen("contact-received", "contact?received", "h1"),
  createHelpScreen("service", "service", "h1"),
  { ...createHelpScreen("service-end", "service", "h1"), prepare: scrollToEnd },
  createHelpScreen("price", "price", "a[href*='plan=']"),
  { ...createHelpScreen("price-end", "price", "a[href*='plan=']"), prepare: scrollToEnd },
  createHelpScreen("blog", "blog", "article, main li a"),
  createHelpScreen("post", "blog/keeping-a-glossary", "article h1"),
  { ...createHelpScreen("post-end", "blog/keeping-a-glossary", "article h1"), prepare: scrollToEnd },
  createHelpScreen("post-missing", "blog/nothing-of-that-name", "h1"),
];
