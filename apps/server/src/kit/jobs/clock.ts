/** Milliseconds that a timer of the runtime can count; it fires at once when asked to wait for longer. */
export const longestTimerMs = 2 ** 31 - 1;

/**
 * A clock for pg-boss that starts at the machine's time and from then on only goes forward. With the machine's own clock,
 * which may be set back by weeks, its workers would wait for weeks, or call back without a pause where the wait is longer
 * than a timer can count. What is due is decided by the database's clock.
 */
export const steadyClock = {
  /** Milliseconds since 1970, as this process counts them. */
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work: () => void, ms: number): unknown => setTimeout(work, Math.min(ms, longestTimerMs)),
  clearTimeout: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
  setInterval: (work: () => void, ms: number): unknown => setInterval(work, Math.min(ms, longestTimerMs)),
  clearInterval: (handle: unknown) => clearInterval(handle as NodeJS.Timeout),
};
