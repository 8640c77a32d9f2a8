const lineFeed = 10;
const nulByte = 0;
const endOfHeaders = Buffer.from("\n\n");

export type FrameCallback = (data: Buffer, command: number, bodyStart: number, bodyEnd: number) => void;

/** The first bytes of the STOMP commands that the server sends. These bytes are enough to identify a command. */
export const firstByteOfCommand = {
  connected: "C".charCodeAt(0),
  message: "M".charCodeAt(0),
  receipt: "R".charCodeAt(0),
  error: "E".charCodeAt(0),
} as const;

/**
 * Finds the STOMP frames in one WebSocket message, and returns the position of each body. Copies and decodes nothing,
 * because the client shares its processor cores with the server. A frame ends at the next NUL byte, because JSON
 * contains no NUL byte. Throws if a frame is incomplete: our server sends only whole frames.
 */
export function scanFrames(data: Buffer, visit: FrameCallback): void {
  let frameStart = 0;
  while (frameStart < data.length) {
    if (data[frameStart] === lineFeed) {
      frameStart++;
      continue;
    }
    const headersEnd = data.indexOf(endOfHeaders, frameStart);
    const frameEnd = headersEnd === -1 ? -1 : data.indexOf(nulByte, headersEnd + 2);
    if (frameEnd === -1) throw new Error("A WebSocket message ends inside a STOMP frame");
    visit(data, data[frameStart] ?? nulByte, headersEnd + 2, frameEnd);
    frameStart = frameEnd + 1;
  }
}
