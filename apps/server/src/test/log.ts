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
    error: ({ err }: { err: unknown }) => onError(err),
  };
  return log as Log;
}
