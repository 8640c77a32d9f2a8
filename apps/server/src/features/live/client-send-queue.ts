import type { Writable } from "node:stream";
import { WebSocket } from "ws";
import { type BacklogMeasurement, bytesPerQueuedMessage } from "./backlog.ts";
import { ReusableSendBuffer } from "./reusable-send-buffer.ts";

/**
 * Waiting messages to a client are joined to one WebSocket message until it has this many bytes. So a client that stops
 * reading takes up little more memory of its own than this.
 */
const batchBytes = 64 * 1024;
/**
 * Size in bytes from which receivers share one copy of a message. A shorter message is copied for each receiver,
 * because copying it costs less than a separate write.
 */
const minimumSharedBytes = 4 * 1024;
/**
 * Maximum bytes of unsent responses (such as RECEIPT frames) for one client. A client that requests receipts and does
 * not read them is disconnected.
 */
const maximumResponseBytes = 1024 * 1024;

/**
 * The last message of a batch may make the batch longer than `batchBytes`. The extra `2 * minimumSharedBytes` leaves
 * space for that message.
 */
const batchMemory = new ReusableSendBuffer(batchBytes + 2 * minimumSharedBytes);

/** The first byte of a WebSocket frame that holds a complete text message (RFC 6455, 5.2). */
const textFrameByte = 0x81;

/** An item of a client's send queue: a complete frame, or the shared part of a message. */
export interface QueuedFrame {
  readonly data: Buffer;
  /** The total size of all messages that this process had queued when it queued this message. */
  readonly totalBytesWhenQueued: number;
  readonly isWholeFrame: boolean;
}

/**
 * The queue of messages to one client. While a message waits, all clients share its bytes in memory. When a short
 * message is sent, it is copied into the batch of each client. This is one class, because queueing, composing and
 * sending change the same queue.
 */
export class ClientSendQueue {
  readonly #socket: WebSocket;
  readonly #stream: Writable;
  readonly #onMessagesWaiting: () => void;
  /** The first part of a MESSAGE frame, for each subscription of the client. */
  #messageHeads: readonly Buffer[] = [];
  #headBytes = 0;
  #waitingFrames: QueuedFrame[] = [];
  #responseBytes = 0;
  /** Since when the full socket has accepted no bytes. Null while the socket accepts data. */
  #socketFullSince: number | null = null;

