import { afterEach, beforeEach, expect, test, vi } from "vitest";

let page: EventTarget;
let whenIdle: typeof import("./idle.ts").whenIdle;
let whenReaderIdle: typeof import("./idle.ts").untilIdle;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  ({ untilIdle: whenReaderIdle, whenIdle } = await import("./idle.ts"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what can wait is done at its time where nobody does anything", () => {
  const done = vi.fn();
  whenIdle(500, done);
  vi.advanceTimersByTime(499);
  expect(done).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(done).toHaveBeenCalledOnce();
});

test.each(["wheel", "keydown", "pointerdown", "touchmove"])(
  "it waits for the reader to rest after a %s",
  (act) => {
    const done = vi.fn();
    whenIdle(500, done);
    for (let round = 0; round < 10; round++) {
      vi.advanceTimersByTime(400);
      page.dispatchEvent(new Event(act));
    }
    vi.advanceTimersByTime(1_999);
    expect(done).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(done).toHaveBeenCalledOnce();
  },
);

test("it is not done once it is called off", () => {
  const done = vi.fn();
  const cancel = whenIdle(500, done);
  vi.advanceTimersByTime(400);
  page.dispatchEvent(new Event("wheel"));
  vi.advanceTimersByTime(400);
  cancel();
  vi.advanceTimersByTime(10_000);
  expect(done).not.toHaveBeenCalled();
});

test("what is done piece by piece stops where the reader goes on", async () => {
  const done: number[] = [];
  const longWork = (async () => {
    for (const step of [1, 2, 3]) {
      await whenReaderIdle();
      done.push(step);
      if (step === 1) page.dispatchEvent(new Event("wheel"));
    }
  })();
  await vi.advanceTimersByTimeAsync(1_900);
  expect(done).toEqual([1]);
  await vi.advanceTimersByTimeAsync(200);
  await longWork;
  expect(done).toEqual([1, 2, 3]);
});
