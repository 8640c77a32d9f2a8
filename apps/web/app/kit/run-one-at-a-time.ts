/**
 * Returns a function that runs `callback`, but never twice at the same time. A call during a run causes one more run
 * after it, because the present run may have begun before the caller's change. The second run also happens if the first
 * run fails.
 */
export function runOneAtATime(callback: () => Promise<void>): () => Promise<void> {
  let currentRun: Promise<void> | null = null;
  let isRequestedAgain = false;

  async function runUntilDone(): Promise<void> {
    for (;;) {
      isRequestedAgain = false;
      const failedResult = await callback().then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (isRequestedAgain) continue;
      currentRun = null;
      if (failedResult) throw failedResult.error;
      return;
    }
  }

  return () => {
    if (currentRun) isRequestedAgain = true;
    else currentRun = runUntilDone();
    return currentRun;
  };
}
