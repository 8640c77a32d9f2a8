import type { Log } from "./log.ts";

/**
 * Runs `work` for a key at once, and then at most once per `intervalMs`. Calls during an interval cause one run at its
 * end. The promise of a call waits for `work` only if the call itself started `work`.
 */
export function createThrottle(
  intervalMs: number,
  work: (key: string) => Promise<void>,
  log: Log,
): (key: string) => Promise<void> {
  /** The keys whose interval has not ended yet. The value is true if the key was used again during the interval. */
  const wasCalledAgainByKey = new Map<string, boolean>();

  function startInterval(key: string): void {
    wasCalledAgainByKey.set(key, false);
    setTimeout(() => {
      const wasCalledAgain = wasCalledAgainByKey.get(key);
      wasCalledAgainByKey.delete(key);
      if (!wasCalledAgain) return;
      startInterval(key);
      work(key).catch((error: unknown) => log.error(error, "Delayed work failed."));
    }, intervalMs).unref();
  }

  return async (key) => {
    if (wasCalledAgainByKey.has(key)) {
      wasCalledAgainByKey.set(key, true);
      return;
    }
    startInterval(key);
    await work(key);
  };
}
