import type { Duplex } from "node:stream";

/**
 * Answers an upgrade with a status line such as `403 Forbidden` and ends its socket. The HTTP server has let go of the
 * socket by then: an error that nobody hears would end the process. `retryAfter` in seconds.
 */
export function refuseUpgrade(socket: Duplex, status: string, retryAfter?: number): void {
  const wait = retryAfter === undefined ? "" : `retry-after: ${retryAfter}\r\n`;
  socket.on("error", () => socket.destroy());
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n${wait}\r\n`);
}
