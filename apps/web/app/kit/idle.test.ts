import { afterEach, beforeEach, expect, test, vi } from "vitest";

let pageTarget: EventTarget;
let runWhenReaderIdle: typeof import("./idle.ts").runWhenReaderIdle;
let waitUntilReaderIdle: typeof import("./idle.ts").waitUntilReaderIdle;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  pageTarget = new EventTarget();
  vi.stubGlobal("addEventListener", pageTarget.addEventListener.bind(pageTarget));
  ({ waitUntilReaderIdle, runWhenReaderIdle } = await import("./idle.ts"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("deferred work runs on time while there is no input", () => {
  const onIdle = vi.fn();
  runWhenReaderIdle(500, onIdle);
  vi.advanceTimersByTime(499);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onIdle).toHaveBeenCalledOnce();
});

test.each(["wheel", "keydown", "pointerdown", "touchmove"])(
  "deferred work waits for a pause after a %s",
  (dispatchInput) => {
    const onIdle = vi.fn();
    runWhenReaderIdle(500, onIdle);
    for (let roundIndex = 0; roundIndex < 10; roundIndex++) {
      vi.advanceTimersByTime(400);
      pageTarget.dispatchEvent(new Event(dispatchInput));
    }
    vi.advanceTimersByTime(1_999);
    expect(onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onIdle).toHaveBeenCalledOnce();
  },
);

test("cancelled work does not run", () => {
  const onIdle = vi.fn();
  const cancel = runWhenReaderIdle(500, onIdle);
  vi.advanceTimersByTime(400);
  pageTarget.dispatchEvent(new Event("wheel"));
  vi.advanceTimersByTime(400);
  cancel();
  vi.advanceTimersByTime(10_000);
  expect(onIdle).not.toHaveBeenCalled();
});

test("work in steps pauses when the reader continues", async () => {
  const doneSteps: number[] = [];
  const longWork = (async () => {
    for (const stepNumber of [1, 2, 3]) {
      await waitUntilReaderIdle();
      doneSteps.push(stepNumber);
      if (stepNumber === 1) pageTarget.dispatchEvent(new Event("wheel"));
    }
  })();
  await vi.advanceTimersByTimeAsync(1_900);
  expect(doneSteps).toEqual([1]);
  await vi.advanceTimersByTimeAsync(200);
  await longWork;
  expect(doneSteps).toEqual([1, 2, 3]);
});
