const msPerSecond = 1_000;

/** Limits how many API calls a second this process makes for each page of a platform. */
export function createPageRateLimits(now: () => number = Date.now) {
  /**
   * For each page: when its current second began (`from`), how many API calls were made since then, and the time
   * `freeAt` from which calls for the page are allowed again.
   */
  const pages = new Map<string, { from: number; count: number; freeAt: number }>();
  let timer: NodeJS.Timeout | undefined;

  function forgetFreePages(): void {
    for (const [id, { from, freeAt }] of pages)
      if (Math.max(from + msPerSecond, freeAt) <= now()) pages.delete(id);
  }

  const listBusyPages = () => [...pages].filter(([, { freeAt }]) => freeAt > now());

  return {
    /** Counts an API call of a page. After `maximumCallsPerSecond` calls, the page must wait for the end of the second. */
    countCall(pageId: string, maximumCallsPerSecond: number): void {
      forgetFreePages();
      const page = pages.get(pageId) ?? { from: now(), count: 0, freeAt: 0 };
      page.count++;
      if (page.count >= maximumCallsPerSecond) page.freeAt = Math.max(page.freeAt, page.from + msPerSecond);
      pages.set(pageId, page);
    },
    /** Stops the API calls of a page for a while, because the platform asks for a pause. */
    pause(pageId: string, waitMs: number): void {
      pages.set(pageId, { from: now(), count: 0, freeAt: now() + waitMs });
    },
    busyPages: (): string[] => listBusyPages().map(([id]) => id),
    /** Calls `wake` at the moment when one of the waiting pages may send again. */
    onFree(wake: () => void): void {
      const [earliestFreeAtMs] = listBusyPages()
        .map(([, { freeAt }]) => freeAt)
        .sort((a, b) => a - b);
      if (earliestFreeAtMs === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(wake, earliestFreeAtMs - now()).unref();
    },
  };
}
