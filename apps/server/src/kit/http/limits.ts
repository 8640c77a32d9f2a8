import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";

/** Counts a request for `key`. Throws ERR.TOO_MANY with the seconds to wait if there were too many. */
export type Limit = (request: FastifyRequest, key: string) => Promise<void>;

declare module "fastify" {
  interface FastifyInstance {
    callLimitsFactor: number;
  }
  interface FastifyRequest {
    /** The key that the request is counted for. */
    limitKey: string;
  }
}

/** The most keys counted for one limit. With more, the one that called longest ago is forgotten. */
const maximumCounted = 20_000;

/** Turns counting on for `createLimit`. Every limit is multiplied by `factor`. */
export async function countCalls(app: FastifyInstance, factor: number): Promise<void> {
  app.decorate("callLimitsFactor", factor);
  app.decorateRequest("countedFor", "");
  await app.register(rateLimit, { global: false, cache: maximumCounted });
}

/**
 * Allows `perMinute` requests a minute for each key, counted in this process. Without `countCalls` nothing is
 * counted.
 */
export function createLimit(app: FastifyInstance, perMinute: number): Limit {
  if (!app.hasDecorator("createRateLimit")) return async () => {};
  const count = app.createRateLimit({
    max: perMinute * app.callLimitsFactor,
    timeWindow: 60_000,
    keyGenerator: (request) => request.limitKey,
  });
  return async (request, key) => {
    request.limitKey = key;
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded)
      throw new AppError("ERR.TOO_MANY", { retryAfter: Math.max(1, counted.ttlInSeconds) });
  };
}
