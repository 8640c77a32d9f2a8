import type { Log } from "../../kit/log.ts";

/** Milliseconds between checks for stored work whose process died before it called `wake`. */
const pollMs = 5_000;

/**
 * Runs stored work until none is left. It starts when `wake` is called. It also starts every few seconds, because the
 * process that stored the work may have died before it called `wake`. `next` does one piece of work and returns false
 * if it found none.
 */
export function createWorkLoop(
  next: () => Promise<boolean>,
  { workerCount: workers, log }: { workerCount: number; log: Log },
): { wake(): void; close(): Promise<void> } {
  const runningWorkers = new Set<Promise<void>>();
  let isClosed = false;
  /**
   * Whether `wake` was called after a worker last looked for stored work. If so, the worker must look once more before
   * it ends.
   */
  let isWoken = false;

  async function runWorker(): Promise<void> {
    try {
      do {
        isWoken = false;
        while (!isClosed && (await next()));
      } while (isWoken && !isClosed);
    } catch (error) {
      // After an error, such as a lost database connection, the next poll tries the work again.
      if (!isClosed) log.error(error, "Stored work of a channel could not be done.");
    }
  }

  function wake(): void {
    isWoken = true;
    if (isClosed || runningWorkers.size >= workers) return;
    const worker = runWorker();
    runningWorkers.add(worker);
    void worker.finally(() => runningWorkers.delete(worker));
  }

  const pollTimer = setInterval(wake, pollMs).unref();
  return {
    wake,
    async close() {
      isClosed = true;
      clearInterval(pollTimer);
      await Promise.all(runningWorkers);
    },
  };
}
