import type { Log } from "../../kit/log.ts";

/** Milliseconds between checks for stored work whose process died before it called `wake`. */
const pollIntervalMs = 5_000;

/**
 * Runs stored work until none is left. It starts when `wake` is called. It also starts every few seconds, because the
 * process that stored the work may have died before it called `wake`. `runNextTask` does one piece of work and returns false
 * if it found none.
 */
export function createWorkLoop(
  runNextTask: () => Promise<boolean>,
  { workerCount, log }: { workerCount: number; log: Log },
): { wake(): void; close(): Promise<void> } {
  const runningWorkers = new Set<Promise<void>>();
  let isClosed = false;
  /**
   * Whether `wake` was called after a worker last looked for stored work. If so, the worker must look once more before
   * it ends.
   */
  let shouldCheckAgain = false;

  async function runWorker(): Promise<void> {
    try {
      do {
        shouldCheckAgain = false;
        while (!isClosed && (await runNextTask()));
      } while (shouldCheckAgain && !isClosed);
    } catch (error) {
      // After an error, such as a lost database connection, the next poll tries the work again.
      if (!isClosed) log.error(error, "Stored work of a channel could not be done.");
    }
  }

  function wake(): void {
    shouldCheckAgain = true;
    if (isClosed || runningWorkers.size >= workerCount) return;
    const workerPromise = runWorker();
    runningWorkers.add(workerPromise);
    void workerPromise.finally(() => runningWorkers.delete(workerPromise));
  }

  const pollTimer = setInterval(wake, pollIntervalMs).unref();
  return {
    wake,
    async close() {
      isClosed = true;
      clearInterval(pollTimer);
      await Promise.all(runningWorkers);
    },
  };
}
