import fc from "fast-check";
import { expect, test } from "vitest";
import { FrameError, FrameReader, type RawFrame } from "./frame-reader.ts";

function readAll(chunks: readonly Buffer[], maximumBytes = 1_000): RawFrame[] {
  const frames: RawFrame[] = [];
  const reader = new FrameReader(maximumBytes);
  for (const chunk of chunks) reader.read(chunk, (frame) => frames.push(frame));
  return frames;
}

function splitAt(stream: Buffer, positions: readonly number[]): Buffer[] {
  const cutPositions = [...positions.map((position) => position % (stream.length + 1)), stream.length].sort(
    (a, b) => a - b,
  );
  return cutPositions.map((end, index) => stream.subarray(cutPositions[index - 1] ?? 0, end));
}

const anyText = (unit: "binary" | "grapheme") => fc.string({ unit, maxLength: 12 });
const anyHeaderName = anyText("grapheme").map((value) => `n${value.replace(/[\0\r\n:]/g, "")}`);
const anyHeaderValue = anyText("grapheme").map((each) => each.replace(/[\0\r\n]/g, ""));
const anyFrame = fc.record({
  command: fc.constantFrom("CONNECT", "SEND", "X"),
  headers: fc.array(fc.tuple(anyHeaderName, anyHeaderValue), { maxLength: 3 }),
  body: anyText("binary").map((each) => Buffer.from(each).toString()),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  after: fc.constantFrom("", "\n", "\r\n", "\n\n\n"),
});

test("any frames, split in any way, are read correctly", () => {
  fc.assert(
    fc.property(
      fc.array(anyFrame, { maxLength: 4 }),
      fc.array(fc.nat(), { maxLength: 8 }),
      (frames, cutPositions) => {
        const expectedFrames = frames.map(({ command, headers, body }): RawFrame => {
          const lengthHeader: [string, string] = ["content-length", String(Buffer.byteLength(body))];
          return { command, headers: body.includes("\0") ? [...headers, lengthHeader] : headers, body };
        });
        const stream = Buffer.concat(
          expectedFrames.map(({ command, headers, body }, index) => {
            const { lineEnd, after } = frames[index] as (typeof frames)[number];
            const lines = [command, ...headers.map(([key, each]) => `${key}:${each}`), "", ""];
            return Buffer.from(`${lines.join(lineEnd)}${body}\0${after}`);
          }),
        );
        expect(readAll(splitAt(stream, cutPositions))).toEqual(expectedFrames);
        expect(readAll([...stream].map((byte) => Buffer.from([byte])))).toEqual(expectedFrames);
      },
    ),
  );
});

test("an error is found wherever the stream is split", () => {
  const flawedFrames = [
    "SEND\nid:a\0b\n\n\0",
    "SEND\nno colon\n\n\0",
    "SEND\ncontent-length:-1\n\n",
    "SEND\ncontent-length:1001\n\n",
    "SEND\ncontent-length:1\n\nab\0",
    `SEND\n\n${"x".repeat(1_000)}`,
    `SEND\n${"x".repeat(1_000)}`,
  ];
  for (const stream of flawedFrames.map((each) => Buffer.from(`\nX\n\n\0${each}`)))
    for (let at = 0; at <= stream.length; at++)
      expect(() => readAll([stream.subarray(0, at), stream.subarray(at)])).toThrow(FrameError);
});

test("frames before an error are delivered", () => {
  const frames: RawFrame[] = [];
  const reader = new FrameReader(1_000);
  expect(() => reader.read(Buffer.from("X\n\n\0Y\nz\n\n\0"), (each) => frames.push(each))).toThrow(
    FrameError,
  );
  expect(frames.map(({ command }) => command)).toEqual(["X"]);
});

test("a frame is within the reader from its first byte to its NUL; heart-beats are not", () => {
  const reader = new FrameReader(1_000);
  const states = ["\n", "\r\n", "X", "\n\n", "\0", "\n\nY"].map((piece) => {
    reader.read(Buffer.from(piece), () => {});
    return reader.isWithinFrame;
  });
  expect(states).toEqual([false, false, true, true, false, true]);
});
