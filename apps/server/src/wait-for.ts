import { setTimeout as pause } from "node:timers/promises";
import { ConfigError } from "./config.ts";

export interface WaitOptions<T> {
  /** The variable that says where it is. */
  variable: string;
  /** What is waited for, as a person calls it. */
  name: string;
  connect: () => Promise<T>;
  /** Whether an error says that it may be there in a moment; any other error ends the wait. */
  isAway: (error: unknown) => boolean;
  /** Hears once that there is something to wait for. */
  tell: (line: string) => void;
  limitMs?: number;
  pauseMs?: number;
}

/** Milliseconds to wait for what starts beside us: a database that recovers after a crash takes its time. */
const usualLimitMs = 60_000;
const usualPauseMs = 1_000;

/**
 * What `connect` answers, waiting while the other side is not there yet: services that start together start in any order.
 * Throws a ConfigError that names the variable once the limit is over.
 */
export async function waitFor<T>(options: WaitOptions<T>): Promise<T> {
  const { variable, name, connect, isAway, tell } = options;
  const { limitMs = usualLimitMs, pauseMs = usualPauseMs } = options;
  const until = performance.now() + limitMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await connect();
    } catch (error) {
      if (!isAway(error)) throw error;
      const reason = reasonOf(error);
      if (performance.now() + pauseMs > until)
        throw new ConfigError(
          `${variable}: ${name} cannot be reached for ${Math.round(limitMs / 1000)} seconds (${reason}).`,
        );
      if (attempt === 1)
        tell(
          `Waiting for ${name} (${variable}), for up to ${Math.round(limitMs / 1000)} seconds: ${reason}.`,
        );
    }
    await pause(pauseMs);
  }
}

/** Several addresses tried at once fail with an error that has no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message.replace(/\.$/, "") || error.name;
}
