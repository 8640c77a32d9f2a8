import type { Page } from "playwright-core";

const probePath = "/favicon.svg?intercepted";

/**
 * Sets a route handler as Playwright's `page.route` does, and waits until it works. On an open page, `page.route`
 * returns before Chromium has told the page's process, so the next requests could bypass the handler.
 */
export async function interceptRequests(page: Page, ...route: Parameters<Page["route"]>): Promise<void> {
  await page.route(...route);
  if (!page.url().startsWith("http")) return;
  const pattern = `**${probePath.replace("?", "\\?")}`;
  await page.route(pattern, (route) => route.fulfill({ status: 204 }));
  await page.evaluate(async (address) => {
    const isIntercepted = () =>
      fetch(address, { cache: "no-store" }).then(
        ({ status }) => status === 204,
        () => false,
      );
    while (!(await isIntercepted()));
  }, probePath);
  await page.unroute(pattern);
}
