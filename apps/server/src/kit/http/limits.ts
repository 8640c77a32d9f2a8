import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";

/** Counts a request for somebody. Throws ERR.TOO_MANY, with the seconds to wait, once there were too many. */
export type Limit = (request: FastifyRequest, key: string) => Promise<void>;

/** At most so many a minute for each key, counted in this process; nothing is counted where the plugin is not in. */
export function createLimit(app: FastifyInstance, perMinute: number): Limit {
  if (!app.hasDecorator("createRateLimit")) return async () => {};
  const keys = new WeakMap<FastifyRequest, string>();
  const count = app.createRateLimit({
    max: perMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => keys.get(request) ?? "",
  });
  return async (request, key) => {
    keys.set(request, key);
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded)
      throw new AppError("ERR.TOO_MANY", { retryAfter: Math.max(1, counted.ttlInSeconds) });
  };
}
