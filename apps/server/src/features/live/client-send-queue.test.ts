import { Writable } from "node:stream";
import { expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { ClientSendQueue, type QueuedFrame } from "./client-send-queue.ts";

/**
 * Creates an outbox with a fake socket. The socket accepts bytes at once, or with `isSlow` only when `acceptWrite` is
 * called. Also returns the written bytes.
 */
function openOutbox(messageHeads: readonly string[], { isSlow = false } = {}) {
  const writtenFrames: Buffer[] = [];
  let acceptWrite: () => void = () => undefined;
  const stream = new Writable({
    writev(writtenPieces, onWritten) {
      acceptWrite = () => {
        // Does what the operating system does when it accepts the bytes. After that, the outbox may reuse the memory of
        // short messages, but not of long ones.
        for (const { chunk } of writtenPieces as unknown as { chunk: Buffer }[])
          writtenFrames.push(chunk.length < 4_096 ? Buffer.from(chunk) : chunk);
        onWritten();
      };
      if (!isSlow) acceptWrite();
    },
  });
  const socket = { readyState: WebSocket.OPEN } as WebSocket;
  const outbox = new ClientSendQueue(socket, stream, () => undefined);
  outbox.setMessageHeads(messageHeads.map((messageHead) => Buffer.from(messageHead)));
  return { outbox, written: writtenFrames, stream, accept: () => acceptWrite() };
}

const createQueuedMessage = (text: string): QueuedFrame => ({
  data: Buffer.from(text),
  totalBytesWhenQueued: 0,
  isWholeFrame: false,
});

/** Returns the text of one WebSocket message. */
function readMessageText(frame: Buffer): string {
  const shortLength = frame.readUInt8(1);
  const [header, length] =
    shortLength < 126
      ? [2, shortLength]
      : shortLength === 126
        ? [4, frame.readUInt16BE(2)]
        : [10, Number(frame.readBigUInt64BE(2))];
  expect(frame[0]).toBe(0x81);
  expect(frame.length).toBe(header + length);
  return frame.toString("utf8", header);
}

test("a long message is not copied for each of its receivers", () => {
  const queuedLongMessage = createQueuedMessage("x".repeat(8_000));
  for (const { outbox, written } of [openOutbox(["a:"]), openOutbox(["b:"])]) {
    outbox.deliver(queuedLongMessage);
    outbox.flush();
    expect(written).toContain(queuedLongMessage.data);
    const shortWrites = written.filter((writtenFrame) => writtenFrame !== queuedLongMessage.data);
    expect(shortWrites.reduce((byteCount, { length }) => byteCount + length, 0)).toBeLessThan(16);
  }
});

test.each([
  ["short ones", ["one", "two", "three"]],
  ["long ones", ["x".repeat(5_000), "y".repeat(9_000)]],
  ["both", ["one", "x".repeat(5_000), "two", "three", "y".repeat(70_000)]],
])("what gathers travels as one message, in order: %s", (_, texts) => {
  const { outbox, written } = openOutbox(["a:", "b:"]);
  for (const text of texts) outbox.deliver(createQueuedMessage(text));
  outbox.flush();
  expect(readMessageText(Buffer.concat(written))).toBe(texts.map((text) => `a:${text}b:${text}`).join(""));
});

test("a slow client receives its own messages although others received messages meanwhile", () => {
  const slowOutbox = openOutbox(["slow:"], { isSlow: true });
  const fastOutbox = openOutbox(["fast:"]);
  for (const text of ["one", "two", "three"])
    for (const { outbox } of [slowOutbox, fastOutbox]) {
      outbox.deliver(createQueuedMessage(text));
      outbox.flush();
    }
  expect(fastOutbox.written.map(readMessageText)).toEqual(["fast:one", "fast:two", "fast:three"]);
  slowOutbox.accept();
  expect(slowOutbox.written.map(readMessageText)).toEqual(["slow:one"]);
  slowOutbox.accept();
  expect(Buffer.concat(slowOutbox.written.slice(1)).toString("latin1")).toBe(
    "\x81\x08slow:two\x81\x0aslow:three",
  );
});

test("a slow client holds little more memory than its messages have bytes", () => {
  const { outbox, stream } = openOutbox(["a:"], { isSlow: true });
  const writeSpy = vi.spyOn(stream, "write");
  for (let count = 0; count < 20; count++) {
    outbox.deliver(createQueuedMessage("x".repeat(100)));
    outbox.flush();
  }
  const batchBuffers = new Set(writeSpy.mock.calls.map(([writtenBatch]) => (writtenBatch as Buffer).buffer));
  const heldBytes = [...batchBuffers].reduce((byteCount, { byteLength }) => byteCount + byteLength, 0);
  expect(writeSpy).toHaveBeenCalledTimes(20);
  expect(heldBytes).toBeLessThan(300_000);
});
