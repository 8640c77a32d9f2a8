import type { FastifyBaseLogger } from "fastify";
import { createDomainEvents } from "../features/events/service.ts";
import { createTextLimit } from "../kit/http/text-limit.ts";
import { createKeyring } from "../kit/secrets.ts";
import type { ServiceDependencies } from "../service-parts.ts";

export type BaseServices = ReturnType<typeof createBaseServices>;

/** Creates the services that every feature may need. Each feature uses only some of them. */
export function createBaseServices(parts: ServiceDependencies, log: FastifyBaseLogger) {
  const hasRateLimits = parts.rateLimits ?? true;
  const limitsFactor = hasRateLimits ? (parts.callLimitsFactor ?? 1) : null;
  return {
    ...parts,
    db: parts.db.kysely,
    database: parts.db,
    events: createDomainEvents({ log }),
    log,
    keyring: createKeyring(parts.secretKeys),
    hasRateLimits,
    limitsFactor,
    textLimit: createTextLimit(limitsFactor),
    /** For tests only: allows the server to send requests to private IP addresses. */
    ...(typeof parts.linkPreviews === "function" && { allow: parts.linkPreviews }),
  };
}
