import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waitForOnTimeFrame } from "./next-frame.ts";

let frameCallbacks: ((dueMs: number) => void)[] = [];
const onFrame = vi.fn();
/** Runs an animation frame that begins this many milliseconds late. */
async function runFrame(lateMs: number): Promise<void> {
  const currentFrames = frameCallbacks;
  frameCallbacks = [];
  for (const check of currentFrames) check(performance.now() - lateMs);
  await Promise.resolve();
}

beforeEach(() => {
  frameCallbacks = [];
  onFrame.mockClear();
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("requestAnimationFrame", (check: (dueMs: number) => void) => frameCallbacks.push(check));
});
afterEach(() => vi.unstubAllGlobals());

test("a frame on time is used", async () => {
  void waitForOnTimeFrame().then(onFrame);
  await runFrame(2);
  expect(onFrame).toHaveBeenCalledOnce();
});

test("a late frame is skipped, but not three in a row", async () => {
  void waitForOnTimeFrame().then(onFrame);
  await runFrame(30);
  await runFrame(30);
  expect(onFrame).not.toHaveBeenCalled();
  await runFrame(30);
  expect(onFrame).toHaveBeenCalledOnce();
});

test("a hidden page does not wait for frames", async () => {
  vi.stubGlobal("document", { hidden: true });
  await waitForOnTimeFrame();
  expect(frameCallbacks).toEqual([]);
});
