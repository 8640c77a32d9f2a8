import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { AppError } from "../errors.ts";
import { buildRawResponse, createErrorPageHeaders, isApiRequest } from "./client-errors.ts";

/**
 * Responds to a WebSocket upgrade with an error and closes the socket. Node has already removed its own error listener
 * from this socket. So this function adds one; otherwise a socket error would end the process. `headerLines` contains
 * additional headers.
 */
export function refuseUpgrade(
  { request, socket, publicUrl }: { request: IncomingMessage; socket: Duplex; publicUrl: string },
  refusal: AppError,
  headerLines: readonly string[] = [],
): void {
  const { retryAfter } = refusal;
  socket.on("error", () => socket.destroy());
  socket.once("finish", () => socket.destroy());
  socket.end(
    buildRawResponse(refusal, isApiRequest(request), [
      ...createErrorPageHeaders(publicUrl),
      ...(retryAfter === undefined ? [] : [`retry-after: ${retryAfter}`]),
      ...headerLines,
    ]),
  );
}
