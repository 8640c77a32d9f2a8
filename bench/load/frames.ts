const lineFeed = 10;
const nul = 0;
const blankLine = Buffer.from("\n\n");

export type Visit = (data: Buffer, command: number, bodyStart: number, bodyEnd: number) => void;

/** First bytes of the commands a server sends: enough to tell them apart. */
export const command = {
  connected: "C".charCodeAt(0),
  message: "M".charCodeAt(0),
  receipt: "R".charCodeAt(0),
  error: "E".charCodeAt(0),
} as const;

/**
 * Finds the STOMP frames of one WebSocket message and where the body of each lies; nothing is copied or decoded, for
 * the load shares its cores with what it measures. A frame ends at the next NUL: JSON has none inside.
 * Throws when a frame is cut: our server sends whole frames.
 */
export function scanFrames(data: Buffer, visit: Visit): void {
  let start = 0;
  while (start < data.length) {
    if (data[start] === lineFeed) {
      start++;
      continue;
    }
    const head = data.indexOf(blankLine, start);
    const end = head === -1 ? -1 : data.indexOf(nul, head + 2);
    if (end === -1) throw new Error("A WebSocket message ends inside a STOMP frame");
    visit(data, data[start] ?? nul, head + 2, end);
    start = end + 1;
  }
}
