/** Timeouts of a connection, in milliseconds. */
export interface ConnectionTimeouts {
  /** Timeout for receiving all headers of a request. */
  readonly headersMs: number;
  /** Timeout between two requests. Longer than the usual 60 s of load balancers. */
  readonly keepAliveMs: number;
  /** Timeout without a byte in either direction during a request. */
  readonly idleMs: number;
}

export const connectionTimes: ConnectionTimeouts = {
  headersMs: 20_000,
  keepAliveMs: 72_000,
  idleMs: 120_000,
};
