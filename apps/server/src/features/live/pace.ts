/** How often rounds of sending may start. */
export interface SendingPace {
  /** The minimum milliseconds from the start of one round to the start of the next. */
  readonly shortestRoundIntervalMs: number;
  /** The maximum milliseconds from the start of one round to the start of the next. */
  readonly longestRoundIntervalMs: number;
  /** The maximum share of the process's time for sending. When it is used up, messages wait for the next round. */
  readonly shareOfTime: number;
}

/**
 * Schedules `runStep` in rounds, so that sending does not block other work. The first request after a pause starts a
 * round at the end of the event loop's turn. Later requests wait for the interval and share one round. If `runStep`
 * returns true, the round continues in the next turn. After a long round, the interval is longer, up to the maximum.
 */
export class PacedScheduler {
  /** The pace from the next round on. */
  pace: SendingPace;
  readonly #runStep: () => boolean;
  #isTurnRequested = false;
  #isRunning = false;
  #turnStartedAt = 0;
  #stepTimeMs = 0;
  #nextTurnAt = Number.NEGATIVE_INFINITY;

  constructor(pace: SendingPace, runStep: () => boolean) {
    this.pace = pace;
    this.#runStep = runStep;
  }

  requestTurn(): void {
    if (this.#isTurnRequested) return;
    this.#isTurnRequested = true;
    // If another round is requested during a round, it is scheduled when the current round ends, because the interval
    // depends on the duration of the current round.
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
    const { shortestRoundIntervalMs, longestRoundIntervalMs, shareOfTime } = this.pace;
    this.#isRunning = false;
    this.#nextTurnAt =
      this.#turnStartedAt +
      Math.min(Math.max(this.#stepTimeMs / shareOfTime, shortestRoundIntervalMs), longestRoundIntervalMs);
    if (this.#isTurnRequested) this.#schedule();
  }
}
