/** Timeouts of a connection, in milliseconds. */
export interface ConnectionTimeouts {
  /** Timeout for receiving all headers of a request. */
  readonly headersTimeoutMs: number;
  /**
   * Timeout between two requests on one connection. It is longer than 60 s, because many load balancers close a
   * connection after that time without a request.
   */
  readonly keepAliveTimeoutMs: number;
  /** Timeout if no byte is sent or received during a request. */
  readonly idleTimeoutMs: number;
}

export const defaultConnectionTimeouts: ConnectionTimeouts = {
  headersTimeoutMs: 20_000,
  keepAliveTimeoutMs: 72_000,
  idleTimeoutMs: 120_000,
};
