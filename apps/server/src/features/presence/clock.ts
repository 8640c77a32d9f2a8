/** A clock that tests can replace by one that they set themselves. */
export interface Clock {
  now(): number;
  /** Runs `work` at the given interval. Returns a function that stops the timer. */
  runEvery(milliseconds: number, work: () => Promise<void>): () => void;
}

/** The computer's own clock. While `work` is still running, `runEvery` does not start it a second time. */
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
