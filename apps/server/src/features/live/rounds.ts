import type { Connection } from "./connection.ts";
import { TurnScheduler } from "./pace.ts";

/**
 * Milliseconds between two rounds of sending in a busy process. Eight events in one WebSocket message cost about as
 * much as one, so waiting a little saves work. 8 ms would save slightly more, but delay each message by 1 to 2 ms. The
 * interval grows with the number of receivers, because the cost of a round does.
 */
const longestIntervalMs = 25;
const busyIntervalMs = 5;
/**
 * Milliseconds between two rounds while each connection gets at most `maximumCalmMessages` messages in a round. With so
 * few messages, a longer interval would not save work.
 */
const calmIntervalMs = 1;
const maximumCalmMessages = 2;
/**
 * Maximum milliseconds of sending at a stretch. Then the process handles requests and incoming data before it
 * continues.
 */
const flushSliceMs = 0.5;

/** Sends the waiting messages of all connections, in rounds. */
export class SendRounds {
  readonly #onError: (error: unknown) => void;
  /**
   * Connections that received nothing lately. Their messages do not wait for the next round, even if other rooms are
   * busy.
   */
  #quietConnections: Connection[] = [];
  /**
   * Connections with waiting messages. The present round still sends to `#waitingConnections`, the next round to
   * `#activeConnections`.
   */
  #waitingConnections: Connection[] = [];
  #activeConnections: Connection[] = [];
  /** The largest number of messages that waited for one connection of this round. */
  #mostWaitingMessages = 0;
  readonly #intervalsMs = { shortestMs: calmIntervalMs, longestMs: longestIntervalMs };
  readonly #roundScheduler = new TurnScheduler(this.#intervalsMs, () => this.#flush());

  /** Calls `onError` when a connection is dropped because sending failed. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  flushLater(connection: Connection): void {
    if (performance.now() - connection.sentAt < longestIntervalMs) {
      this.#activeConnections.push(connection);
      this.#roundScheduler.requestTurn();
    } else if (this.#quietConnections.push(connection) === 1)
      setImmediate(() => this.#flushQuietConnections());
  }

  /** Sends all waiting messages at once, because the process is stopping. */
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

  /** Sends messages during one turn of the event loop. Returns whether the round needs another turn. */
  #flush(): boolean {
    if (this.#waitingConnections.length === 0) {
      this.#waitingConnections = this.#activeConnections.reverse();
      this.#activeConnections = [];
      this.#mostWaitingMessages = 0;
    }
    this.#sendDuringSlice(this.#waitingConnections);
    this.#intervalsMs.shortestMs =
      this.#mostWaitingMessages > maximumCalmMessages ? busyIntervalMs : calmIntervalMs;
    return this.#waitingConnections.length > 0;
  }

  /**
   * Sends to connections, beginning at the end of the list, until the slice of time is used up. Returns the connections
   * that are left.
   */
  #sendDuringSlice(connections: Connection[]): Connection[] {
    const sliceEnd = performance.now() + flushSliceMs;
    for (let next = connections.pop(); next; next = connections.pop()) {
      this.#mostWaitingMessages = Math.max(this.#mostWaitingMessages, next.waitingFrames);
      this.#send(next);
      next.sentAt = performance.now();
      if (next.sentAt >= sliceEnd) break;
    }
    return connections;
  }

  /**
   * Flushes a connection. If this fails, drops the connection: its client reconnects and catches up. Other connections
   * are not affected.
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
