import type { Writable } from "node:stream";
import { WebSocket } from "ws";
import { type Backlog, referenceBytes } from "./backlog.ts";

/** A batch is sent at this size. A client that stops reading holds about this much memory of its own. */
const batchBytes = 64 * 1024;
/**
 * Bytes from which a message is not copied for each of its receivers: the copies of a long one, for a hundred of them, are
 * more memory than is given back in time. A short one costs less as a copy than as a piece of its own.
 */
const sharedFrom = 4 * 1024;
/** Bytes of answers that may wait for a client: whoever asks for receipts and reads none is dropped. */
const maximumAnswers = 1024 * 1024;

/** A WebSocket frame's first byte: a whole text message (RFC 6455, 5.2). */
const textFrame = 0x81;

/** What waits to be sent: a complete frame, or the shared part of a message. */
export interface Queued {
  readonly bytes: Buffer;
  /** Bytes of all messages made before this one, in this process. */
  readonly position: number;
  readonly isWhole: boolean;
}

/** What still has to be sent to one client. Messages are shared with other receivers until they are batched. */
export class Outbox {
  readonly #socket: WebSocket;
  readonly #stream: Writable;
  readonly #onWaiting: () => void;
  /** What each subscription's messages begin with. */
  #heads: readonly Buffer[] = [];
  #headBytes = 0;
  #waiting: Queued[] = [];
  #answerBytes = 0;
  /** Since when the socket has been full and has taken nothing. Null while it takes data. */
  #fullSince: number | null = null;

  /**
   * `stream` is what the WebSocket travels on: it says when it is full, and when it is empty again. `onWaiting` is
   * called when something waits that `flush` could send.
   */
  constructor(socket: WebSocket, stream: Writable, onWaiting: () => void) {
    this.#socket = socket;
    this.#stream = stream;
    this.#onWaiting = onWaiting;
    stream.on("drain", () => {
      this.#fullSince = null;
      if (this.#waiting.length > 0) onWaiting();
    });
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get isFull(): boolean {
    return this.#fullSince !== null;
  }

  setHeads(heads: readonly Buffer[]): void {
    // Earlier messages belong to the earlier subscriptions.
    this.flush();
    this.#heads = heads;
    this.#headBytes = heads.reduce((sum, { length }) => sum + length, 0);
  }

  /** Queues a message for every subscription. All that gather until the flush are sent as one WebSocket message. */
  deliver(message: Queued): void {
    if (this.#heads.length > 0) this.#enqueue(message);
  }

  /** Queues a frame behind everything else. Answers false where too many wait. */
  answer(frame: string): boolean {
    this.flush();
    if (this.#waiting.length === 0 && !this.isFull) {
      this.#socket.send(frame);
      this.#noteFull();
      return true;
    }
    const bytes = Buffer.from(frame);
    this.#answerBytes += bytes.length;
    this.#enqueue({ bytes, position: Number.POSITIVE_INFINITY, isWhole: true });
    return this.#answerBytes <= maximumAnswers;
  }

  /** Sends a last frame. A full socket loses what still waits. */
  finish(frame: string): void {
    this.flush();
    this.discardWaiting();
    this.#socket.send(frame);
  }

  /** Sends what waits until the socket is full. The rest follows once it drains. */
  flush(): void {
    while (this.#waiting.length > 0 && this.#fullSince === null) {
      const pieces = this.#takeFrame();
      // Written by ourselves: `send` would write the frame's header and its text apart, at twice the cost. None follows
      // a closing frame.
      if (this.#socket.readyState === WebSocket.OPEN) this.#write(pieces);
      this.#noteFull();
    }
  }

  /** Several pieces leave in one call to the system, too. */
  #write(pieces: readonly Buffer[]): void {
    if (pieces.length > 1) this.#stream.cork();
    for (const piece of pieces) this.#stream.write(piece);
    if (pieces.length > 1) this.#stream.uncork();
  }

  discardWaiting(): void {
    this.#waiting = [];
  }

  /** How far the client is behind; null where it took everything. `produced`: bytes of all messages so far. */
  backlog(now: number, sentBytes: number): Backlog | null {
    const [oldest] = this.#waiting;
    if (!this.isFull && !oldest) return null;
    const given = this.#stream.writableLength;
    return {
      stalledMs: this.#fullSince === null ? 0 : now - this.#fullSince,
      heldBytes: given + this.#answerBytes + this.#waiting.length * referenceBytes,
      owedBytes: this.#waiting.reduce((sum, { bytes }) => sum + bytes.length, given),
      sharedBytes: Math.max(0, sentBytes - (oldest?.position ?? sentBytes)),
    };
  }

  #enqueue(queued: Queued): void {
    if (this.#waiting.push(queued) === 1 && this.#fullSince === null) this.#onWaiting();
  }

  /** The oldest of what waits, as one unmasked WebSocket message: its bytes in order, in as few pieces as is worth it. */
  #takeFrame(): Buffer[] {
    const heads = this.#heads;
    let taken = this.#waiting;
    let size = 0;
    let count = 0;
    /** Bytes that are not copied. */
    let sharedBytes = 0;
    while (count < taken.length && size < batchBytes) {
      const { bytes, isWhole } = taken[count++] as Queued;
      size += isWhole ? bytes.length : this.#headBytes + bytes.length * heads.length;
      if (bytes.length >= sharedFrom) sharedBytes += isWhole ? bytes.length : bytes.length * heads.length;
    }
    if (count === taken.length) {
      this.#waiting = [];
      this.#answerBytes = 0;
    } else taken = taken.splice(0, count);
    const headerBytes = size < 126 ? 2 : size < 65_536 ? 4 : 10;
    const batch = Buffer.allocUnsafe(headerBytes + size - sharedBytes);
    batch[0] = textFrame;
    if (headerBytes === 2) batch[1] = size;
    else if (headerBytes === 4) {
      batch[1] = 126;
      batch.writeUInt16BE(size, 2);
    } else {
      batch[1] = 127;
      batch.writeBigUInt64BE(BigInt(size), 2);
    }
    const pieces: Buffer[] = [];
    let from = 0;
    let offset = headerBytes;
    const add = (bytes: Buffer) => {
      if (bytes.length < sharedFrom) {
        batch.set(bytes, offset);
        offset += bytes.length;
        return;
      }
      if (offset > from) pieces.push(batch.subarray(from, offset));
      from = offset;
      pieces.push(bytes);
    };
    for (const { bytes, isWhole } of taken) {
      if (isWhole) {
        add(bytes);
        continue;
      }
      for (const head of heads) {
        add(head);
        add(bytes);
      }
    }
    if (offset > from) pieces.push(batch.subarray(from, offset));
    return pieces;
  }

  #noteFull(): void {
    // `drain` follows where both hold: what the system took at once leaves nothing to wait for.
    if (this.#stream.writableLength > 0 && this.#stream.writableNeedDrain) this.#fullSince = Date.now();
  }
}
