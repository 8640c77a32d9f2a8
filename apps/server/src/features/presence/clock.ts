/** A clock. Tests replace it by a clock that they control. */
export interface ReplaceableClock {
  now(): number;
  /** Runs `work` repeatedly at this interval. The returned function ends the repetition. */
  runEvery(milliseconds: number, work: () => Promise<void>): () => void;
}

/** The system clock. Its `runEvery` never starts `work` while the previous run is still in progress. */
export const systemClock: ReplaceableClock = {
  now: Date.now,
  runEvery(milliseconds, runTask) {
    let isRunning = false;
    const timer = setInterval(() => {
      if (isRunning) return;
      isRunning = true;
      void runTask().finally(() => {
        isRunning = false;
      });
    }, milliseconds);
    timer.unref();
    return () => clearInterval(timer);
  },
};
