/** Limits for the milliseconds between two rounds of sending, measured from start to start. */
export interface IntervalLimits {
  shortestMs: number;
  longestMs: number;
}

/**
 * The share of the process's time that may be spent on sending. When it is used up, messages wait for the next round.
 */
const flushShareOfTime = 0.15;

/**
 * Schedules `runStep` in rounds, so that sending does not block other work. The first request after a pause starts a
 * round at the end of the event loop's turn; later requests wait for the interval and share one round. If `runStep`
 * returns true, the round continues in the next turn. A long round makes the next interval longer, between the minimum
 * and the maximum.
 */
export class TurnScheduler {
  readonly #intervals: IntervalLimits;
  readonly #runStep: () => boolean;
  #isTurnRequested = false;
  #isRunning = false;
  #turnStartedAt = 0;
  #stepTimeMs = 0;
  #nextTurnAt = Number.NEGATIVE_INFINITY;

  constructor(intervals: IntervalLimits, runStep: () => boolean) {
    this.#intervals = intervals;
    this.#runStep = runStep;
  }

  requestTurn(): void {
    if (this.#isTurnRequested) return;
    this.#isTurnRequested = true;
    // A request during a round is scheduled when the round ends, because the interval depends on how long the round
    // takes.
    if (!this.#isRunning) this.#schedule();
  }

  #schedule(): void {
    const delayMs = this.#nextTurnAt - performance.now();
    if (delayMs <= 0) setImmediate(() => this.#startTurn());
    else setTimeout(() => this.#startTurn(), delayMs);
  }

  #startTurn(): void {
    this.#isTurnRequested = false;
    this.#isRunning = true;
    this.#turnStartedAt = performance.now();
    this.#stepTimeMs = 0;
    this.#continueTurn();
  }

  #continueTurn(): void {
    const startedAt = performance.now();
    let isUnfinished = false;
    try {
      isUnfinished = this.#runStep();
    } finally {
      this.#stepTimeMs += performance.now() - startedAt;
      if (isUnfinished) setImmediate(() => this.#continueTurn());
      else this.#endTurn();
    }
  }

  #endTurn(): void {
    const { shortestMs, longestMs } = this.#intervals;
    this.#isRunning = false;
    this.#nextTurnAt =
      this.#turnStartedAt + Math.min(Math.max(this.#stepTimeMs / flushShareOfTime, shortestMs), longestMs);
    if (this.#isTurnRequested) this.#schedule();
  }
}
