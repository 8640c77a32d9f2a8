import type { Connection } from "./connection.ts";
import { PacedScheduler, type SendingPace } from "./pace.ts";

/**
 * After this many milliseconds without a message, a connection is quiet: its next message does not wait for a round.
 * This is also the longest interval between two rounds.
 */
const longestIntervalMs = 25;
/**
 * The pace of a busy process. Sending eight events to a connection at once costs about as much as sending one, so 5 ms
 * between two rounds of sending save work. 8 ms would save slightly more, but each message would arrive 1 to 2 ms later.
 * With more receivers a round takes longer, so the time between rounds is longer too.
 */
const paceWhenBusy: SendingPace = {
  shortestRoundIntervalMs: 5,
  longestRoundIntervalMs: longestIntervalMs,
  shareOfTime: 0.2,
};
/**
 * The pace while no connection gets more than `maximumCalmMessages` messages in a round. With so few messages, a longer
 * wait would save little work, but each message would arrive later.
 */
const paceWhenCalm: SendingPace = {
  shortestRoundIntervalMs: 2,
  longestRoundIntervalMs: longestIntervalMs,
  shareOfTime: 0.5,
};
/**
 * If one person sends without a pause, about two messages wait for each round of the calm pace, and sometimes more. With
 * a lower maximum, the pace would often change to the busy one, and the slowest messages would wait for its longer
 * rounds.
 */
const maximumCalmMessages = 4;
/**
 * Maximum milliseconds of sending without a pause. After that, the process handles requests and incoming data first.
 */
const flushSliceMs = 0.5;

/** Sends the waiting messages of all connections, in rounds. */
export class SendScheduler {
  readonly #onError: (error: unknown) => void;
  /**
   * Connections to which nothing was sent for a while. Their messages are sent at once, even if other rooms are busy.
   */
  #quietConnections: Connection[] = [];
  /**
   * Connections with waiting messages: the current round sends to `#waitingConnections`, the next round to
   * `#activeConnections`.
   */
  #waitingConnections: Connection[] = [];
  #activeConnections: Connection[] = [];
  /** The largest number of waiting messages of one connection in this round. */
  #mostWaitingMessages = 0;
  readonly #roundScheduler = new PacedScheduler(paceWhenCalm, () => this.#flush());

  /** `onError` is called when sending to a connection fails and the client is disconnected. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  flushLater(connection: Connection): void {
    if (performance.now() - connection.lastSentAt < longestIntervalMs) {
      this.#activeConnections.push(connection);
      this.#roundScheduler.requestTurn();
    } else if (this.#quietConnections.push(connection) === 1)
      setImmediate(() => this.#flushQuietConnections());
  }

  /**
   * Sends all waiting messages at once, without the pauses between rounds of sending, because the process is stopping.
   */
  sendAllNow(): void {
    for (const connection of [
      ...this.#quietConnections,
      ...this.#waitingConnections.reverse(),
      ...this.#activeConnections,
    ])
      this.#send(connection);
    this.#quietConnections = [];
    this.#waitingConnections = [];
    this.#activeConnections = [];
  }

  #flushQuietConnections(): void {
    const unsentConnections = this.#sendDuringSlice(this.#quietConnections.reverse());
    this.#quietConnections = unsentConnections.reverse();
    if (unsentConnections.length > 0) setImmediate(() => this.#flushQuietConnections());
  }

  /** Sends messages for one turn of the event loop. Returns true if the round continues in the next turn. */
  #flush(): boolean {
    if (this.#waitingConnections.length === 0) {
      this.#waitingConnections = this.#activeConnections.reverse();
      this.#activeConnections = [];
      this.#mostWaitingMessages = 0;
    }
    this.#sendDuringSlice(this.#waitingConnections);
    this.#roundScheduler.pace = this.#mostWaitingMessages > maximumCalmMessages ? paceWhenBusy : paceWhenCalm;
    return this.#waitingConnections.length > 0;
  }

  /**
   * Sends to connections, beginning at the end of the list, until the time slice is used up. Returns the other
   * connections.
   */
  #sendDuringSlice(connections: Connection[]): Connection[] {
    const sliceEndMs = performance.now() + flushSliceMs;
    for (let connection = connections.pop(); connection; connection = connections.pop()) {
      this.#mostWaitingMessages = Math.max(this.#mostWaitingMessages, connection.waitingFrameCount);
      this.#send(connection);
      connection.lastSentAt = performance.now();
      if (connection.lastSentAt >= sliceEndMs) break;
    }
    return connections;
  }

  /**
   * Flushes a connection. If this fails, disconnects only this client, which then reconnects and requests the missed
   * changes.
   */
  #send(connection: Connection): void {
    try {
      connection.flush();
    } catch (error) {
      this.#onError(error);
      connection.terminate();
    }
  }
}
