import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLongPressTimer } from "./long-press.ts";

/** A time that is longer than a long press, in milliseconds. */
const pressDurationMs = 500;
const onPressed = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", new EventTarget());
  onPressed.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * Clicks the target and returns whether the click reached it. `detail` is the number of clicks, or 0 for a click by
 * keyboard.
 */
function clickWithDetail(detail: number): boolean {
  const event = Object.assign(new Event("click", { cancelable: true }), { detail });
  document.dispatchEvent(event);
  return !event.defaultPrevented;
}

test("the click after lifting the finger is swallowed, and the next one is not", () => {
  startLongPressTimer(onPressed);
  vi.advanceTimersByTime(pressDurationMs);
  expect(onPressed).toHaveBeenCalledOnce();
  expect([clickWithDetail(1), clickWithDetail(1)]).toEqual([false, true]);
});

test("a click by a screen reader or key is not swallowed", () => {
  startLongPressTimer(onPressed);
  vi.advanceTimersByTime(pressDurationMs);
  expect([clickWithDetail(0), clickWithDetail(0)]).toEqual([true, true]);
  expect([clickWithDetail(1), clickWithDetail(1)]).toEqual([false, true]);
});

test("if lifting the finger caused no click, the next press keeps its click", () => {
  startLongPressTimer(onPressed);
  vi.advanceTimersByTime(pressDurationMs);
  document.dispatchEvent(new Event("pointerdown"));
  expect(clickWithDetail(1)).toBe(true);
});

test("lifting the finger early calls nothing and swallows no click", () => {
  clearTimeout(startLongPressTimer(onPressed));
  vi.advanceTimersByTime(pressDurationMs);
  expect(onPressed).not.toHaveBeenCalled();
  expect(clickWithDetail(1)).toBe(true);
});
