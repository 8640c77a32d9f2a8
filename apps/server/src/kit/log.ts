import type { FastifyBaseLogger } from "fastify";

/** What a feature writes to: its own child of the server's log. */
export type Log = Pick<FastifyBaseLogger, "child" | "info" | "warn" | "error">;
