import type { FastifyBaseLogger } from "fastify";

/** A feature's log: a child of the server's log. */
export type Log = Pick<FastifyBaseLogger, "child" | "info" | "warn" | "error">;
