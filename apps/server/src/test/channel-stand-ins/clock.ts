/**
 * The clock of a stand-in (fake platform). A platform lets a page reply to a customer only for some hours. Tests move
 * this clock forward instead of waiting.
 */
export class StandInClock {
  #offsetMs = 0;

  now(): number {
    return Date.now() + this.#offsetMs;
  }

  advance(durationMs: number): void {
    this.#offsetMs += durationMs;
  }
}

/** Limits how many messages a page may send within any `periodMs` milliseconds. */
export class MessageRateLimit {
  readonly #clock: StandInClock;
  readonly #sent = new Map<string, number[]>();
  maximumMessageRate: { readonly messages: number; readonly periodMs: number } | null = null;

  constructor(clock: StandInClock) {
    this.#clock = clock;
  }

  /** Whether the page may send one more message now. If so, the message counts as sent. */
  tryCountMessage(pageId: string): boolean {
    if (this.maximumMessageRate === null) return true;
    const now = this.#clock.now();
    const periodStart = now - this.maximumMessageRate.periodMs;
    const sentTimes = (this.#sent.get(pageId) ?? []).filter((sentAt) => sentAt > periodStart);
    const isAllowed = sentTimes.length < this.maximumMessageRate.messages;
    if (isAllowed) sentTimes.push(now);
    this.#sent.set(pageId, sentTimes);
    return isAllowed;
  }
}
