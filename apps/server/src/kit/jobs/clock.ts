/** The longest time of a timer in milliseconds. Node fires a timer with a longer time at once. */
export const longestTimerMs = 2 ** 31 - 1;

/**
 * A clock for pg-boss that starts at the machine's time and only goes forward. If the machine's clock were
 * set back by weeks, the workers would wait for weeks, or poll without a pause once the wait is longer than a
 * timer allows. The database's clock decides which jobs are due.
 */
export const steadyClock = {
  /** Milliseconds since 1970, as this process counts them. */
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work: () => void, ms: number): unknown => setTimeout(work, Math.min(ms, longestTimerMs)),
  clearTimeout: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
  setInterval: (work: () => void, ms: number): unknown => setInterval(work, Math.min(ms, longestTimerMs)),
  clearInterval: (handle: unknown) => clearInterval(handle as NodeJS.Timeout),
};
