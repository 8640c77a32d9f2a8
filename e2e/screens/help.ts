import type { Page } from "playwright-core";
import { type AppScreen, createFixedPath } from "./screen.ts";

/**
 * Scrolls to the end of the page for a second screenshot. The page scrolls inside an element, so a single screenshot
 * cannot show all of it.
 */
async function scrollToEnd(page: Page): Promise<void> {
  await page.locator("main").evaluate((main) => main.scrollTo(0, main.scrollHeight));
}

const helpScreen = (name: string, path: string, readySelector: string): AppScreen => ({
  name: `help-${name}`,
  viewer: "member",
  path: createFixedPath(`/help/${path}`),
  readySelector: `main ${readySelector}`,
});

/** The screens of the public pages that signed-in people see inside the workspace. */
export const helpScreens: readonly AppScreen[] = [
  helpScreen("contact", "contact", "form"),
  { ...helpScreen("contact-end", "contact", "form"), prepare: scrollToEnd },
  {
    // A price plan links to the contact form. The form then names this plan.
    ...helpScreen("contact-plan", "price", "a[href*='plan=']"),
    prepare: async (page) => {
      await page.locator("main a[href*='plan=']").first().click();
      await page.locator("main [name=plan]").waitFor({ state: "attached" });
    },
  },
  helpScreen("contact-received", "contact?received", "h1"),
  helpScreen("service", "service", "h1"),
  { ...helpScreen("service-end", "service", "h1"), prepare: scrollToEnd },
  helpScreen("price", "price", "a[href*='plan=']"),
  { ...helpScreen("price-end", "price", "a[href*='plan=']"), prepare: scrollToEnd },
  helpScreen("blog", "blog", "article, main li a"),
  helpScreen("post", "blog/keeping-a-glossary", "article h1"),
  { ...helpScreen("post-end", "blog/keeping-a-glossary", "article h1"), prepare: scrollToEnd },
  helpScreen("post-missing", "blog/nothing-of-that-name", "h1"),
];
