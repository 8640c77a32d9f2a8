import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * In each period of this many milliseconds, a request body must end or at least `progressBytes` of it must arrive.
 * There is no timeout for the whole body, because 100 MB take an hour on a slow line. The period is long enough for
 * half a minute without a network, as in a train tunnel.
 */
export const progressTimeoutMs = 40_000;
/** Minimum bytes of progress per `progressTimeoutMs`, about 400 bytes per second. Every usable line is faster. */
export const progressBytes = 16 * 1024;
/** After the response was sent, the rest of the request body may arrive for this many milliseconds. */
export const answeredBodyTimeoutMs = 30_000;
/**
 * Milliseconds between two checks of request bodies. If a refused request sent no bytes between two checks, its
 * connection is closed.
 */
const checkIntervalMs = 5_000;

interface WatchedBody {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /**
   * The time at which the last block of `progressBytes` was complete. `bytesAtLastProgress` is how many bytes the
   * socket had received at that time.
   */
  lastProgressAt: number;
  bytesAtLastProgress: number;
  answeredAt: number | null;
  /** How many bytes the socket had received at the last check. */
  bytesAtLastCheck: number;
}

export interface BodyProgressChecker {
  /**
   * Checks every unfinished request body now and closes connections without progress. A timer runs this every few
   * seconds.
   */
  checkBodies(): void;
}

/**
 * Closes connections whose request body never ends. If no more bytes of a body arrive, the server responds with 408 (as
 * a `clientError`); if it has already responded, it closes the connection. Time in which the server itself does not
 * read the body does not count.
 */
export function watchBodyProgress(server: Server, now: () => number = Date.now): BodyProgressChecker {
  const watchedBodies = new Map<Socket, WatchedBody>();
  server.on("connection", (socket: Socket) => socket.once("close", () => watchedBodies.delete(socket)));
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
    if (encoding === undefined && Number(length) === 0) return;
    const { socket } = request;
    const bytesAtLastCheck = socket.bytesRead;
    watchedBodies.set(socket, {
      request,
      response,
      lastProgressAt: now(),
      bytesAtLastProgress: bytesAtLastCheck,
      answeredAt: null,
      bytesAtLastCheck,
    });
  });

  function checkBodies(): void {
    const time = now();
    for (const [socket, unfinishedBody] of watchedBodies) {
      if (unfinishedBody.request.complete) watchedBodies.delete(socket);
      else if (unfinishedBody.response.writableFinished)
        closeStalledAnsweredSocket(socket, unfinishedBody, time);
      else checkBodyProgress(socket, unfinishedBody, time);
    }
  }

  function closeStalledAnsweredSocket(socket: Socket, watchedBody: WatchedBody, time: number): void {
    const hasStalled = watchedBody.answeredAt !== null && socket.bytesRead === watchedBody.bytesAtLastCheck;
    watchedBody.answeredAt ??= time;
    watchedBody.bytesAtLastCheck = socket.bytesRead;
    if (hasStalled || time - watchedBody.answeredAt >= answeredBodyTimeoutMs) socket.destroy();
  }

  function checkBodyProgress(socket: Socket, watchedBody: WatchedBody, time: number): void {
    const { request, response } = watchedBody;
    const isReadBufferFull = request.readableLength >= request.readableHighWaterMark;
    if (isReadBufferFull || socket.bytesRead - watchedBody.bytesAtLastProgress >= progressBytes) {
      watchedBody.lastProgressAt = time;
      watchedBody.bytesAtLastProgress = socket.bytesRead;
    } else if (time - watchedBody.lastProgressAt >= progressTimeoutMs) {
      watchedBodies.delete(socket);
      if (response.headersSent) socket.destroy();
      else {
        const error = Object.assign(new Error("The body stands still."), {
          code: "ERR_HTTP_REQUEST_TIMEOUT",
        });
        server.emit("clientError", error, socket);
      }
    }
  }

  const checkTimer = setInterval(checkBodies, checkIntervalMs);
  checkTimer.unref();
  server.once("close", () => clearInterval(checkTimer));
  return { checkBodies };
}
