import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { Outbox, type QueuedFrame } from "./outbox.ts";

/** Creates an outbox whose socket accepts everything. Also returns the bytes that were written to the socket. */
function openOutbox(heads: readonly string[]) {
  const writtenFrames: Buffer[] = [];
  const stream = new Writable({
    write(piece: Buffer, _, done) {
      writtenFrames.push(piece);
      done();
    },
    writev(pieces, done) {
      writtenFrames.push(...pieces.map(({ chunk }) => chunk as Buffer));
      done();
    },
  });
  const socket = { readyState: WebSocket.OPEN } as WebSocket;
  const outbox = new Outbox(socket, stream, () => undefined);
  outbox.setMessageHeads(heads.map((head) => Buffer.from(head)));
  return { outbox, written: writtenFrames };
}

const message = (text: string): QueuedFrame => ({ bytes: Buffer.from(text), position: 0, isComplete: false });

/** Returns the text of one WebSocket message. */
function textOf(frame: Buffer): string {
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
  const longMessage = message("x".repeat(8_000));
  for (const { outbox, written } of [openOutbox(["a:"]), openOutbox(["b:"])]) {
    outbox.deliver(longMessage);
    outbox.flush();
    expect(written).toContain(longMessage.bytes);
    const shortPieces = written.filter((piece) => piece !== longMessage.bytes);
    expect(shortPieces.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(16);
  }
});

test.each([
  ["short ones", ["one", "two", "three"]],
  ["long ones", ["x".repeat(5_000), "y".repeat(9_000)]],
  ["both", ["one", "x".repeat(5_000), "two", "three", "y".repeat(70_000)]],
])("what gathers travels as one message, in order: %s", (_, texts) => {
  const { outbox, written } = openOutbox(["a:", "b:"]);
  for (const text of texts) outbox.deliver(message(text));
  outbox.flush();
  expect(textOf(Buffer.concat(written))).toBe(texts.map((text) => `a:${text}b:${text}`).join(""));
});
