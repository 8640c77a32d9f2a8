/**
 * Memory in which one batch after another is composed. The system usually copies a batch as soon as it is written, and
 * the next batch then reuses the memory. With new memory for each receiver, a post in a room of 200 members takes the
 * server a tenth more processor time (`npm run bench`), because the system clears it and V8 collects it.
 */
export class BatchMemory {
  readonly #bytes: number;
  #memory: Buffer;

  /** `bytes` is the size of the largest batch that uses this memory. */
  constructor(bytes: number) {
    this.#bytes = bytes;
    this.#memory = Buffer.allocUnsafeSlow(bytes);
  }

  /** Returns memory for one batch. It is valid until the next call, or for ever after `giveAway`. */
  take(bytes: number): Buffer {
    return bytes <= this.#bytes ? this.#memory.subarray(0, bytes) : Buffer.allocUnsafe(bytes);
  }

  /** Leaves the memory to the stream that still has to send some of it. The next batch gets new memory. */
  giveAway(): void {
    this.#memory = Buffer.allocUnsafeSlow(this.#bytes);
  }
}
