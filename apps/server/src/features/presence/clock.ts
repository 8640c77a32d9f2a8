/** Time, for tests to have their own. */
export interface Clock {
  now(): number;
  /** The returned function ends it. */
  every(milliseconds: number, work: () => Promise<void>): () => void;
}

/** The machine's. A work that takes longer than its interval is not begun twice. */
export const machineClock: Clock = {
  now: Date.now,
  every(milliseconds, work) {
    let working = false;
    const timer = setInterval(() => {
      if (working) return;
      working = true;
      void work().finally(() => {
        working = false;
      });
    }, milliseconds);
    timer.unref();
    return () => clearInterval(timer);
  },
};
