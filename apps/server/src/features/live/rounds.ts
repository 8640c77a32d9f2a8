import type { Connection } from "./connection.ts";
import { Pace } from "./pace.ts";

/**
 * Milliseconds from one round of sending to the next. A WebSocket message costs about the same with one event as with
 * eight, so in a busy room more of them share one; the first after a pause goes at once. A crowd waits a little longer
 * than a few people do, for a round costs as much as it has receivers.
 */
const flushIntervals = { shortest: 5, longest: 25 };
/** Milliseconds of sending after which others have their turn: answers, and what comes in. */
const flushSliceMs = 0.5;

/** Sends what waits for connections, a round at a time. */
export class Rounds {
  readonly #onError: (error: unknown) => void;
  /** Connections that something waits for: those of the round that is under way, and those of the next. */
  #round: Connection[] = [];
  #awake: Connection[] = [];
  readonly #pace = new Pace(flushIntervals, () => this.#flush());

  /** `onError`: somebody was dropped because sending to them failed. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  wake(connection: Connection): void {
    this.#awake.push(connection);
    this.#pace.ask();
  }

  /** Sends all that waits, now: nobody will come to send it later. */
  drain(): void {
    for (const connection of [...this.#round.reverse(), ...this.#awake]) this.#send(connection);
    this.#round = [];
    this.#awake = [];
  }

  /** Sends for one turn; answers whether the round goes on. */
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

  /** One that cannot be sent to is dropped, and catches up when it is back: the others have no part in it. */
  #send(connection: Connection): void {
    try {
      connection.flush();
    } catch (error) {
      this.#onError(error);
      connection.terminate();
    }
  }
}
