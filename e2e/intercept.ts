import type { Page } from "playwright-core";

const probePath = "/favicon.svg?intercepted";

/**
 * Handles the page's calls to this address, like Playwright's `page.route`. On an open page, `page.route` returns
 * before Chromium has told the page's process, so some calls would not be handled. This function waits until it has
 * seen a call of the page pass through.
 */
export async function intercept(page: Page, ...route: Parameters<Page["route"]>): Promise<void> {
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
