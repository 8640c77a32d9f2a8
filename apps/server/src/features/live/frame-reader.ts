import { isUtf8 } from "node:buffer";

/** A STOMP frame as received. Header names and values are still escaped. */
export interface RawFrame {
  command: string;
  headers: [name: string, value: string][];
  body: string;
}

/**
 * A STOMP frame with complete headers. Lengths are in bytes. The body's length is null if a NUL byte ends the
 * body.
 */
interface FrameHead {
  frame: RawFrame;
  headLength: number;
  bodyLength: number | null;
}

const NUL = 0;
const LF = 10;
const CR = 13;

const tooLargeMessage = "The frame is too large, or its NUL is missing.";

/** All readers share this empty buffer, because most of them have no incomplete frame. */
const emptyBuffer = Buffer.alloc(0);

/** A fatal error in the byte stream. Its message tells the client's developer what is wrong. */
export class FrameError extends Error {}

/**
 * Splits a byte stream into STOMP frames. Throws a FrameError as soon as a frame exceeds `maximumBytes` or
 * cannot become valid. Runs in linear time, however the bytes are split into chunks.
 */
export class FrameReader {
  readonly #maximumBytes: number;
  /**
   * The beginning of an incomplete frame: the first `#partialLength` bytes of this buffer. The buffer may be longer.
   */
  #partialFrame: Buffer = emptyBuffer;
  #partialLength = 0;
  /** How many bytes of the incomplete frame have been searched for the end of its headers or of its body. */
  #searchedByteCount = 0;
  #head: FrameHead | null = null;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  /** Whether the first part of a frame has arrived and the rest has not. */
  get isWithinFrame(): boolean {
    return this.#partialLength > 0;
  }

  /** Adds received bytes and calls `onFrame` for each complete frame. */
  read(chunk: Buffer, onFrame: (frame: RawFrame) => void): void {
    const data = this.#append(chunk);
    let frameStart = 0;
    for (;;) {
      if (!this.#head && this.#searchedByteCount === 0)
        while (isByteBetweenFrames(data[frameStart])) frameStart++;
      if (frameStart >= data.length) break;
      const completeFrame = this.#parseFrameAt(data, frameStart);
      if (!completeFrame) break;
      this.#head = null;
      this.#searchedByteCount = 0;
      frameStart = completeFrame.end + 1;
      onFrame(completeFrame.frame);
    }
    this.#storePartialFrame(data, frameStart);
  }

  #append(chunk: Buffer): Buffer {
    if (this.#partialLength === 0) return chunk;
    const neededBytes = this.#partialLength + chunk.length;
    if (neededBytes > this.#partialFrame.length) {
      const largerBuffer = Buffer.allocUnsafeSlow(2 * neededBytes);
      this.#partialFrame.copy(largerBuffer, 0, 0, this.#partialLength);
      this.#partialFrame = largerBuffer;
    }
    chunk.copy(this.#partialFrame, this.#partialLength);
    return this.#partialFrame.subarray(0, neededBytes);
  }

  /** Buffers the start of an incomplete frame. Throws a FrameError if the frame is too long. */
  #storePartialFrame(data: Buffer, start: number): void {
    const length = data.length - start;
    if (length > this.#maximumBytes) throw new FrameError(tooLargeMessage);
    if (length === 0) this.#partialFrame = emptyBuffer;
    // Copy only the bytes from `start` on. The chunk's memory belongs to the socket, and its earlier bytes are no
    // longer needed.
    else if (start > 0 || this.#partialLength === 0) this.#partialFrame = Buffer.from(data.subarray(start));
    this.#partialLength = length;
  }

  /** Returns the frame at `frameStart` and the position of its final NUL byte. Null if the frame is incomplete. */
  #parseFrameAt(data: Buffer, frameStart: number): { frame: RawFrame; end: number } | null {
    this.#head ??= this.#parseHeadAt(data, frameStart);
    if (!this.#head) return null;
    const { frame, headLength, bodyLength } = this.#head;
    const bodyStart = frameStart + headLength;
    let bodyEnd = bodyStart + (bodyLength ?? 0);
    if (bodyLength === null) {
      bodyEnd = data.indexOf(NUL, frameStart + this.#searchedByteCount);
      if (bodyEnd === -1) this.#searchedByteCount = data.length - frameStart;
    }
    if (bodyEnd === -1 || bodyEnd >= data.length) return null;
    if (data[bodyEnd] !== NUL) throw new FrameError("The body is not as long as its content-length says.");
    // Refuse bytes that are not UTF-8. Otherwise a text that the server returns, such as the id in a RECEIPT frame,
    // would differ from the client's text.
    if (!isUtf8(data.subarray(frameStart, bodyEnd))) throw new FrameError("The frame is not UTF-8.");
    return { frame: { ...frame, body: data.toString("utf8", bodyStart, bodyEnd) }, end: bodyEnd };
  }

  #parseHeadAt(data: Buffer, headStart: number): FrameHead | null {
    const bodyStart = findHeadEnd(data, headStart + this.#searchedByteCount);
    if (bodyStart === -1) {
      // The last two bytes may belong to the blank line that ends the headers, so search them again.
      this.#searchedByteCount = Math.max(0, data.length - headStart - 2);
      return null;
    }
    const frame = parseHead(data.toString("utf8", headStart, bodyStart));
    const bodyLength = readContentLength(frame);
    if (bodyLength !== null && bodyLength > this.#maximumBytes) throw new FrameError(tooLargeMessage);
    const headLength = bodyStart - headStart;
    this.#searchedByteCount = headLength;
    return { frame, headLength, bodyLength };
  }
}

/**
 * Whether this byte may stand between two frames: a line break or a NUL byte. Line breaks may follow a frame, and they
 * also serve as heart-beats.
 */
function isByteBetweenFrames(byte: number | undefined): boolean {
  return byte === LF || byte === CR || byte === NUL;
}

/**
 * Returns the index of the body's first byte, which follows the first blank line at or after `fromIndex`. Returns -1 if
 * the blank line has not arrived yet.
 */
function findHeadEnd(data: Buffer, fromIndex: number): number {
  const nulIndex = data.indexOf(NUL, fromIndex);
  for (let line = data.indexOf(LF, fromIndex); line !== -1; line = data.indexOf(LF, line + 1)) {
    if (nulIndex !== -1 && nulIndex < line) break;
    const nextIndex = data[line + 1] === CR ? line + 2 : line + 1;
    if (data[nextIndex] === LF) return nextIndex + 1;
  }
  if (nulIndex !== -1) throw new FrameError("The frame has a NUL before its end.");
  return -1;
}

function parseHead(text: string): RawFrame {
  const [command = "", ...lines] = text.split("\n").map((line) => line.replace(/\r$/, ""));
  const headers = lines
    .filter((line) => line !== "")
    .map((line): [string, string] => {
      const colonIndex = line.indexOf(":");
      if (colonIndex < 1) throw new FrameError("A header is a name, a colon and a value.");
      if (line.includes("\r")) throw new FrameError("A header has a carriage return in it.");
      return [line.slice(0, colonIndex), line.slice(colonIndex + 1)];
    });
  return { command, headers, body: "" };
}

/**
 * Returns the value of the content-length header. Returns null without this header: the body then ends at the next NUL
 * byte.
 */
function readContentLength({ headers }: RawFrame): number | null {
  const [, value] = headers.find(([name]) => name === "content-length") ?? [];
  if (value === undefined) return null;
  if (!/^ *\d{1,15} *$/.test(value)) throw new FrameError("The content-length is not a number of bytes.");
  return Number(value);
}
