import type { FastifyBaseLogger } from "fastify";
import { createDomainEvents } from "../features/events/service.ts";
import { createTextBytesLimiter } from "../kit/http/text-limiter.ts";
import { createKeyring } from "../kit/secrets.ts";
import type { ServiceDependencies } from "../service-parts.ts";

export type BaseServices = ReturnType<typeof createBaseServices>;

/** Creates the services that any feature may need. Each feature uses only some of them. */
export function createBaseServices(dependencies: ServiceDependencies, log: FastifyBaseLogger) {
  const hasRateLimits = dependencies.hasRateLimits ?? true;
  const limitsFactor = hasRateLimits ? (dependencies.callLimitsFactor ?? 1) : null;
  return {
    ...dependencies,
    db: dependencies.db.kysely,
    database: dependencies.db,
    events: createDomainEvents({ log }),
    log,
    keyring: createKeyring(dependencies.secretKeys),
    hasRateLimits,
    limitsFactor,
    textLimiter: createTextBytesLimiter(limitsFactor),
    /** For tests only: allows the server to send requests to private IP addresses. */
    ...(typeof dependencies.allowPreviewFetch === "function" && { allow: dependencies.allowPreviewFetch }),
  };
}
