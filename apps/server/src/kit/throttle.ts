import type { Log } from "./log.ts";

/**
 * Runs `runForKey` at once for the first call with a key, and then at most once per `intervalMs` for this key. All
 * calls during an interval together cause one run at its end. The promise of a call waits only for a run that the call
 * itself has started.
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
