/** Milliseconds that a connection may wait. */
export interface ConnectionTimes {
  /** In which the headers of a request must have come. */
  readonly headersMs: number;
  /** Between two requests: longer than the 60 s of common balancers. */
  readonly keepAliveMs: number;
  /** In which something must be sent or received while a request is under way. */
  readonly idleMs: number;
}

export const connectionTimes: ConnectionTimes = { headersMs: 20_000, keepAliveMs: 72_000, idleMs: 120_000 };