  /**
   * `stream` is the network socket below the WebSocket; it emits `drain` when it can accept more bytes.
   * `onMessagesWaiting` is called when messages wait for the next `flush`.
   */
  constructor(socket: WebSocket, stream: Writable, onMessagesWaiting: () => void) {
    this.#socket = socket;
    this.#stream = stream;
    this.#onMessagesWaiting = onMessagesWaiting;
    stream.on("drain", () => {
      this.#socketFullSince = null;
      if (this.#waitingFrames.length > 0) onMessagesWaiting();
    });
  }

  get waitingFrameCount(): number {
    return this.#waitingFrames.length;
  }

  get isSocketFull(): boolean {
    return this.#socketFullSince !== null;
  }

  setMessageHeads(heads: readonly Buffer[]): void {
    // Send the waiting messages first. They must go to the subscriptions as they were before the change.
    this.flush();
    this.#messageHeads = heads;
    this.#headBytes = heads.reduce((byteCount, { length }) => byteCount + length, 0);
  }

  /**
   * Queues a message for every subscription of the client. The next flush joins the waiting messages to WebSocket
   * messages of about `batchBytes` each.
   */
  deliver(message: QueuedFrame): void {
    if (this.#messageHeads.length > 0) this.#enqueue(message);
  }

  /**
   * Sends a response to the client after all waiting messages. Queues the response if the socket is full. Returns false
   * if too many bytes of responses wait.
   */
  queueResponse(frame: string): boolean {
    this.flush();
    if (this.#waitingFrames.length === 0 && !this.isSocketFull) {
      this.#socket.send(frame);
      this.#recordFullSocket();
      return true;
    }
    const bytes = Buffer.from(frame);
    this.#responseBytes += bytes.length;
    this.#enqueue({ data: bytes, totalBytesWhenQueued: Number.POSITIVE_INFINITY, isWholeFrame: true });
    return this.#responseBytes <= maximumResponseBytes;
  }

  /** Sends a last frame and discards all waiting messages. */
  discardWaitingAndSend(frame: string): void {
    this.flush();
    this.discardWaiting();
    this.#socket.send(frame);
  }

  /** Sends waiting messages until the socket is full. The remaining messages are sent when the socket has drained. */
  flush(): void {
    while (this.#waitingFrames.length > 0 && this.#socketFullSince === null) {
      const wasStreamEmpty = this.#stream.writableLength === 0;
      const messagePieces = this.#takeNextMessage();
      // Write to the stream directly. The `send` of `ws` would write the header and the text separately, at twice the
      // cost. After a close frame, write nothing.
      if (this.#socket.readyState === WebSocket.OPEN) this.#write(messagePieces);
      if (wasStreamEmpty && this.#stream.writableLength > 0) batchMemory.leaveToStream();
      this.#recordFullSocket();
    }
  }

  /** Writes the pieces of one WebSocket message. Corks the stream, so that all pieces are sent in one system call. */
  #write(messagePieces: readonly Buffer[]): void {
    if (messagePieces.length > 1) this.#stream.cork();
    for (const messagePiece of messagePieces) this.#stream.write(messagePiece);
    if (messagePieces.length > 1) this.#stream.uncork();
  }

  discardWaiting(): void {
    this.#waitingFrames = [];
  }

  /**
   * Returns how much data waits for the client. Null if the client has received everything. `queuedBytesSoFar` is the
   * total size of all messages that this process has queued so far.
   */
  measureBacklog(now: number, queuedBytesSoFar: number): BacklogMeasurement | null {
    const [oldestFrame] = this.#waitingFrames;
    if (!this.isSocketFull && !oldestFrame) return null;
    const bufferedBytes = this.#stream.writableLength;
    return {
      stalledMs: this.#socketFullSince === null ? 0 : now - this.#socketFullSince,
      ownMemoryBytes:
        bufferedBytes + this.#responseBytes + this.#waitingFrames.length * bytesPerQueuedMessage,
      unsentBytes: this.#waitingFrames.reduce(
        (byteCount, { data }) => byteCount + data.length,
        bufferedBytes,
      ),
      bytesQueuedSinceOldest: Math.max(
        0,
        queuedBytesSoFar - (oldestFrame?.totalBytesWhenQueued ?? queuedBytesSoFar),
      ),
    };
  }

  #enqueue(queuedFrame: QueuedFrame): void {
    if (this.#waitingFrames.push(queuedFrame) === 1 && this.#socketFullSince === null)
      this.#onMessagesWaiting();
  }

  /**
   * Removes the oldest items from the queue and returns them as the pieces of one WebSocket message. Small items are
   * copied into one buffer; large items are not copied.
   */
  #takeNextMessage(): Buffer[] {
    const heads = this.#messageHeads;
    let frames = this.#waitingFrames;
    let size = 0;
    let count = 0;
    /** The total size of the large items, which are not copied. */
    let sharedBytes = 0;
    while (count < frames.length && size < batchBytes) {
      const { data, isWholeFrame } = frames[count++] as QueuedFrame;
      size += isWholeFrame ? data.length : this.#headBytes + data.length * heads.length;
      if (data.length >= minimumSharedBytes)
        sharedBytes += isWholeFrame ? data.length : data.length * heads.length;
    }
    if (count === frames.length) {
      this.#waitingFrames = [];
      this.#responseBytes = 0;
    } else frames = frames.splice(0, count);
    const headerBytes = size < 126 ? 2 : size < 65_536 ? 4 : 10;
    const batchBuffer = this.#allocateBatch(headerBytes + size - sharedBytes);
    batchBuffer[0] = textFrameByte;
    if (headerBytes === 2) batchBuffer[1] = size;
    else if (headerBytes === 4) {
      batchBuffer[1] = 126;
      batchBuffer.writeUInt16BE(size, 2);
    } else {
      batchBuffer[1] = 127;
      batchBuffer.writeBigUInt64BE(BigInt(size), 2);
    }
    // Small items fit into this one buffer. Most messages have only small items, so this path must be fast: it runs for
    // every receiver of a message.
    if (sharedBytes === 0) {
      this.#copyFrames(batchBuffer, headerBytes, frames);
      return [batchBuffer];
    }
    return this.#piecesOf(batchBuffer, headerBytes, frames);
  }

  /**
   * Returns memory for a WebSocket message. If the stream still has unsent bytes, the new message must wait too. It
   * then gets a buffer of exactly its size, so that a slow client does not hold the large shared buffer.
   */
  #allocateBatch(bytes: number): Buffer {
    return this.#stream.writableLength === 0 ? batchMemory.takeBuffer(bytes) : Buffer.allocUnsafe(bytes);
  }

  #copyFrames(batchBuffer: Buffer, startOffset: number, frames: readonly QueuedFrame[]): void {
    let offset = startOffset;
    for (const { data, isWholeFrame } of frames) {
      if (isWholeFrame) {
        batchBuffer.set(data, offset);
        offset += data.length;
        continue;
      }
      for (const messageHead of this.#messageHeads) {
        batchBuffer.set(messageHead, offset);
        batchBuffer.set(data, offset + messageHead.length);
        offset += messageHead.length + data.length;
      }
    }
  }

  /**
   * Copies the small items into `batchBuffer`. Returns the pieces to write in order: parts of `batchBuffer`, with the
   * large items between them.
   */
  #piecesOf(batchBuffer: Buffer, startOffset: number, frames: readonly QueuedFrame[]): Buffer[] {
    const batchPieces: Buffer[] = [];
    let pieceStart = 0;
    let offset = startOffset;
    const addPiece = (bytes: Buffer) => {
      if (bytes.length < minimumSharedBytes) {
        batchBuffer.set(bytes, offset);
        offset += bytes.length;
        return;
      }
      if (offset > pieceStart) batchPieces.push(batchBuffer.subarray(pieceStart, offset));
      pieceStart = offset;
      batchPieces.push(bytes);
    };
    for (const { data, isWholeFrame } of frames) {
      if (isWholeFrame) {
        addPiece(data);
        continue;
      }
      for (const messageHead of this.#messageHeads) {
        addPiece(messageHead);
        addPiece(data);
      }
    }
    if (offset > pieceStart) batchPieces.push(batchBuffer.subarray(pieceStart, offset));
    return batchPieces;
  }

  #recordFullSocket(): void {
    // Node emits `drain` only if `writableNeedDrain` is true and the system has not yet accepted all bytes. So check
    // both before waiting for `drain`.
    if (this.#stream.writableLength > 0 && this.#stream.writableNeedDrain) this.#socketFullSince = Date.now();
  }
}
