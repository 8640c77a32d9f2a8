/** Minimum and maximum milliseconds from the start of one round to the start of the next. */
export interface Intervals {
  shortestMs: number;
  longestMs: number;
}

/** The share of the time that rounds of sending may take. Further messages wait for the next round. */
const flushShareOfTime = 0.15;

/**
 * Runs `runStep` in rounds. A round starts at the end of the current turn of the event loop, but not before the
 * interval since the last round has passed. Requests until then share one round. If `runStep` returns true, the round
 * continues with another step in the next turn, so that other work runs in between. The longer a round took, the longer
 * is the interval to the next round, within the minimum and maximum.
 */
export class TurnScheduler {
  readonly #intervals: Intervals;
  readonly #runStep: () => boolean;
  #isTurnRequested = false;
  #isRunning = false;
  #turnStartedAt = 0;
  #workedMs = 0;
  #nextTurnAt = Number.NEGATIVE_INFINITY;

  constructor(intervals: Intervals, runStep: () => boolean) {
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
    this.#workedMs = 0;
    this.#continueTurn();
  }

  #continueTurn(): void {
    const startedAt = performance.now();
    let isUnfinished = false;
    try {
      isUnfinished = this.#runStep();
    } finally {
      this.#workedMs += performance.now() - startedAt;
      if (isUnfinished) setImmediate(() => this.#continueTurn());
      else this.#endTurn();
    }
  }

  #endTurn(): void {
    const { shortestMs, longestMs } = this.#intervals;
    this.#isRunning = false;
    this.#nextTurnAt =
      this.#turnStartedAt + Math.min(Math.max(this.#workedMs / flushShareOfTime, shortestMs), longestMs);
    if (this.#isTurnRequested) this.#schedule();
  }
}
