import type { Page } from "playwright-core";
import { interceptRequests } from "./intercept.ts";

/** Delays the responses from this URL until the returned function is called. */
export async function holdResponses(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await interceptRequests(page, address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
