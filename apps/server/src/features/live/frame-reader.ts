import { isUtf8 } from "node:buffer";

/** A frame as received. Header names and values are still escaped. */
export interface RawFrame {
  command: string;
  headers: [name: string, value: string][];
  body: string;
}

/**
 * A frame whose headers are complete. Lengths are in bytes. The body's length is null if a NUL ends the
 * body.
 */
interface Head {
  frame: RawFrame;
  headLength: number;
  bodyLength: number | null;
}

const NUL = 0;
const LF = 10;
const CR = 13;

const tooLarge = "The frame is too large, or its NUL is missing.";

/** The stream cannot be read further. The message is for the client's developer. */
export class FrameError extends Error {}

/**
 * Splits a byte stream into STOMP frames. Throws a FrameError as soon as a frame exceeds `maximumBytes` or cannot
 * become valid. Its work is linear in the bytes, however they are split.
 */
export class FrameReader {
  readonly #maximumBytes: number;
  /** The start of an incomplete frame: the first `#length` bytes of a larger buffer. */
  #partial: Buffer = Buffer.alloc(0);
  #length = 0;
  /** Bytes already searched for the end of the headers or of the body. */
  #searched = 0;
  #head: Head | null = null;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  /** Whether an incomplete frame has begun. */
  get isWithinFrame(): boolean {
    return this.#length > 0;
  }

  /** Adds bytes and calls `onFrame` for each complete frame. */
  read(chunk: Buffer, onFrame: (frame: RawFrame) => void): void {
    const data = this.#append(chunk);
    let start = 0;
    for (;;) {
      if (!this.#head && this.#searched === 0) while (isBetweenFrames(data[start])) start++;
      if (start >= data.length) break;
      const whole = this.#frameAt(data, start);
      if (!whole) break;
      this.#head = null;
      this.#searched = 0;
      start = whole.end + 1;
      onFrame(whole.frame);
    }
    this.#storeRest(data, start);
  }

  #append(chunk: Buffer): Buffer {
    if (this.#length === 0) return chunk;
    const neededBytes = this.#length + chunk.length;
    if (neededBytes > this.#partial.length) {
      const larger = Buffer.allocUnsafeSlow(2 * neededBytes);
      this.#partial.copy(larger, 0, 0, this.#length);
      this.#partial = larger;
    }
    chunk.copy(this.#partial, this.#length);
    return this.#partial.subarray(0, neededBytes);
  }

  /** Stores the start of an incomplete frame. Throws a FrameError if it is too long. */
  #storeRest(data: Buffer, start: number): void {
    const length = data.length - start;
    if (length > this.#maximumBytes) throw new FrameError(tooLarge);
    if (length === 0) this.#partial = Buffer.alloc(0);
    // The chunk belongs to the socket, and the part before `start` is no longer needed.
    else if (start > 0 || this.#length === 0) this.#partial = Buffer.from(data.subarray(start));
    this.#length = length;
  }

  /** Returns the frame at `start` and the position of its NUL. Null if the frame is incomplete. */
  #frameAt(data: Buffer, start: number): { frame: RawFrame; end: number } | null {
    this.#head ??= this.#headAt(data, start);
    if (!this.#head) return null;
    const { frame, headLength, bodyLength } = this.#head;
    const bodyStart = start + headLength;
    let end = bodyStart + (bodyLength ?? 0);
    if (bodyLength === null) {
      end = data.indexOf(NUL, start + this.#searched);
      if (end === -1) this.#searched = data.length - start;
    }
    if (end === -1 || end >= data.length) return null;
    if (data[end] !== NUL) throw new FrameError("The body is not as long as its content-length says.");
    // Bytes that are not UTF-8 would come back changed, as a receipt for another id.
    if (!isUtf8(data.subarray(start, end))) throw new FrameError("The frame is not UTF-8.");
    return { frame: { ...frame, body: data.toString("utf8", bodyStart, end) }, end };
  }

  #headAt(data: Buffer, start: number): Head | null {
    const bodyStart = findHeadEnd(data, start + this.#searched);
    if (bodyStart === -1) {
      // The last two bytes may be the beginning of the end mark.
      this.#searched = Math.max(0, data.length - start - 2);
      return null;
    }
    const frame = parseHead(data.toString("utf8", start, bodyStart));
    const bodyLength = contentLength(frame);
    if (bodyLength !== null && bodyLength > this.#maximumBytes) throw new FrameError(tooLarge);
    const headLength = bodyStart - start;
    this.#searched = headLength;
    return { frame, headLength, bodyLength };
  }
}

/** Heart-beats, and the line ends that may follow a frame. */
function isBetweenFrames(byte: number | undefined): boolean {
  return byte === LF || byte === CR || byte === NUL;
}

/**
 * Returns where the body starts: after the first blank line at or after `from`. -1 if that line has not
 * arrived yet.
 */
function findHeadEnd(data: Buffer, from: number): number {
  const nul = data.indexOf(NUL, from);
  for (let line = data.indexOf(LF, from); line !== -1; line = data.indexOf(LF, line + 1)) {
    if (nul !== -1 && nul < line) break;
    const next = data[line + 1] === CR ? line + 2 : line + 1;
    if (data[next] === LF) return next + 1;
  }
  if (nul !== -1) throw new FrameError("The frame has a NUL before its end.");
  return -1;
}

function parseHead(text: string): RawFrame {
  const [command = "", ...lines] = text.split("\n").map((line) => line.replace(/\r$/, ""));
  const headers = lines
    .filter((line) => line !== "")
    .map((line): [string, string] => {
      const colon = line.indexOf(":");
      if (colon < 1) throw new FrameError("A header is a name, a colon and a value.");
      if (line.includes("\r")) throw new FrameError("A header has a carriage return in it.");
      return [line.slice(0, colon), line.slice(colon + 1)];
    });
  return { command, headers, body: "" };
}

/** Null without a content-length: the body ends at the next NUL. */
function contentLength({ headers }: RawFrame): number | null {
  const [, value] = headers.find(([name]) => name === "content-length") ?? [];
  if (value === undefined) return null;
  if (!/^ *\d{1,15} *$/.test(value)) throw new FrameError("The content-length is not a number of bytes.");
  return Number(value);
}
