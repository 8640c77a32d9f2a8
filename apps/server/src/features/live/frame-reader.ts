/** A frame as it came: header names and values still as they were escaped. */
export interface RawFrame {
  command: string;
  headers: [name: string, value: string][];
  body: string;
}

/** A frame whose headers are whole. Lengths in bytes; the body's is null where a NUL ends it. */
interface Head {
  frame: RawFrame;
  headLength: number;
  bodyLength: number | null;
}

const NUL = 0;
const LF = 10;
const CR = 13;

const tooLarge = "The frame is too large, or its NUL is missing.";

/** The stream cannot be read any further. The message says why, for the client's maker. */
export class FrameError extends Error {}

/**
 * Cuts a stream of bytes into STOMP frames. A frame of more than `maximumBytes`, and one that cannot become a frame any
 * more, throws a FrameError as soon as that is known. The work grows with the bytes, however they are cut.
 */
export class FrameReader {
  readonly #maximumBytes: number;
  /** What came of a frame that is not whole yet: `#length` bytes at the beginning of a buffer with room for more. */
  #partial: Buffer = Buffer.alloc(0);
  #length = 0;
  /** Bytes of it that hold no end of the headers, or no end of the body. */
  #searched = 0;
  #head: Head | null = null;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  /** Whether a frame has begun that is not whole yet. */
  get isWithinFrame(): boolean {
    return this.#length > 0;
  }

  /** Adds bytes to the stream and calls `onFrame` for each frame that is whole now. */
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
    this.#keep(data, start);
  }

  #append(chunk: Buffer): Buffer {
    if (this.#length === 0) return chunk;
    const needed = this.#length + chunk.length;
    if (needed > this.#partial.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed);
      this.#partial.copy(larger, 0, 0, this.#length);
      this.#partial = larger;
    }
    chunk.copy(this.#partial, this.#length);
    return this.#partial.subarray(0, needed);
  }

  /** Keeps what is not a whole frame yet. Throws a FrameError where it is too much for one. */
  #keep(data: Buffer, start: number): void {
    const length = data.length - start;
    if (length > this.#maximumBytes) throw new FrameError(tooLarge);
    if (length === 0) this.#partial = Buffer.alloc(0);
    // The chunk belongs to the socket, and what stood before `start` is done with.
    else if (start > 0 || this.#length === 0) this.#partial = Buffer.from(data.subarray(start));
    this.#length = length;
  }

  /** The frame that begins at `start`, and where its last NUL is; null while that has not come. */
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
    return { frame: { ...frame, body: data.toString("utf8", bodyStart, end) }, end };
  }

  #headAt(data: Buffer, start: number): Head | null {
    const bodyStart = findHeadEnd(data, start + this.#searched);
    if (bodyStart === -1) {
      // The last two bytes may be the beginning of what is looked for.
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

/** Where the body begins: after the first empty line that ends at or after `from`. -1 while there is none. */
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

/** Null where the frame does not say it: its body ends with the next NUL. */
function contentLength({ headers }: RawFrame): number | null {
  const [, value] = headers.find(([name]) => name === "content-length") ?? [];
  if (value === undefined) return null;
  if (!/^ *\d{1,15} *$/.test(value)) throw new FrameError("The content-length is not a number of bytes.");
  return Number(value);
}
