/** Milliseconds from the start of one round to that of the next. */
export interface Intervals {
  shortest: number;
  longest: number;
}

/** Flushing may take a fifth of the time. Further work waits and shares the next round. */
const flushShareOfTime = 1 / 5;

/**
 * Runs `work` at the end of the current turn of the event loop, but not before the interval since the last round is
 * over. All requests until then share one round. Work that answers true continues in the next turn, so that others run
 * in between. The longer a round took, the longer the interval, between the two limits.
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
    // Requested during a round: the waiting time is known at its end.
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
