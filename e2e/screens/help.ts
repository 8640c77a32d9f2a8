import type { Page } from "playwright-core";
import { constantPath, type Screen } from "./screen.ts";

/** The page scrolls inside the frame, so its end needs a second screenshot. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.locator("main").evaluate((main) => main.scrollTo(0, main.scrollHeight));
}

const help = (name: string, path: string, ready: string): Screen => ({
  name: `help-${name}`,
  as: "member",
  path: constantPath(`/help/${path}`),
  readyText: `main ${ready}`,
});

/** The screens of the public pages inside the workspace, for signed-in people. */
export const helpScreens: readonly Screen[] = [
  help("contact", "contact", "form"),
  { ...help("contact-end", "contact", "form"), prepare: scrollToEnd },
  {
    // The form names the price plan about which the reader asks.
    ...help("contact-plan", "price", "a[href*='plan=']"),
    prepare: async (page) => {
      await page.locator("main a[href*='plan=']").first().click();
      await page.locator("main [name=plan]").waitFor({ state: "attached" });
    },
  },
  help("contact-received", "contact?received", "h1"),
  help("service", "service", "h1"),
  { ...help("service-end", "service", "h1"), prepare: scrollToEnd },
  help("price", "price", "a[href*='plan=']"),
  { ...help("price-end", "price", "a[href*='plan=']"), prepare: scrollToEnd },
  help("blog", "blog", "article, main li a"),
  help("post", "blog/keeping-a-glossary", "article h1"),
  { ...help("post-end", "blog/keeping-a-glossary", "article h1"), prepare: scrollToEnd },
  help("post-missing", "blog/nothing-of-that-name", "h1"),
];
