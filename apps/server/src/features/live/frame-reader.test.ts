import fc from "fast-check";
import { expect, test } from "vitest";
import { FrameError, FrameReader, type RawFrame } from "./frame-reader.ts";

function readFrames(chunks: readonly Buffer[], maximumBytes = 1_000): RawFrame[] {
  const frames: RawFrame[] = [];
  const reader = new FrameReader(maximumBytes);
  for (const chunk of chunks) reader.read(chunk, (frame) => frames.push(frame));
  return frames;
}

function splitStream(stream: Buffer, positions: readonly number[]): Buffer[] {
  const cutPositions = [...positions.map((position) => position % (stream.length + 1)), stream.length].sort(
    (a, b) => a - b,
  );
  return cutPositions.map((end, index) => stream.subarray(cutPositions[index - 1] ?? 0, end));
}

const createAnyText = (unit: "binary" | "grapheme") => fc.string({ unit, maxLength: 12 });
const anyHeaderName = createAnyText("grapheme").map((value) => `n${value.replace(/[\0\r\n:]/g, "")}`);
const anyHeaderValue = createAnyText("grapheme").map((headerValue) => headerValue.replace(/[\0\r\n]/g, ""));
const anyFrame = fc.record({
  command: fc.constantFrom("CONNECT", "SEND", "X"),
  headers: fc.array(fc.tuple(anyHeaderName, anyHeaderValue), { maxLength: 3 }),
  body: createAnyText("binary").map((each) => Buffer.from(each).toString()),
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
        expect(readFrames(splitStream(stream, cutPositions))).toEqual(expectedFrames);
        expect(readFrames([...stream].map((byte) => Buffer.from([byte])))).toEqual(expectedFrames);
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
  for (const stream of flawedFrames.map((flawedFrame) => Buffer.from(`\nX\n\n\0${flawedFrame}`)))
    for (let splitPosition = 0; splitPosition <= stream.length; splitPosition++)
      expect(() => readFrames([stream.subarray(0, splitPosition), stream.subarray(splitPosition)])).toThrow(
        FrameError,
      );
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
  const isWithinFrameStates = ["\n", "\r\n", "X", "\n\n", "\0", "\n\nY"].map((receivedText) => {
    reader.read(Buffer.from(receivedText), () => {});
    return reader.isWithinFrame;
  });
  expect(isWithinFrameStates).toEqual([false, false, true, true, false, true]);
});
