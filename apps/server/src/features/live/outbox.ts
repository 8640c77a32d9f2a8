import type { Writable } from "node:stream";
import { WebSocket } from "ws";
import { type Backlog, bytesOfReference } from "./backlog.ts";

/**
 * Size at which a batch is sent, in bytes. A client that stops reading holds about this much memory that it
 * does not share with others.
 */
const batchBytes = 64 * 1024;
/**
 * Size from which a message is shared between receivers instead of copied. A hundred copies of a long message
 * take more memory than is freed in time. A short message costs less as a copy than as a separate piece.
 */
const sharedFromBytes = 4 * 1024;
/**
 * Maximum bytes of answers that may wait for a client. A client that requests receipts but does not read them
 * is dropped.
 */
const maximumAnswers = 1024 * 1024;

/** The first byte of a WebSocket frame that holds a complete text message (RFC 6455, 5.2). */
const textFrame = 0x81;

/** An item of a client's send queue: a complete frame, or the shared part of a message. */
export interface Queued {
  readonly bytes: Buffer;
  /** Total bytes of all messages of this process before this one. */
  readonly position: number;
  readonly isComplete: boolean;
}

/**
 * The messages that wait to be sent to one client. Several clients share a message until it is put into a
 * batch.
 */
export class Outbox {
  readonly #socket: WebSocket;
  readonly #stream: Writable;
  readonly #onWaiting: () => void;
  /** The start of a MESSAGE frame, for each subscription. */
  #messageHeads: readonly Buffer[] = [];
  #headBytes = 0;
  #waitingFrames: Queued[] = [];
  #answerBytes = 0;
  /** Since when the full socket has accepted no bytes. Null while the socket accepts data. */
  #fullSince: number | null = null;

