/**
 * Does `work` at the end of the event loop's turn in which it was asked for, but starts it at most once in `interval`
 * milliseconds: whoever asks sooner waits for the next time, and all who wait share it.
 */
export class Pace {
  readonly #interval: number;
  readonly #work: () => void;
  #asked = false;
  #last = Number.NEGATIVE_INFINITY;

  constructor(interval: number, work: () => void) {
    this.#interval = interval;
    this.#work = work;
  }

  ask(): void {
    if (this.#asked) return;
    this.#asked = true;
    const wait = this.#last + this.#interval - performance.now();
    if (wait <= 0) setImmediate(() => this.#run());
    else setTimeout(() => this.#run(), wait);
  }

  #run(): void {
    this.#asked = false;
    this.#last = performance.now();
    this.#work();
  }
}
