/** The longest possible timer in milliseconds. Node runs a longer timer at once. */
export const longestTimerMs = 2 ** 31 - 1;

/**
 * A clock for pg-boss that starts at the computer's time and only goes forward. If the computer's clock is set back by
 * weeks, workers with this clock continue to poll. With the computer's clock they would wait for weeks, or poll without
 * a pause if the wait is above the longest timer. The database's clock still decides which jobs are due.
 */
export const steadyClock = {
  /** Milliseconds since 1970, by this forward-only clock. */
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (callback: () => void, ms: number): unknown =>
    setTimeout(callback, Math.min(ms, longestTimerMs)),
  clearTimeout: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
  setInterval: (callback: () => void, ms: number): unknown =>
    setInterval(callback, Math.min(ms, longestTimerMs)),
  clearInterval: (handle: unknown) => clearInterval(handle as NodeJS.Timeout),
};
