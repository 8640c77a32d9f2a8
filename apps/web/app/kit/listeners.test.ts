import { expect, test, vi } from "vitest";
import { createKeyedListeners, createListeners } from "./listeners.ts";

test("A listener is called with each event until it is removed", () => {
  const listeners = createListeners<string>();
  const listener = vi.fn();
  const removeListener = listeners.add(listener);
  listeners.notify("first");
  removeListener();
  listeners.notify("second");
  expect(listener.mock.calls).toEqual([["first"]]);
});

test("A keyed listener is called for its own key only", () => {
  const listeners = createKeyedListeners<number>();
  const listener = vi.fn();
  listeners.add("aiko", listener);
  listeners.notify("minh", 1);
  listeners.notify("aiko", 2);
  expect(listener.mock.calls).toEqual([[2]]);
});

test("A key is dropped with its last listener, and a listener that is removed twice takes no other with it", () => {
  const listeners = createKeyedListeners();
  const removeListener = listeners.add("aiko", vi.fn());
  removeListener();
  expect(listeners.has("aiko")).toBe(false);
  listeners.add("aiko", vi.fn());
  removeListener();
  expect(listeners.has("aiko")).toBe(true);
});
