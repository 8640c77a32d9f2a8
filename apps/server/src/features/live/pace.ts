/** Milliseconds from the start of one round to that of the next. */
export interface Intervals {
  shortest: number;
  longest: number;
}

/** Rounds may take a fifth of the time; more work than that waits, and shares the next round. */
const flushShareOfTime = 1 / 5;

/**
 * Does `work` at the end of the event loop's turn in which it was asked for, but not again before the interval is over:
 * whoever asks sooner waits for the next round, and all who wait share it. Work that answers true has more to do, and
 * goes on in the next turn, so that others get theirs between. The longer a round worked, the longer the interval from
 * its start to the next one's, between the two given.
 */
export class Pace {
  readonly #intervals: Intervals;
  readonly #work: () => boolean;
  #asked = false;
  #running = false;
  #began = 0;
  #worked = 0;
  #next = Number.NEGATIVE_INFINITY;

  constructor(intervals: Intervals, work: () => boolean) {
    this.#intervals = intervals;
    this.#work = work;
  }

  ask(): void {
    if (this.#asked) return;
    this.#asked = true;
    // Asked for in the middle of a round: how long to wait is known at its end.
    if (!this.#running) this.#schedule();
  }

  #schedule(): void {
    const wait = this.#next - performance.now();
    if (wait <= 0) setImmediate(() => this.#begin());
    else setTimeout(() => this.#begin(), wait);
  }

  #begin(): void {
    this.#asked = false;
    this.#running = true;
    this.#began = performance.now();
    this.#worked = 0;
    this.#goOn();
  }

  #goOn(): void {
    const began = performance.now();
    let more = false;
    try {
      more = this.#work();
    } finally {
      this.#worked += performance.now() - began;
      if (more) setImmediate(() => this.#goOn());
      else this.#end();
    }
  }

  #end(): void {
    const { shortest, longest } = this.#intervals;
    this.#running = false;
    this.#next = this.#began + Math.min(Math.max(this.#worked / flushShareOfTime, shortest), longest);
    if (this.#asked) this.#schedule();
  }
}
