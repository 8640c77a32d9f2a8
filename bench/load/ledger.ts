import { LatencyHistogram } from "./histogram.ts";

/** A room member who receives events. `seq` is the sequence number of the last received event. */
export interface LedgerReader {
  readonly name: string;
  seq: number;
}

interface ReceivedEvent {
  body: Buffer;
  clientId: string;
  sentAt: number;
}

/** The maximum number of faults that are listed. A run that loses one event may lose thousands of events. */
const maximumReportedFaults = 5;

/**
 * Checks that every reader received every acknowledged message of the room exactly once, in order and with the same
 * bytes. Every deviation is recorded as a fault. Durations are measured only for messages that were sent in the
 * measured period. Times are values of `performance.now()`.
 */
export class DeliveryChecker {
  readonly delivery = new LatencyHistogram();
  readonly postTimes = new LatencyHistogram();
  /** The number of posts that were acknowledged, and of deliveries that were received, in the measured period. */
  postedCount = 0;
  deliveredCount = 0;
  readonly #from: number;
  readonly #until: number;
  readonly #sentAt = new Map<string, number>();
  readonly #acknowledgedClientIds = new Map<number, string>();
  /**
   * The first received copy of each event, by `seq`. The copies of other readers are compared with this copy byte by
   * byte, because that is faster than parsing them.
   */
  readonly #events: (ReceivedEvent | undefined)[] = [];
  readonly #faults: string[] = [];
  #totalFaultCount = 0;

  constructor(from: number, endTimeMs: number) {
    this.#from = from;
    this.#until = endTimeMs;
  }

  send(clientId: string, sentAt: number): void {
    this.#sentAt.set(clientId, sentAt);
  }

  acknowledge(message: { client_id: string; seq: number }, answeredAt: number): void {
    if (this.#acknowledgedClientIds.has(message.seq))
      this.reportFault(`seq ${message.seq} was acknowledged twice`);
    this.#acknowledgedClientIds.set(message.seq, message.client_id);
    const sentAt = this.#sentAt.get(message.client_id) ?? Number.NaN;
    if (this.#isMeasured(sentAt)) this.postTimes.record(answeredAt - sentAt);
    if (this.#isMeasured(answeredAt)) this.postedCount++;
  }

  /** Records one event that a reader received. The event's JSON is in `data` from `start` to `end`. */
  recordArrival(reader: LedgerReader, data: Buffer, start: number, end: number, arrivedAt: number): void {
    const expectedEvent = this.#events[reader.seq + 1];
    const event =
      expectedEvent && data.compare(expectedEvent.body, 0, expectedEvent.body.length, start, end) === 0
        ? expectedEvent
        : this.#parseFirstCopy(reader, data.subarray(start, end));
    if (!event) return;
    reader.seq++;
    if (this.#isMeasured(event.sentAt)) this.delivery.record(arrivedAt - event.sentAt);
    if (this.#isMeasured(arrivedAt)) this.deliveredCount++;
  }

  /**
   * Returns the JSON of the newest event. The bench of raw WebSocket delivery sends the same JSON, so that the two
   * results are comparable.
   */
  readEventBody(): string {
    return this.#events.at(-1)?.body.toString() ?? "";
  }

  reportFault(text: string): void {
    if (++this.#totalFaultCount <= maximumReportedFaults) this.#faults.push(text);
  }

  /** Returns the faults. Call this method when all deliveries are done. */
  listFaults(readers: readonly LedgerReader[]): string[] {
    const total = this.#acknowledgedClientIds.size;
    for (let seq = 1; seq <= total; seq++) {
      const clientId = this.#acknowledgedClientIds.get(seq);
      if (clientId === undefined) this.reportFault(`no answer carried seq ${seq} of ${total}`);
      else if (this.#events[seq]?.clientId !== clientId)
        this.reportFault(`seq ${seq} arrived as another message`);
    }
    for (const { name, seq } of readers) {
      if (seq !== total) this.reportFault(`${name} received ${seq} of ${total} messages`);
    }
    const unreportedCount = this.#totalFaultCount - this.#faults.length;
    return unreportedCount > 0 ? [...this.#faults, `and ${unreportedCount} more`] : [...this.#faults];
  }

  #isMeasured(timeMs: number): boolean {
    return timeMs >= this.#from && timeMs < this.#until;
  }

  /**
   * Parses the first copy of an event and stores it. Returns undefined and records a fault in four cases: the event is
   * not a message, its `seq` is unexpected, no such message was sent, or an earlier copy differs.
   */
  #parseFirstCopy(reader: LedgerReader, bytes: Buffer): ReceivedEvent | undefined {
    const event = JSON.parse(bytes.toString()) as {
      type: string;
      seq: number;
      message?: { client_id: string; seq: number };
    };
    if (event.type !== "MESSAGE_CREATED" || !event.message || event.message.seq !== event.seq) {
      this.reportFault(`${reader.name} received an unexpected ${event.type}`);
      return undefined;
    }
    if (event.seq !== reader.seq + 1) {
      this.reportFault(`${reader.name} received seq ${event.seq} after ${reader.seq}`);
      return undefined;
    }
    if (this.#events[event.seq]) {
      this.reportFault(`${reader.name} received seq ${event.seq} with other bytes than the others`);
      return undefined;
    }
    const clientId = event.message.client_id;
    const sentAt = this.#sentAt.get(clientId);
    if (sentAt === undefined) {
      this.reportFault(`${reader.name} received a message that nobody sent`);
      return undefined;
    }
    const firstDelivery = { body: Buffer.from(bytes), clientId, sentAt };
    this.#events[event.seq] = firstDelivery;
    return firstDelivery;
  }
}
