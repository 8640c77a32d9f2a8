import { setTimeout as pause } from "node:timers/promises";
import { ConfigError } from "./environment.ts";

export interface WaitOptions<T> {
  /** The environment variable that contains the URL of the service. */
  variable: string;
  /** The name of the service, for people. */
  name: string;
  connect: () => Promise<T>;
  /** Whether waiting may help against this error. Any other error ends the waiting. */
  isUnreachable: (error: unknown) => boolean;
  /** Called once with a line for the operator when the waiting begins. */
  report: (line: string) => void;
  limitMs?: number;
  pauseMs?: number;
}

/**
 * Maximum milliseconds to wait for a service that starts at the same time as this server. A database that recovers from
 * a crash may take minutes.
 */
const defaultLimitMs = 60_000;
const defaultPauseMs = 1_000;

/**
 * Calls `connect` until it succeeds, because services that start together start in any order. If the service does not
 * start in time, throws a ConfigError that names the variable.
 */
export async function waitFor<T>(options: WaitOptions<T>): Promise<T> {
  const { variable, name, connect, isUnreachable, report } = options;
  const { limitMs = defaultLimitMs, pauseMs = defaultPauseMs } = options;
  const until = performance.now() + limitMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await connect();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      const reason = errorMessageOf(error);
      if (performance.now() + pauseMs > until)
        throw new ConfigError(
          `${variable}: ${name} cannot be reached for ${Math.round(limitMs / 1000)} seconds (${reason}).`,
        );
      if (attempt === 1)
        report(
          `Waiting for ${name} (${variable}), for up to ${Math.round(limitMs / 1000)} seconds: ${reason}.`,
        );
    }
    await pause(pauseMs);
  }
}

/**
 * Returns the message of an error. If Node failed to connect to several IP addresses, the error has no message of its
 * own, so returns the message for the first address.
 */
function errorMessageOf(error: unknown): string {
  if (error instanceof AggregateError) return errorMessageOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message.replace(/\.$/, "") || error.name;
}
