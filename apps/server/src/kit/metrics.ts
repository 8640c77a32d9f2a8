import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export interface Metrics {
  readonly registry: Registry;
  /** Adds a metric whose value is read each time the metrics are requested. */
  addGauge(name: string, help: string, read: () => number): void;
}

/**
 * Milliseconds between measurements of the event loop's delay. The measured delay is too high by at most this interval.
 */
const eventLoopSampleMs = 5;

/**
 * Collects this process's metrics in Prometheus format. `process` adds Node's own metrics. Only one registry of a
 * process may add them.
 */
export function createMetrics(options: { process: boolean }): Metrics {
  const registry = new Registry();
  if (options.process)
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopSampleMs });
  return {
    registry,
    addGauge(name, help, readValue) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(readValue());
        },
      });
    },
  };
}

/** Measures every request. Labels it by its route and not by its URL, which can contain ids and secrets. */
export function timeRequests(app: FastifyInstance, { registry }: Metrics): void {
  const histogram = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's arrival to its answer.",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    histogram.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
}
