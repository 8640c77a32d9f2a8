import type { FastifyBaseLogger } from "fastify";

/** The log of one feature: a child of the server's logger. */
export type Log = Pick<FastifyBaseLogger, "child" | "info" | "warn" | "error">;
