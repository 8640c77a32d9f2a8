/** The longest timer in milliseconds. Node fires a longer timer at once. */
export const longestTimerMs = 2 ** 31 - 1;

/**
 * A clock for pg-boss that starts at the machine's time and only goes forward. If the machine's clock were
 * set back by weeks, the workers would wait for weeks, or poll without a pause if the wait exceeds the
 * longest timer. The database's clock decides which jobs are due.
 */
export const steadyClock = {
  /** Milliseconds since 1970, by this process's own count. */
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work: () => void, ms: number): unknown => setTimeout(work, Math.min(ms, longestTimerMs)),
  clearTimeout: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
  setInterval: (work: () => void, ms: number): unknown => setInterval(work, Math.min(ms, longestTimerMs)),
  clearInterval: (handle: unknown) => clearInterval(handle as NodeJS.Timeout),
};
