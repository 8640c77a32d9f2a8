import { expect, test } from "vitest";
import { runInBatches } from "./grouped.ts";

/** Creates a `run` function for `runInBatches`. A batch ends only when the test ends it. */
function createControlledRuns() {
  const runs: { items: readonly number[]; end(result: string): void; fail(error: Error): void }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<string>((resolve, reject) => runs.push({ items, end: resolve, fail: reject }));
  return { runs, run };
}

test("The first item runs at once, and those that come meanwhile run together.", async () => {
  const { runs, run } = createControlledRuns();
  const call = runInBatches(10, run);
  const firstCall = call(1);
  const laterCalls = [call(2), call(3)];
  expect(runs.map(({ items }) => items)).toEqual([[1]]);
  runs[0]?.end("one");
  expect(await firstCall).toBe("one");
  expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  runs[1]?.end("two");
  expect(await Promise.all(laterCalls)).toEqual(["two", "two"]);
});

test("A group has at most as many items as are allowed.", async () => {
  const { runs, run } = createControlledRuns();
  const call = runInBatches(2, run);
  const calls = [1, 2, 3, 4].map(call);
  for (let index = 0; index < 3; index++) {
    await expect.poll(() => runs.length).toBe(index + 1);
    runs[index]?.end(`${index}`);
  }
  expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3], [4]]);
  expect(await Promise.all(calls)).toEqual(["0", "1", "1", "2"]);
});

test("A failure reaches only the calls of its group.", async () => {
  const { runs, run } = createControlledRuns();
  const call = runInBatches(10, run);
  const firstCall = call(1);
  const secondCall = call(2);
  runs[0]?.fail(new Error("no database"));
  await expect(firstCall).rejects.toThrow("no database");
  runs[1]?.end("stored");
  expect(await secondCall).toBe("stored");
});
