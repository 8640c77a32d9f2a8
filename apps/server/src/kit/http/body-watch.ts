import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Milliseconds in which a request body must end or progress by `progressBytes`. The whole body has no
 * timeout: 100 MB on a slow line take an hour, and a train's tunnel interrupts an upload for half a minute.
 */
export const progressTimeoutMs = 40_000;
/** Minimum bytes per `progressTimeoutMs`, about 400 per second. No usable line is slower. */
export const progressBytes = 16 * 1024;
/** Milliseconds for which the rest of a request body may still arrive after the answer was sent. */
export const answeredBodyTimeoutMs = 30_000;
/**
 * Milliseconds between two checks of request bodies. A refused body without new bytes between two checks is
 * cut off.
 */
const checkIntervalMs = 5_000;

interface WatchedBody {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /**
   * The time at which the body last made progress, which means that `progressBytes` more bytes arrived.
   * `bytesAtLastProgress` is how many bytes the socket had received then.
   */
  lastProgressAt: number;
  bytesAtLastProgress: number;
  answeredAt: number | null;
  /** How many bytes the socket had received at the last check. */
  bytesAtLastCheck: number;
}

export interface BodyProgressChecker {
  /**
   * Checks every unfinished request body now and cuts off those without progress. A timer calls this every
   * few seconds.
   */
  checkBodies(): void;
}

/**
 * Cuts off request bodies that never end. If a body makes no progress, the server answers with 408 (as a
 * `clientError`). If the request was already answered, the server closes the connection. Time in which the server
 * itself does not read the body does not count.
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

  const timer = setInterval(checkBodies, checkIntervalMs);
  timer.unref();
  server.once("close", () => clearInterval(timer));
  return { checkBodies };
}
