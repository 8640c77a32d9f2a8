import type { Log } from "../kit/log.ts";

/** Creates a log for tests. It passes logged errors to `onError`, which by default throws them. */
export function createTestLog(
  onError: (error: unknown) => void = (error) => {
    throw error;
  },
): Log {
  const log: Pick<Log, "info"> & Record<"child" | "warn" | "error", unknown> = {
    child: () => log,
    info: () => {},
    warn: () => {},
    // The logger takes an error itself, or an object with the error in `err`.
    error: (logged: Error | { err: unknown }) => onError(logged instanceof Error ? logged : logged.err),
  };
  return log as Log;
}
