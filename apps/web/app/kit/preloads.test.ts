import { expect, test } from "vitest";
import { createPagePreloader, maxParallelPreloads } from "./preloads.ts";

function createTestPreloads() {
  const runningLoads = new Map<string, PromiseWithResolvers<void>>();
  const startedLoads: string[] = [];
  let maxRunningCount = 0;
  const preloadPage = createPagePreloader((page) => {
    const pendingLoad = Promise.withResolvers<void>();
    runningLoads.set(page, pendingLoad);
    startedLoads.push(page);
    maxRunningCount = Math.max(maxRunningCount, runningLoads.size);
    return pendingLoad.promise.finally(() => runningLoads.delete(page));
  });
  const waitUntilSettled = () => new Promise((resolve) => setTimeout(resolve));
  return {
    running: runningLoads,
    begun: startedLoads,
    preloadPage,
    settled: waitUntilSettled,
    most: () => maxRunningCount,
  };
}

test("at most four pages are preloaded at once, and the others follow in turn", async () => {
  const { running, begun, preloadPage, settled, most } = createTestPreloads();
  const pages = Array.from({ length: 10 }, (_, number) => `/${number}`);
  for (const page of pages) preloadPage(page);
  expect(begun).toEqual(["/0", "/1", "/2", "/3"]);
  while (running.size > 0) {
    running.values().next().value?.resolve();
    await settled();
  }
  expect(begun).toEqual(pages);
  expect(most()).toBe(maxParallelPreloads);
  expect(maxParallelPreloads).toBe(4);
});

test("a page is preloaded once, unless it failed", async () => {
  const { running, begun, preloadPage, settled } = createTestPreloads();
  preloadPage("/chat");
  preloadPage("/chat");
  running.get("/chat")?.reject(new Error("offline"));
  await settled();
  preloadPage("/chat");
  running.get("/chat")?.resolve();
  await settled();
  preloadPage("/chat");
  expect(begun).toEqual(["/chat", "/chat"]);
});
