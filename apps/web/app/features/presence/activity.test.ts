import { hiddenIdleAfterMs, idleAfterMs } from "@kakehashi/contract/live";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followActivity } from "./activity.ts";

let pageTarget: EventTarget & { visibilityState: string };
let stopFollowing = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  pageTarget = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const windowTarget = new EventTarget();
  vi.stubGlobal("document", pageTarget);
  vi.stubGlobal("addEventListener", windowTarget.addEventListener.bind(windowTarget));
  vi.stubGlobal("dispatchEvent", windowTarget.dispatchEvent.bind(windowTarget));
});
afterEach(() => {
  stopFollowing();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function startFollowing(): boolean[] {
  const reportedStates: boolean[] = [];
  ({ end: stopFollowing } = followActivity((active) => reportedStates.push(active)));
  return reportedStates;
}
function setVisibility(visibilityState: string): void {
  pageTarget.visibilityState = visibilityState;
  pageTarget.dispatchEvent(new Event("visibilitychange"));
}

test("a page without input becomes idle, and active again with the first input", () => {
  const reportedStates = startFollowing();
  vi.advanceTimersByTime(idleAfterMs - 1_000);
  dispatchEvent(new Event("keydown"));
  vi.advanceTimersByTime(idleAfterMs - 1_000);
  expect(reportedStates).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(reportedStates).toEqual([false]);
  dispatchEvent(new Event("pointermove"));
  expect(reportedStates).toEqual([false, true]);
});

test("a short switch to another page is not reported, a longer one is", () => {
  const reportedStates = startFollowing();
  setVisibility("hidden");
  vi.advanceTimersByTime(hiddenIdleAfterMs - 1);
  setVisibility("visible");
  vi.advanceTimersByTime(hiddenIdleAfterMs + 1);
  expect(reportedStates).toEqual([]);
  setVisibility("hidden");
  vi.advanceTimersByTime(hiddenIdleAfterMs);
  expect(reportedStates).toEqual([false]);
  setVisibility("visible");
  expect(reportedStates).toEqual([false, true]);
});
