import type { FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";

/**
 * Counts a request for `key`. Throws ERR.TOO_MANY with the seconds to wait if there were too many requests for this
 * key.
 */
export type CallLimiter = (key: string) => void;

declare module "fastify" {
  interface FastifyInstance {
    callLimitsFactor: number;
  }
}

const windowMs = 60_000;
/** Maximum number of keys per limit. When there are more keys, the key with the oldest counting window is dropped. */
const maximumCountedKeys = 20_000;

/** Switches on the limits that `createCallLimiter` creates. Multiplies every limit by `factor`. */
export function enableCallLimits(app: FastifyInstance, factor: number): void {
  app.decorate("callLimitsFactor", factor);
}

/**
 * Allows each key `perMinute` requests within the minute that begins with its first request. Each process counts
 * separately. Without `enableCallLimits`, nothing is limited. `now` returns the time in milliseconds.
 */
export function createCallLimiter(
  app: FastifyInstance,
  perMinute: number,
  now: () => number = Date.now,
): CallLimiter {
  if (!app.hasDecorator("callLimitsFactor")) return () => {};
  const maximumCalls = perMinute * app.callLimitsFactor;
  // The map contains the counting windows, oldest first. All windows are equally long, so they also end in this order.
  const windows = new Map<string, { calls: number; endsAt: number }>();
  const forgetEndedWindows = (time: number) => {
    for (const [key, { endsAt }] of windows) {
      if (time < endsAt && windows.size < maximumCountedKeys) return;
      windows.delete(key);
    }
  };
  return (key) => {
    const time = now();
    let window = windows.get(key);
    // If the clock was set back, starts a new counting window, because the old one would last longer than a minute.
    if (!window || time >= window.endsAt || time < window.endsAt - windowMs) {
      windows.delete(key);
      forgetEndedWindows(time);
      window = { calls: 0, endsAt: time + windowMs };
      windows.set(key, window);
    }
    if (++window.calls > maximumCalls)
      throw new AppError("ERR.TOO_MANY", { retryAfter: Math.ceil((window.endsAt - time) / 1_000) });
  };
}
