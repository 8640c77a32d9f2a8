/**
 * Returns a function that runs `callback`, one run at a time. A call during a run causes one more run afterwards, even
 * if the first run fails, because the call may concern a change that the first run has not seen.
 */
export function runOneAtATime(callback: () => Promise<void>): () => Promise<void> {
  let currentRun: Promise<void> | null = null;
  let isRequestedAgain = false;

  async function run(): Promise<void> {
    for (;;) {
      isRequestedAgain = false;
      const failure = await callback().then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (isRequestedAgain) continue;
      currentRun = null;
      if (failure) throw failure.error;
      return;
    }
  }

  return () => {
    if (currentRun) isRequestedAgain = true;
    else currentRun = run();
    return currentRun;
  };
}
