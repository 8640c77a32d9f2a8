/** A clock that tests can replace by one that they set themselves. */
export interface Clock {
  now(): number;
  /** Runs `work` at the given interval. Returns a function that stops the timer. */
  runEvery(milliseconds: number, work: () => Promise<void>): () => void;
}

/** The machine's clock. Skips a run while the previous run is not finished. */
export const machineClock: Clock = {
  now: Date.now,
  runEvery(milliseconds, work) {
    let isRunning = false;
    const timer = setInterval(() => {
      if (isRunning) return;
      isRunning = true;
      void work().finally(() => {
        isRunning = false;
      });
    }, milliseconds);
    timer.unref();
    return () => clearInterval(timer);
  },
};
