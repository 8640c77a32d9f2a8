import type { Log } from "../kit/log.ts";

/** Returns a log that passes logged errors to `onError`. By default logged errors are thrown. */
export function errorLog(
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
