import type { Connection } from "./connection.ts";
import { Pace } from "./pace.ts";

/**
 * Time between two rounds of sending. A WebSocket message with eight events costs about as much as with one, so in a
 * busy room several share one. The first after a pause is sent at once. A larger audience waits a little longer,
 * because a round costs as much as it has receivers.
 */
const flushIntervals = { shortest: 5, longest: 25 };
/** After this much sending, answers and incoming data get their turn. */
const flushSliceMs = 0.5;

/** Sends what waits for connections, a round at a time. */
export class Rounds {
  readonly #onError: (error: unknown) => void;
  /** Connections with waiting messages: of the current round, and of the next. */
  #round: Connection[] = [];
  #awake: Connection[] = [];
  readonly #pace = new Pace(flushIntervals, () => this.#flush());

  /** `onError` is called when a connection is dropped because sending failed. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  wake(connection: Connection): void {
    this.#awake.push(connection);
    this.#pace.ask();
  }

  /** Sends everything that waits, because the process is stopping. */
  drain(): void {
    for (const connection of [...this.#round.reverse(), ...this.#awake]) this.#send(connection);
    this.#round = [];
    this.#awake = [];
  }

  /** Sends during one turn. Answers whether the round continues. */
  #flush(): boolean {
    if (this.#round.length === 0) {
      this.#round = this.#awake.reverse();
      this.#awake = [];
    }
    const end = performance.now() + flushSliceMs;
    for (let next = this.#round.pop(); next; next = this.#round.pop()) {
      this.#send(next);
      if (performance.now() >= end) return this.#round.length > 0;
    }
    return false;
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