  /**
   * `stream` is the socket below the WebSocket, which emits `drain` when it can accept more. Calls
   * `onWaiting` when there is something for `flush` to send.
   */
  constructor(socket: WebSocket, stream: Writable, onWaiting: () => void) {
    this.#socket = socket;
    this.#stream = stream;
    this.#onWaiting = onWaiting;
    stream.on("drain", () => {
      this.#fullSince = null;
      if (this.#waitingFrames.length > 0) onWaiting();
    });
  }

  get waitingFrames(): number {
    return this.#waitingFrames.length;
  }

  get isFull(): boolean {
    return this.#fullSince !== null;
  }

  setMessageHeads(heads: readonly Buffer[]): void {
    // Sends waiting messages first, because they belong to the former subscriptions.
    this.flush();
    this.#messageHeads = heads;
    this.#headBytes = heads.reduce((sum, { length }) => sum + length, 0);
  }

  /**
   * Queues a message for every subscription. The next flush sends all waiting messages as one WebSocket
   * message.
   */
  deliver(message: Queued): void {
    if (this.#messageHeads.length > 0) this.#enqueue(message);
  }

  /** Queues a frame after all waiting messages. Returns false if too many bytes wait. */
  answer(frame: string): boolean {
    this.flush();
    if (this.#waitingFrames.length === 0 && !this.isFull) {
      this.#socket.send(frame);
      this.#recordFullSince();
      return true;
    }
    const bytes = Buffer.from(frame);
    this.#answerBytes += bytes.length;
    this.#enqueue({ bytes, position: Number.POSITIVE_INFINITY, isComplete: true });
    return this.#answerBytes <= maximumAnswers;
  }

  /** Sends a last frame and drops all waiting messages. */
  finish(frame: string): void {
    this.flush();
    this.discardWaiting();
    this.#socket.send(frame);
  }

  /** Sends waiting messages until the socket is full. The rest follows when the socket drains. */
  flush(): void {
    while (this.#waitingFrames.length > 0 && this.#fullSince === null) {
      const pieces = this.#takeFrame();
      // Writes to the stream directly, because `send` writes the header and the text separately, at twice the
      // cost. Writes nothing after a closing frame.
      if (this.#socket.readyState === WebSocket.OPEN) this.#write(pieces);
      this.#recordFullSince();
    }
  }

  /** Corks the stream, so that several pieces are sent in one system call. */
  #write(pieces: readonly Buffer[]): void {
    if (pieces.length > 1) this.#stream.cork();
    for (const piece of pieces) this.#stream.write(piece);
    if (pieces.length > 1) this.#stream.uncork();
  }

  discardWaiting(): void {
    this.#waitingFrames = [];
  }

  /**
   * Returns how far the client is behind. Null if the client has received everything. `sentBytes`: total
   * bytes of all messages so far.
   */
  backlog(now: number, sentBytes: number): Backlog | null {
    const [oldest] = this.#waitingFrames;
    if (!this.isFull && !oldest) return null;
    const bufferedBytes = this.#stream.writableLength;
    return {
      stalledMs: this.#fullSince === null ? 0 : now - this.#fullSince,
      ownMemoryBytes: bufferedBytes + this.#answerBytes + this.#waitingFrames.length * bytesOfReference,
      unsentBytes: this.#waitingFrames.reduce((sum, { bytes }) => sum + bytes.length, bufferedBytes),
      sharedBytes: Math.max(0, sentBytes - (oldest?.position ?? sentBytes)),
    };
  }

  #enqueue(queued: Queued): void {
    if (this.#waitingFrames.push(queued) === 1 && this.#fullSince === null) this.#onWaiting();
  }

  /**
   * Removes the oldest items from the queue and returns them as one unmasked WebSocket message. Copies small
   * items into one buffer; large items keep their own.
   */
  #takeFrame(): Buffer[] {
    const heads = this.#messageHeads;
    let frames = this.#waitingFrames;
    let size = 0;
    let count = 0;
    /** Bytes of the large items, which are not copied. */
    let sharedBytes = 0;
    while (count < frames.length && size < batchBytes) {
      const { bytes, isComplete } = frames[count++] as Queued;
      size += isComplete ? bytes.length : this.#headBytes + bytes.length * heads.length;
      if (bytes.length >= sharedFromBytes)
        sharedBytes += isComplete ? bytes.length : bytes.length * heads.length;
    }
    if (count === frames.length) {
      this.#waitingFrames = [];
      this.#answerBytes = 0;
    } else frames = frames.splice(0, count);
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
    // Allocates nothing else in the usual case, because this code runs for every receiver of a message.
    if (sharedBytes === 0) {
      this.#copyFrames(batch, headerBytes, frames);
      return [batch];
    }
    return this.#piecesOf(batch, headerBytes, frames);
  }

  #copyFrames(batch: Buffer, start: number, frames: readonly Queued[]): void {
    let offset = start;
    for (const { bytes, isComplete } of frames) {
      if (isComplete) {
        batch.set(bytes, offset);
        offset += bytes.length;
        continue;
      }
      for (const head of this.#messageHeads) {
        batch.set(head, offset);
        batch.set(bytes, offset + head.length);
        offset += head.length + bytes.length;
      }
    }
  }

  /** Copies the small items into `batch` and returns its parts, with the large items between them. */
  #piecesOf(batch: Buffer, start: number, frames: readonly Queued[]): Buffer[] {
    const pieces: Buffer[] = [];
    let from = 0;
    let offset = start;
    const add = (bytes: Buffer) => {
      if (bytes.length < sharedFromBytes) {
        batch.set(bytes, offset);
        offset += bytes.length;
        return;
      }
      if (offset > from) pieces.push(batch.subarray(from, offset));
      from = offset;
      pieces.push(bytes);
    };
    for (const { bytes, isComplete } of frames) {
      if (isComplete) {
        add(bytes);
        continue;
      }
      for (const head of this.#messageHeads) {
        add(head);
        add(bytes);
      }
    }
    if (offset > from) pieces.push(batch.subarray(from, offset));
    return pieces;
  }

  #recordFullSince(): void {
    // A later `drain` event needs both conditions: Node emits none if the system accepted all bytes at once.
    if (this.#stream.writableLength > 0 && this.#stream.writableNeedDrain) this.#fullSince = Date.now();
  }
}
