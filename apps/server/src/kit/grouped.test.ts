import { expect, test } from "vitest";
import { createBatchRunner } from "./grouped.ts";

/** Creates the function that runs batches, for tests of `createBatchRunner`. A batch ends only when the test ends it. */
function createControlledRuns() {
  const controlledRuns: { items: readonly number[]; end(result: string): void; fail(error: Error): void }[] =
    [];
  const runGrouped = (items: readonly number[]) =>
    new Promise<string>((resolve, reject) => controlledRuns.push({ items, end: resolve, fail: reject }));
  return { controlledRuns, run: runGrouped };
}

test("The first item runs at once, and those that come meanwhile run together.", async () => {
  const { controlledRuns, run } = createControlledRuns();
  const callInBatch = createBatchRunner(10, run);
  const firstCall = callInBatch(1);
  const laterCalls = [callInBatch(2), callInBatch(3)];
  expect(controlledRuns.map(({ items }) => items)).toEqual([[1]]);
  controlledRuns[0]?.end("one");
  expect(await firstCall).toBe("one");
  expect(controlledRuns.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  controlledRuns[1]?.end("two");
  expect(await Promise.all(laterCalls)).toEqual(["two", "two"]);
});

test("A group has at most as many items as are allowed.", async () => {
  const { controlledRuns, run } = createControlledRuns();
  const callInBatch = createBatchRunner(2, run);
  const calls = [1, 2, 3, 4].map(callInBatch);
  for (let index = 0; index < 3; index++) {
    await expect.poll(() => controlledRuns.length).toBe(index + 1);
    controlledRuns[index]?.end(`${index}`);
  }
  expect(controlledRuns.map(({ items }) => items)).toEqual([[1], [2, 3], [4]]);
  expect(await Promise.all(calls)).toEqual(["0", "1", "1", "2"]);
});

test("A failure reaches only the calls of its group.", async () => {
  const { controlledRuns, run } = createControlledRuns();
  const callInBatch = createBatchRunner(10, run);
  const firstCall = callInBatch(1);
  const secondCall = callInBatch(2);
  controlledRuns[0]?.fail(new Error("no database"));
  await expect(firstCall).rejects.toThrow("no database");
  controlledRuns[1]?.end("stored");
  expect(await secondCall).toBe("stored");
});
