import { isIP } from "node:net";
import { limits } from "@kakehashi/contract/kit/limits";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Bus } from "./kit/bus.ts";
import type { Database } from "./kit/db/database.ts";
import { AppError } from "./kit/errors.ts";
import { createCallLimiter } from "./kit/http/limits.ts";
import { networkOf } from "./kit/http/network.ts";
import type { Metrics } from "./kit/metrics.ts";

/** Timeout in milliseconds for the database query of the health check. On a broken network a query may never return. */
const healthCheckTimeoutMs = 2_000;

async function runWithTimeout(workPromise: Promise<unknown>): Promise<void> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error("No answer in time")), healthCheckTimeoutMs);
  await Promise.race([workPromise, timeout.promise]).finally(() => clearTimeout(timer));
}

/** Headers that proxies add. A request with one of them comes through a proxy. */
const proxyHeaders = [
  "forwarded",
  "via",
  "x-real-ip",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
];

/** Whether the client is on the same computer as the server and not behind a proxy. */
function isLoopback(request: FastifyRequest): boolean {
  if (proxyHeaders.some((name) => request.headers[name] !== undefined)) return false;
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
  return address === "::1" || (isIP(address) === 4 && address.startsWith("127."));
}

/** Endpoints for the operators of the server: health and metrics. */
export function defineOperationRoutes(
  app: FastifyInstance,
  dependencies: { db: Database; bus: Bus; metrics: Metrics; areMetricsPublic: boolean },
): void {
  app.get("/api/health", async () => ({ data: { status: "ok" } }));
  const limit = createCallLimiter(app, limits.public.perMinute);
  app.get("/api/ready", async (request) => {
    // Limits requests to the health check, because each one queries the database and anybody may send it.
    limit(networkOf(request.ip));
    try {
      await runWithTimeout(dependencies.db.pool.query("select 1"));
    } catch {
      throw new AppError("ERR.UNAVAILABLE");
    }
    // Without the message bus, the health check still succeeds and only reports the bus as degraded. The process still
    // serves all requests, and only live updates from other processes are late. If the check failed, the load balancer
    // would remove all processes at once.
    const degradedFields = dependencies.bus.isReachable() ? {} : { degraded: ["bus"] };
    return { data: { status: "ready", ...degradedFields } };
  });
  app.get("/metrics", async (request, reply) => {
    if (!dependencies.areMetricsPublic && !isLoopback(request)) throw new AppError("ERR.NOT_FOUND");
    return reply
      .type(dependencies.metrics.registry.contentType)
      .send(await dependencies.metrics.registry.metrics());
  });
}
