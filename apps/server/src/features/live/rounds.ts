import type { Connection } from "./connection.ts";
import { Pace } from "./pace.ts";

/**
 * Milliseconds between two rounds of sending. A WebSocket message with eight events costs about as much as with one, so
 * in a busy room several share one. A larger audience waits a little longer, because a round costs as much as it has
 * receivers.
 */
const longestIntervalMs = 25;
const busyIntervalMs = 5;
/** If few events gather during an interval, waiting for more saves nothing. */
const calmIntervalMs = 1;
const calmMaximum = 2;
/** After this many milliseconds of sending, the process first handles answers and incoming data. */
const flushSliceMs = 0.5;

/** Sends the waiting messages of all connections, in rounds. */
export class Rounds {
  readonly #onError: (error: unknown) => void;
  /** Connections that received nothing lately. They do not wait for a round, even if other rooms are busy. */
  #quietConnections: Connection[] = [];
  /** Connections with waiting messages: of the current round, and of the next. */
  #waitingConnections: Connection[] = [];
  #activeConnections: Connection[] = [];
  /** The most messages that gathered for one connection of this round. */
  #mostGathered = 0;
  readonly #intervals = { shortest: calmIntervalMs, longest: longestIntervalMs };
  readonly #pace = new Pace(this.#intervals, () => this.#flush());

  /** `onError` is called when a connection is dropped because sending failed. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  flushLater(connection: Connection): void {
    if (performance.now() - connection.sentAt < longestIntervalMs) {
      this.#activeConnections.push(connection);
      this.#pace.requestTurn();
    } else if (this.#quietConnections.push(connection) === 1) setImmediate(() => this.#flushQuiet());
  }

  /** Sends everything that waits, because the process is stopping. */
  sendAllNow(): void {
    for (const connection of [
      ...this.#quietConnections,
      ...this.#waitingConnections.reverse(),
      ...this.#activeConnections,
    ])
      this.#send(connection);
    this.#quietConnections = [];
    this.#waitingConnections = [];
    this.#activeConnections = [];
  }

  #flushQuiet(): void {
    const unsentSockets = this.#sendDuringSlice(this.#quietConnections.reverse());
    this.#quietConnections = unsentSockets.reverse();
    if (unsentSockets.length > 0) setImmediate(() => this.#flushQuiet());
  }

  /** Sends during one turn of the event loop. Returns whether the round needs another turn. */
  #flush(): boolean {
    if (this.#waitingConnections.length === 0) {
      this.#waitingConnections = this.#activeConnections.reverse();
      this.#activeConnections = [];
      this.#mostGathered = 0;
    }
    this.#sendDuringSlice(this.#waitingConnections);
    this.#intervals.shortest = this.#mostGathered > calmMaximum ? busyIntervalMs : calmIntervalMs;
    return this.#waitingConnections.length > 0;
  }

  /** Sends to connections from the end of the list. Returns those that did not get their turn. */
  #sendDuringSlice(connections: Connection[]): Connection[] {
    const sliceEnd = performance.now() + flushSliceMs;
    for (let next = connections.pop(); next; next = connections.pop()) {
      this.#mostGathered = Math.max(this.#mostGathered, next.waitingFrames);
      this.#send(next);
      next.sentAt = performance.now();
      if (next.sentAt >= sliceEnd) break;
    }
    return connections;
  }

  /** A connection that fails is dropped and catches up after reconnecting. Others are not affected. */
  #send(connection: Connection): void {
    try {
      connection.flush();
    } catch (error) {
      this.#onError(error);
      connection.terminate();
    }
  }
}
