import { setTimeout as pause } from "node:timers/promises";
import { ConfigError } from "./environment.ts";

export interface WaitOptions<T> {
  /** The environment variable that contains the URL of the service. */
  environmentVariable: string;
  /** The display name of the service. */
  name: string;
  connect: () => Promise<T>;
  /** Whether the service may become reachable after this error. If false, the waiting ends. */
  isUnreachable: (error: unknown) => boolean;
  /** Called once when the waiting begins. The argument is a log line for the operator. */
  report: (line: string) => void;
  limitMs?: number;
  pauseMs?: number;
}

/**
 * Maximum milliseconds to wait for a service that is still starting. A database that recovers from a crash may need
 * minutes.
 */
const defaultLimitMs = 60_000;
const defaultPauseMs = 1_000;

/**
 * Retries `connect` until it succeeds, because the services of an installation start in any order. If the service does
 * not start in time, throws a ConfigError that names the variable.
 */
export async function waitForService<T>(options: WaitOptions<T>): Promise<T> {
  const { environmentVariable: variable, name, connect, isUnreachable, report } = options;
  const { limitMs = defaultLimitMs, pauseMs = defaultPauseMs } = options;
  const deadlineMs = performance.now() + limitMs;
  for (let attemptNumber = 1; ; attemptNumber++) {
    try {
      return await connect();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      const reason = errorMessageOf(error);
      if (performance.now() + pauseMs > deadlineMs)
        throw new ConfigError(
          `${variable}: ${name} cannot be reached for ${Math.round(limitMs / 1000)} seconds (${reason}).`,
        );
      if (attemptNumber === 1)
        report(
          `Waiting for ${name} (${variable}), for up to ${Math.round(limitMs / 1000)} seconds: ${reason}.`,
        );
    }
    await pause(pauseMs);
  }
}

/**
 * Returns the message of an error. If Node failed to connect to several IP addresses, the error itself has no message,
 * so this is the message for the first address.
 */
function errorMessageOf(error: unknown): string {
  if (error instanceof AggregateError) return errorMessageOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message.replace(/\.$/, "") || error.name;
}
