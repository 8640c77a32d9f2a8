import type { Log } from "./log.ts";

/**
 * Runs `runForKey` for a key at once, and then at most once per `intervalMs`. Calls during an interval cause one run at
 * its end. The promise of a call waits for `runForKey` only if the call itself started `runForKey`.
 */
export function createThrottle(
  intervalMs: number,
  runForKey: (key: string) => Promise<void>,
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
      runForKey(key).catch((error: unknown) => log.error(error, "Delayed work failed."));
    }, intervalMs).unref();
  }

  return async (key) => {
    if (wasCalledAgainByKey.has(key)) {
      wasCalledAgainByKey.set(key, true);
      return;
    }
    startInterval(key);
    await runForKey(key);
  };
}
