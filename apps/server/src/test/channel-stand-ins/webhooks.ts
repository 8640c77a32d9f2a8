import { setTimeout as wait } from "node:timers/promises";

// Sends a platform's events to the webhook of the server under test. Signs each event, and repeats it until the server
// responds with 200.

interface WebhookOptions {
  /** Returns the HTTP headers that contain the signature of a request body. */
  sign(body: Buffer): Record<string, string>;
  /** The server must respond to an event with 200 within this many milliseconds. */
  readonly timeoutMs: number;
  /** How many milliseconds the platform waits before each repeated attempt: one number for each attempt. */
  readonly retryDelaysMs: readonly number[];
}

/** The error for an event for which the server never responded with 200. */
export class UndeliveredWebhookError extends Error {}

interface HeldEvent {
  readonly body: Buffer;
  readonly repeat: number;
  resolve(delivered: Promise<void>): void;
}

/**
 * Converts a value to JSON in ASCII, with the same escapes as Facebook. The signature is computed from exactly these
 * bytes.
 */
export const toEscapedJson = (value: unknown): Buffer =>
  Buffer.from(
    JSON.stringify(value)
      .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .replaceAll("/", "\\/"),
    "latin1",
  );

export class WebhookSender {
  /** The URL of the webhook. Null: no webhook is registered, so events are dropped. */
  webhookUrl: string | null = null;
  retryDelaysMs: readonly number[];
  /**
   * Whether events are sent one after another, so that they arrive in order. If false, all events are sent at the same
   * time, for load tests.
   */
  sendsInOrder = true;
  /**
   * All attempts to send an event, with the HTTP status of the server's response. The status 0 means that there was no
   * response.
   */
  readonly attemptRecords: { readonly body: string; readonly status: number }[] = [];
  readonly #options: WebhookOptions;
  readonly #stopController = new AbortController();
  #heldEvents: HeldEvent[] | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: WebhookOptions) {
    this.#options = options;
    this.retryDelaysMs = options.retryDelaysMs;
  }

  /**
   * Sends `copyCount` copies of an event. Resolves when the server has responded to each copy with 200. Throws
   * UndeliveredWebhookError if the server never does.
   */
  send(event: unknown, copyCount = 1): Promise<void> {
    const body = toEscapedJson(event);
    const heldEvents = this.#heldEvents;
    if (heldEvents === null) return this.#deliver(body, copyCount);
    return new Promise((resolve) => {
      heldEvents.push({ body, repeat: copyCount, resolve });
    });
  }

  /** Runs `sendEvents`, holds back all events that it sends, and then sends these events in reverse order. */
  async sendInReverseOrder(sendEvents: () => readonly Promise<void>[]): Promise<void> {
    const heldEvents: HeldEvent[] = [];
    this.#heldEvents = heldEvents;
    const deliveries = sendEvents();
    // Wait for one round of the event loop, because `sendEvents` may send some of its events only then. These must be
    // held back, too.
    await new Promise((finishRound) => setImmediate(finishRound));
    this.#heldEvents = null;
    for (const { body, repeat, resolve } of heldEvents.reverse()) resolve(this.#deliver(body, repeat));
    await Promise.all(deliveries);
  }

  /** Waits until each event that was sent so far has been attempted once. */
  async waitForFirstAttempts(): Promise<void> {
    await this.#last;
  }

  stop(): void {
    this.#stopController.abort();
  }

  async #deliver(body: Buffer, repeat: number): Promise<void> {
    await Promise.all(Array.from({ length: repeat }, () => this.#deliverOnce(body)));
  }

  async #deliverOnce(body: Buffer): Promise<void> {
    const previousAttempts = this.#last;
    const firstAttempt = this.sendsInOrder
      ? previousAttempts.then(() => this.#attempt(body))
      : this.#attempt(body);
    this.#last = this.sendsInOrder ? firstAttempt : Promise.all([previousAttempts, firstAttempt]);
    let status = await firstAttempt;
    for (const delayMs of this.retryDelaysMs) {
      if (status === 200) return;
      await wait(delayMs, undefined, { signal: this.#stopController.signal });
      status = await this.#attempt(body);
    }
    if (status !== 200)
      throw new UndeliveredWebhookError(`The last of all attempts was answered with ${status}.`);
  }

  /** Makes one attempt to send an event. Returns the HTTP status of the response, or 0 if there was none. */
  async #attempt(body: Buffer): Promise<number> {
    if (this.webhookUrl === null) return 200;
    let status = 0;
    try {
      const response = await fetch(this.webhookUrl, {
        method: "POST",
        headers: { "content-type": "application/json", ...this.#options.sign(body) },
        body: new Uint8Array(body),
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(this.#options.timeoutMs), this.#stopController.signal]),
      });
      await response.arrayBuffer();
      status = response.status;
    } catch {
      // There was no response from the server, so the status stays 0.
    }
    this.attemptRecords.push({ body: body.toString("latin1"), status });
    return status;
  }
}
