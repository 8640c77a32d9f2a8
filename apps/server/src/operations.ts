import { isIP } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Bus } from "./kit/bus.ts";
import type { Database } from "./kit/db/database.ts";
import { AppError } from "./kit/errors.ts";
import type { Metrics } from "./kit/metrics.ts";

/** Milliseconds in which what we stand on must answer; a network can also swallow everything and say nothing. */
const patience = 2_000;

async function inTime(work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("No answer in time")), patience);
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

function isLoopback(request: FastifyRequest): boolean {
  // Behind a proxy on this machine every caller has its address; the header says that they come from elsewhere.
  if (request.headers["x-forwarded-for"] !== undefined || request.headers.forwarded !== undefined)
    return false;
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
  return address === "::1" || (isIP(address) === 4 && address.startsWith("127."));
}

/** What those who run the server ask it. */
export function operationRoutes(
  app: FastifyInstance,
  parts: { db: Database; bus: Bus; metrics: Metrics; publicMetrics: boolean },
): void {
  app.get("/api/health", async () => ({ data: { status: "ok" } }));
  app.get("/api/ready", async () => {
    try {
      await inTime(Promise.all([parts.db.pool.query("select 1"), parts.bus.check()]));
    } catch {
      throw new AppError("ERR.UNAVAILABLE");
    }
    return { data: { status: "ready" } };
  });
  app.get("/metrics", async (request, reply) => {
    if (!parts.publicMetrics && !isLoopback(request)) throw new AppError("ERR.NOT_FOUND");
    return reply.type(parts.metrics.registry.contentType).send(await parts.metrics.registry.metrics());
  });
}
