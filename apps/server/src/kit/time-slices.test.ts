import { expect, test } from "vitest";
import { createTimeSlices } from "./time-slices.ts";

const computeFor = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

test("a computation pauses only after its slice, and other work runs during the pause", async () => {
  const pause = createTimeSlices(20);
  expect(pause()).toBeUndefined();
  computeFor(21);
  let hasOtherWorkRun = false;
  setImmediate(() => {
    hasOtherWorkRun = true;
  });
  const promise = pause();
  expect(promise).toBeInstanceOf(Promise);
  await promise;
  expect(hasOtherWorkRun).toBe(true);
  expect(pause()).toBeUndefined();
});
