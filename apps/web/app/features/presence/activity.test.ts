import { hiddenIdleAfterMs, idleAfterMs } from "@kakehashi/contract/live";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followActivity } from "./activity.ts";

let page: EventTarget & { visibilityState: string };
let end = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const view = new EventTarget();
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", view.addEventListener.bind(view));
  vi.stubGlobal("dispatchEvent", view.dispatchEvent.bind(view));
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function follow(): boolean[] {
  const told: boolean[] = [];
  ({ end } = followActivity((active) => told.push(active)));
  return told;
}
function turn(visibilityState: string): void {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event("visibilitychange"));
}

test("a page that nobody touches becomes idle, and wakes with the first touch", () => {
  const told = follow();
  vi.advanceTimersByTime(idleAfterMs - 1_000);
  dispatchEvent(new Event("keydown"));
  vi.advanceTimersByTime(idleAfterMs - 1_000);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([false]);
  dispatchEvent(new Event("pointermove"));
  expect(told).toEqual([false, true]);
});

test("a glance at another page is not told, a longer one is", () => {
  const told = follow();
  turn("hidden");
  vi.advanceTimersByTime(hiddenIdleAfterMs - 1);
  turn("visible");
  vi.advanceTimersByTime(hiddenIdleAfterMs + 1);
  expect(told).toEqual([]);
  turn("hidden");
  vi.advanceTimersByTime(hiddenIdleAfterMs);
  expect(told).toEqual([false]);
  turn("visible");
  expect(told).toEqual([false, true]);
});
