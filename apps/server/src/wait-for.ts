import { setTimeout as pause } from "node:timers/promises";
import { ConfigError } from "./environment.ts";

export interface WaitForServiceOptions<T> {
  /** The environment variable that contains the URL of the service. */
  environmentVariable: string;
  /** The display name of the service. */
  serviceName: string;
  connect: () => Promise<T>;
  /** Whether the service may become reachable after this error. If false, the waiting ends. */
  shouldRetryAfter: (error: unknown) => boolean;
  /** Called once when the waiting begins. The argument is a log line for the operator. */
  reportWaitingStart: (line: string) => void;
  maximumWaitMs?: number;
  pauseMs?: number;
}

/**
 * Maximum milliseconds to wait for a service that is still starting. A database that recovers from a crash needs a
 * while.
 */
const defaultLimitMs = 60_000;
const defaultPauseMs = 1_000;

/**
 * Retries `connect` until it succeeds, because the services of an installation start in any order. If the service does
 * not start in time, throws a ConfigError. The error names the environment variable that contains the service's URL.
 */
export async function waitForService<T>(options: WaitForServiceOptions<T>): Promise<T> {
  const {
    environmentVariable: variable,
    serviceName,
    connect,
    shouldRetryAfter,
    reportWaitingStart,
  } = options;
  const { maximumWaitMs = defaultLimitMs, pauseMs = defaultPauseMs } = options;
  const deadlineMs = performance.now() + maximumWaitMs;
  for (let attemptNumber = 1; ; attemptNumber++) {
    try {
      return await connect();
    } catch (error) {
      if (!shouldRetryAfter(error)) throw error;
      const reason = errorMessageOf(error);
      if (performance.now() + pauseMs > deadlineMs)
        throw new ConfigError(
          `${variable}: ${serviceName} cannot be reached for ${Math.round(maximumWaitMs / 1000)} seconds (${reason}).`,
        );
      if (attemptNumber === 1)
        reportWaitingStart(
          `Waiting for ${serviceName} (${variable}), for up to ${Math.round(maximumWaitMs / 1000)} seconds: ${reason}.`,
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
