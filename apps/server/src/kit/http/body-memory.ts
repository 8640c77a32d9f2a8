import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "../errors.ts";

/**
 * Maximum bytes of unfinished request bodies per person or network. A person may send three pictures of the maximum
 * size at the same time.
 */
const maximumBytesPerCaller = { person: 16 * 1024 * 1024, network: 4 * 1024 * 1024 } as const;
/** Maximum bytes of all unfinished request bodies together. */
const maximumBytesOfAllBodies = 256 * 1024 * 1024;
/**
 * A body of at most this many bytes is accepted even if no memory is left, because it needs hardly more memory than its
 * connection.
 */
const alwaysAllowedBytes = 48 * 1024;
/** Seconds after which the client of a refused request may retry. */
const retryAfterSeconds = 5;

export interface BodyMemoryLimiter {
  /**
   * Reserves memory for a request's body until the response is sent or the connection ends. `holder` is the person or
   * the network that sends the body. Throws ERR.TOO_MANY if the unfinished bodies of this holder, or of all holders
   * together, are too large. A body without a `Content-Length` reserves `maximumBytes`.
   */
  reserveMemory(
    call: { raw: IncomingMessage; answer: ServerResponse; maximumBytes: number },
    holder: { kind: keyof typeof maximumBytesPerCaller; name: string },
  ): void;
}

/**
 * Limits the memory of request bodies that are being received. The server keeps each whole body in memory, and a body
 * may arrive slowly (`watchBodyProgress`), so the sum of all bodies is limited.
 */
export function createBodyMemoryLimiter(): BodyMemoryLimiter {
  const reservedBytesBySender = new Map<string, number>();
  let totalBytes = 0;

  return {
    reserveMemory({ raw, answer, maximumBytes }, { kind, name }) {
      // The connection ended before the memory was reserved. Without this check the memory would never be released,
      // because a closed connection emits no more events.
      if (raw.destroyed || answer.destroyed) return;
      const { "content-length": length, "transfer-encoding": encoding } = raw.headers;
      const bytes = encoding === undefined ? Number(length ?? 0) : maximumBytes;
      // Reserves no memory for a body that is too large, because the server refuses it before reading it.
      if (bytes === 0 || bytes > maximumBytes) return;
      const holder = `${kind} ${name}`;
      const reservedBytesBefore = reservedBytesBySender.get(holder) ?? 0;
      const isFull = totalBytes + bytes > maximumBytesOfAllBodies && bytes > alwaysAllowedBytes;
      if (isFull || reservedBytesBefore + bytes > maximumBytesPerCaller[kind])
        throw new AppError("ERR.TOO_MANY", { retryAfter: retryAfterSeconds });
      reservedBytesBySender.set(holder, reservedBytesBefore + bytes);
      totalBytes += bytes;
      let isMemoryReserved = true;
      const releaseMemory = () => {
        if (!isMemoryReserved) return;
        isMemoryReserved = false;
        totalBytes -= bytes;
        const remainingBytes = (reservedBytesBySender.get(holder) ?? 0) - bytes;
        if (remainingBytes > 0) reservedBytesBySender.set(holder, remainingBytes);
        else reservedBytesBySender.delete(holder);
      };
      answer.once("finish", releaseMemory);
      answer.once("close", releaseMemory);
    },
  };
}
