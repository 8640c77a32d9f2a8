import { expect, test } from "vitest";
import { createPreloads, preloadsAtOnce } from "./preloads.ts";

function world() {
  const running = new Map<string, PromiseWithResolvers<void>>();
  const begun: string[] = [];
  let most = 0;
  const preload = createPreloads((page) => {
    const load = Promise.withResolvers<void>();
    running.set(page, load);
    begun.push(page);
    most = Math.max(most, running.size);
    return load.promise.finally(() => running.delete(page));
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return { running, begun, preload, settled, most: () => most };
}

test("at most four pages are preloaded at once, and the others follow in turn", async () => {
  const { running, begun, preload, settled, most } = world();
  const pages = Array.from({ length: 10 }, (_, number) => `/${number}`);
  for (const page of pages) preload(page);
  expect(begun).toEqual(["/0", "/1", "/2", "/3"]);
  while (running.size > 0) {
    running.values().next().value?.resolve();
    await settled();
  }
  expect(begun).toEqual(pages);
  expect(most()).toBe(preloadsAtOnce);
  expect(preloadsAtOnce).toBe(4);
});

test("a page is preloaded once, unless it failed", async () => {
  const { running, begun, preload, settled } = world();
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
