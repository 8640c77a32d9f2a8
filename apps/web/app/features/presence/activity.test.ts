import { hiddenIdleAfterMs, idleAfterMs } from "@kakehashi/contract/live";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followActivity } from "./activity.ts";

let page: EventTarget & { visibilityState: string };
let stopFollowing = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const windowTarget = new EventTarget();
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", windowTarget.addEventListener.bind(windowTarget));
  vi.stubGlobal("dispatchEvent", windowTarget.dispatchEvent.bind(windowTarget));
});
afterEach(() => {
  stopFollowing();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function startFollowing(): boolean[] {
  const reported: boolean[] = [];
  ({ end: stopFollowing } = followActivity((active) => reported.push(active)));
  return reported;
}
function setVisibility(visibilityState: string): void {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event("visibilitychange"));
}

test("a page without input becomes idle, and active again with the first input", () => {
  const reported = startFollowing();
  vi.advanceTimersByTime(idleAfterMs - 1_000);
  dispatchEvent(new Event("keydown"));
  vi.advanceTimersByTime(idleAfterMs - 1_000);
  expect(reported).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(reported).toEqual([false]);
  dispatchEvent(new Event("pointermove"));
  expect(reported).toEqual([false, true]);
});

test("a short switch to another page is not reported, a longer one is", () => {
  const reported = startFollowing();
  setVisibility("hidden");
  vi.advanceTimersByTime(hiddenIdleAfterMs - 1);
  setVisibility("visible");
  vi.advanceTimersByTime(hiddenIdleAfterMs + 1);
  expect(reported).toEqual([]);
  setVisibility("hidden");
  vi.advanceTimersByTime(hiddenIdleAfterMs);
  expect(reported).toEqual([false]);
  setVisibility("visible");
  expect(reported).toEqual([false, true]);
});
