import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { AppError } from "../errors.ts";
import { errorPageHeaderLines, isApiRequest, rawAnswerOf } from "./client-errors.ts";

/**
 * Answers a WebSocket upgrade with an error and closes its socket. The HTTP server has already released the
 * socket, so the socket needs an error listener: without one an error would end the process. `lines`: further
 * headers.
 */
export function refuseUpgrade(
  { request, socket, publicUrl }: { request: IncomingMessage; socket: Duplex; publicUrl: string },
  refusal: AppError,
  lines: readonly string[] = [],
): void {
  const { retryAfter } = refusal;
  socket.on("error", () => socket.destroy());
  socket.once("finish", () => socket.destroy());
  socket.end(
    rawAnswerOf(refusal, isApiRequest(request), [
      ...errorPageHeaderLines(publicUrl),
      ...(retryAfter === undefined ? [] : [`retry-after: ${retryAfter}`]),
      ...lines,
    ]),
  );
}
