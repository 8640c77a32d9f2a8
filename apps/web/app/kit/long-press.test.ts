import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onLongPress } from "./long-press.ts";

/** Longer than a long press takes. */
const restMs = 500;
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

/** Whether a click reaches its target. `detail` is the number of pointer clicks, 0 for a keyboard click. */
function click(detail: number): boolean {
  const event = Object.assign(new Event("click", { cancelable: true }), { detail });
  document.dispatchEvent(event);
  return !event.defaultPrevented;
}

test("the click that lifting the finger brings about is nobody's, the next one is somebody's", () => {
  onLongPress(onPressed);
  vi.advanceTimersByTime(restMs);
  expect(onPressed).toHaveBeenCalledOnce();
  expect([click(1), click(1)]).toEqual([false, true]);
});

test("a screen reader's or a key's click is not lost, and is not taken for the finger's", () => {
  onLongPress(onPressed);
  vi.advanceTimersByTime(restMs);
  expect([click(0), click(0)]).toEqual([true, true]);
  expect([click(1), click(1)]).toEqual([false, true]);
});

test("where lifting the finger brought about none, the next press keeps its click", () => {
  onLongPress(onPressed);
  vi.advanceTimersByTime(restMs);
  document.dispatchEvent(new Event("pointerdown"));
  expect(click(1)).toBe(true);
});

test("a finger that was lifted before shows nothing and takes nothing", () => {
  clearTimeout(onLongPress(onPressed));
  vi.advanceTimersByTime(restMs);
  expect(onPressed).not.toHaveBeenCalled();
  expect(click(1)).toBe(true);
});
