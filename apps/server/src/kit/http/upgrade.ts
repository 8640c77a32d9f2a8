import type { Duplex } from "node:stream";
import { securityHeaders } from "./security-headers.ts";

/**
 * Answers an upgrade with a status line such as `403 Forbidden` and closes its socket. The HTTP server has
 * already released the socket, so it needs an error listener: without one an error would end the process.
 * `retryAfter` is in seconds.
 */
export function refuseUpgrade(socket: Duplex, status: string, retryAfter?: number): void {
  const headers = {
    connection: "close",
    "content-length": "0",
    ...securityHeaders(false),
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on("error", () => socket.destroy());
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`);
}
