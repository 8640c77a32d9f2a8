import { expect, test } from "vitest";
import { runOneAtATime } from "./run-one-at-a-time.ts";

/** An asynchronous function whose runs end only when the test ends them. */
function createControlledRuns() {
  const runs: PromiseWithResolvers<void>[] = [];
  const startRun = runOneAtATime(() => {
    const nextRun = Promise.withResolvers<void>();
    runs.push(nextRun);
    return nextRun.promise;
  });
  return { runs, run: startRun };
}

test("any number of requests during a run cause one more run", async () => {
  const { runs, run } = createControlledRuns();
  const requests = [run(), run(), run()];
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.resolve();
  await Promise.all(requests);
  expect(runs).toHaveLength(2);
});

test("a failed run rejects, unless another run was requested", async () => {
  const { runs, run } = createControlledRuns();
  const firstRun = run();
  void run();
  runs[0]?.reject(new Error("cut"));
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.resolve();
  await firstRun;
  const secondRun = run();
  runs[2]?.reject(new Error("cut again"));
  await expect(secondRun).rejects.toThrow("cut again");
  const thirdRun = run();
  runs[3]?.resolve();
  await thirdRun;
});
