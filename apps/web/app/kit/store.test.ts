import { expect, test, vi } from "vitest";
import { createStore } from "./store.ts";

test("who listens is told of each change, and of nothing else, until they stop", () => {
  const store = createStore<string | null>(null);
  const [one, other] = [vi.fn(), vi.fn()];
  const stop = store.subscribe(one);
  store.subscribe(other);
  store.set("first");
  store.set("first");
  expect(store.get()).toBe("first");
  stop();
  store.set(null);
  expect([one, other].map((listener) => listener.mock.calls.length)).toEqual([1, 2]);
});
