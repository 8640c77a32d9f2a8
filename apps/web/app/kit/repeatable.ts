/**
 * Runs `work` one at a time. Asked for while it runs, it runs once more afterwards, failed or not: what it is asked for
 * may have come too late for the run under way.
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
