import type { Connection } from "./connection.ts";
import { Pace } from "./pace.ts";

/**
 * Milliseconds between two rounds of sending. A WebSocket message with eight events costs about as much as with one, so
 * in a busy room several share one. A larger audience waits a little longer, because a round costs as much as it has
 * receivers.
 */
const longestInterval = 25;
const busyInterval = 5;
/** Where hardly any events gather during an interval, waiting for more saves nothing. */
const calmInterval = 1;
const calmUpTo = 2;
/** After this much sending, answers and incoming data get their turn. */
const flushSliceMs = 0.5;

/** Sends what waits for connections, a round at a time. */
export class Rounds {
  readonly #onError: (error: unknown) => void;
  /** Connections that got nothing lately. They do not wait for a round, however busy other rooms are. */
  #quiet: Connection[] = [];
  /** Connections with waiting messages: of the current round, and of the next. */
  #round: Connection[] = [];
  #awake: Connection[] = [];
  /** The most messages that gathered for one connection of this round. */
  #gathered = 0;
  readonly #intervals = { shortest: calmInterval, longest: longestInterval };
  readonly #pace = new Pace(this.#intervals, () => this.#flush());

  /** `onError` is called when a connection is dropped because sending failed. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  wake(connection: Connection): void {
    if (performance.now() - connection.sentAt < longestInterval) {
      this.#awake.push(connection);
      this.#pace.ask();
    } else if (this.#quiet.push(connection) === 1) setImmediate(() => this.#flushQuiet());
  }

  /** Sends everything that waits, because the process is stopping. */
  drain(): void {
    for (const connection of [...this.#quiet, ...this.#round.reverse(), ...this.#awake])
      this.#send(connection);
    this.#quiet = [];
    this.#round = [];
    this.#awake = [];
  }

  #flushQuiet(): void {
    const left = this.#sendDuringSlice(this.#quiet.reverse());
    this.#quiet = left.reverse();
    if (left.length > 0) setImmediate(() => this.#flushQuiet());
  }

  /** Sends during one turn. Answers whether the round continues. */
  #flush(): boolean {
    if (this.#round.length === 0) {
      this.#round = this.#awake.reverse();
      this.#awake = [];
      this.#gathered = 0;
    }
    this.#sendDuringSlice(this.#round);
    this.#intervals.shortest = this.#gathered > calmUpTo ? busyInterval : calmInterval;
    return this.#round.length > 0;
  }

  /** Sends to the last of these, and takes them away. Answers the rest. */
  #sendDuringSlice(connections: Connection[]): Connection[] {
    const end = performance.now() + flushSliceMs;
    for (let next = connections.pop(); next; next = connections.pop()) {
      this.#gathered = Math.max(this.#gathered, next.waiting);
      this.#send(next);
      next.sentAt = performance.now();
      if (next.sentAt >= end) break;
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
