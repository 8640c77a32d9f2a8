/**
 * Runs `work` one at a time. A request during a run causes one more run afterwards, even if the first failed: it may
 * have come too late for that run.
 */
export function repeatable(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;

  async function run(): Promise<void> {
    for (;;) {
      again = false;
      const failure = await work().then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (again) continue;
      running = null;
      if (failure) throw failure.error;
      return;
    }
  }

  return () => {
    if (running) again = true;
    else running = run();
    return running;
  };
}
