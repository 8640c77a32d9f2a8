import { expect, test } from "vitest";
import { createPreloads, maxParallelPreloads } from "./preloads.ts";

function createTestPreloads() {
  const runningLoads = new Map<string, PromiseWithResolvers<void>>();
  const startedLoads: string[] = [];
  let maxRunning = 0;
  const preload = createPreloads((page) => {
    const load = Promise.withResolvers<void>();
    runningLoads.set(page, load);
    startedLoads.push(page);
    maxRunning = Math.max(maxRunning, runningLoads.size);
    return load.promise.finally(() => runningLoads.delete(page));
  });
  const untilSettled = () => new Promise((resolve) => setTimeout(resolve));
  return {
    running: runningLoads,
    begun: startedLoads,
    preload,
    settled: untilSettled,
    most: () => maxRunning,
  };
}

test("at most four pages are preloaded at once, and the others follow in turn", async () => {
  const { running, begun, preload, settled, most } = createTestPreloads();
  const pages = Array.from({ length: 10 }, (_, number) => `/${number}`);
  for (const page of pages) preload(page);
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
  const { running, begun, preload, settled } = createTestPreloads();
  preload("/chat");
  preload("/chat");
  running.get("/chat")?.reject(new Error("offline"));
  await settled();
  preload("/chat");
  running.get("/chat")?.resolve();
  await settled();
  preload("/chat");
  expect(begun).toEqual(["/chat", "/chat"]);
});
