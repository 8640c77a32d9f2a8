import { setTimeout as wait } from "node:timers/promises";

// Sends a platform's events to the server under test: signed, and again until it answers 200.

interface WebhookOptions {
  /** The headers that sign these bytes. */
  sign(body: Buffer): Record<string, string>;
  /** Milliseconds within which 200 must come. */
  readonly timeoutMs: number;
  /** How long the platform waits before each further attempt, in milliseconds. */
  readonly retryDelaysMs: readonly number[];
}

/** An event that the server never answered with 200. */
export class Undelivered extends Error {}

interface Held {
  readonly body: Buffer;
  readonly repeat: number;
  resolve(delivered: Promise<void>): void;
}

/** JSON in ASCII, with the escapes that Meta writes. The signature is over these very bytes. */
export const escapedJson = (value: unknown): Buffer =>
  Buffer.from(
    JSON.stringify(value)
      .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .replaceAll("/", "\\/"),
    "latin1",
  );

export class Webhooks {
  /** Where events go. Null: the platform does not know yet, and drops them. */
  address: string | null = null;
  retryDelaysMs: readonly number[];
  /** First attempts go one after another, so that events arrive in their order. False: all at once, for load. */
  inOrder = true;
  /** Each attempt and its answer: a status, or 0 if none came. */
  readonly attempts: { readonly body: string; readonly status: number }[] = [];
  readonly #options: WebhookOptions;
  readonly #stopped = new AbortController();
  #held: Held[] | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: WebhookOptions) {
    this.#options = options;
    this.retryDelaysMs = options.retryDelaysMs;
  }

  /** Sends an event. Returns when it was answered with 200 as often as it is sent. Throws Undelivered. */
  send(event: unknown, repeat = 1): Promise<void> {
    const body = escapedJson(event);
    const held = this.#held;
    if (held === null) return this.#deliver(body, repeat);
    return new Promise((resolve) => {
      held.push({ body, repeat, resolve });
    });
  }

  /** Holds all events of `acts` back, and sends them in the other order. */
  async outOfOrder(acts: () => readonly Promise<void>[]): Promise<void> {
    const held: Held[] = [];
    this.#held = held;
    const delivered = acts();
    // What the acts send without waiting is held as well.
    await new Promise((done) => setImmediate(done));
    this.#held = null;
    for (const { body, repeat, resolve } of held.reverse()) resolve(this.#deliver(body, repeat));
    await Promise.all(delivered);
  }

  /** Returns when every first attempt so far has its answer. */
  async settled(): Promise<void> {
    await this.#last;
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #deliver(body: Buffer, repeat: number): Promise<void> {
    await Promise.all(Array.from({ length: repeat }, () => this.#deliverOnce(body)));
  }

  async #deliverOnce(body: Buffer): Promise<void> {
    const before = this.#last;
    const first = this.inOrder ? before.then(() => this.#attempt(body)) : this.#attempt(body);
    this.#last = this.inOrder ? first : Promise.all([before, first]);
    let status = await first;
    for (const delayMs of this.retryDelaysMs) {
      if (status === 200) return;
      await wait(delayMs, undefined, { signal: this.#stopped.signal });
      status = await this.#attempt(body);
    }
    if (status !== 200) throw new Undelivered(`The last of all attempts was answered with ${status}.`);
  }

  /** The status of the answer, or 0 if none came. */
  async #attempt(body: Buffer): Promise<number> {
    if (this.address === null) return 200;
    let status = 0;
    try {
      const response = await fetch(this.address, {
        method: "POST",
        headers: { "content-type": "application/json", ...this.#options.sign(body) },
        body: new Uint8Array(body),
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(this.#options.timeoutMs), this.#stopped.signal]),
      });
      await response.arrayBuffer();
      status = response.status;
    } catch {
      // No answer.
    }
    this.attempts.push({ body: body.toString("latin1"), status });
    return status;
  }
}
