import { expect, test, vi } from "vitest";
import { createValueStore } from "./store.ts";

test("a listener is called for each change, and for nothing else, until it is removed", () => {
  const store = createValueStore<string | null>(null);
  const [firstListener, otherListener] = [vi.fn(), vi.fn()];
  const unsubscribe = store.subscribe(firstListener);
  store.subscribe(otherListener);
  store.set("first");
  store.set("first");
  expect(store.get()).toBe("first");
  unsubscribe();
  store.set(null);
  expect([firstListener, otherListener].map((listener) => listener.mock.calls.length)).toEqual([1, 2]);
});
