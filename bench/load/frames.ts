const lineFeed = 10;
const nulByte = 0;
const endOfHeaders = Buffer.from("\n\n");

export type FrameCallback = (data: Buffer, command: number, bodyStart: number, bodyEnd: number) => void;

/** The first bytes of the STOMP commands that the server sends. They are enough to tell the commands apart. */
export const command = {
  connected: "C".charCodeAt(0),
  message: "M".charCodeAt(0),
  receipt: "R".charCodeAt(0),
  error: "E".charCodeAt(0),
} as const;

/**
 * Finds the STOMP frames in one WebSocket message, and the position of each body. Copies and decodes nothing, because
 * this client shares its cores with the server. A frame ends at the next NUL byte, since JSON contains none. Throws if
 * a frame is cut: our server sends only whole frames.
 */
export function scanFrames(data: Buffer, visit: FrameCallback): void {
  let start = 0;
  while (start < data.length) {
    if (data[start] === lineFeed) {
      start++;
      continue;
    }
    const headersEnd = data.indexOf(endOfHeaders, start);
    const end = headersEnd === -1 ? -1 : data.indexOf(nulByte, headersEnd + 2);
    if (end === -1) throw new Error("A WebSocket message ends inside a STOMP frame");
    visit(data, data[start] ?? nulByte, headersEnd + 2, end);
    start = end + 1;
  }
}
