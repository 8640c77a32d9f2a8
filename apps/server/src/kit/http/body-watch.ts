import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Milliseconds in which a body has to bring `progressBytes` more, or end. Its whole time has no limit: 100 MB over a slow
 * line take an hour, and a tunnel takes half a minute of it.
 */
export const stallMs = 40_000;
/** About 400 bytes a second; no line that a person would wait for is slower. */
export const progressBytes = 16 * 1024;
/** Milliseconds in which the rest of a body that was answered already may still come. */
export const lingerMs = 30_000;
/** Milliseconds between two looks. A refused body that brings nothing from one look to the next is cut. */
const checkMs = 5_000;

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** When the last `progressBytes` were complete, and the socket's byte count then. */
  progressAt: number;
  progressFrom: number;
  answeredAt: number | null;
  /** The socket's byte count at the last look. */
  bytesSeen: number;
}

export interface BodyWatch {
  /** Looks at every body that is under way; cuts those that stand still. Otherwise done every few seconds. */
  check(): void;
}

/**
 * Cuts bodies that never end. One that stands still is answered with 408 (as a `clientError` of the server); one that
 * was answered before it ended is closed. Only the sender's delay counts: while nobody reads a body here, it may wait.
 */
export function watchBodies(server: Server, now: () => number = Date.now): BodyWatch {
  const arrivals = new Map<Socket, Arrival>();
  server.on("connection", (socket: Socket) => socket.once("close", () => arrivals.delete(socket)));
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
    if (encoding === undefined && Number(length) === 0) return;
    const { socket } = request;
    const bytesSeen = socket.bytesRead;
    arrivals.set(socket, {
      request,
      response,
      progressAt: now(),
      progressFrom: bytesSeen,
      answeredAt: null,
      bytesSeen,
    });
  });

  function check(): void {
    const time = now();
    for (const [socket, arrival] of arrivals) {
      if (arrival.request.complete) arrivals.delete(socket);
      else if (arrival.response.writableFinished) linger(socket, arrival, time);
      else checkProgress(socket, arrival, time);
    }
  }

  function linger(socket: Socket, arrival: Arrival, time: number): void {
    const isStandingStill = arrival.answeredAt !== null && socket.bytesRead === arrival.bytesSeen;
    arrival.answeredAt ??= time;
    arrival.bytesSeen = socket.bytesRead;
    if (isStandingStill || time - arrival.answeredAt >= lingerMs) socket.destroy();
  }

  function checkProgress(socket: Socket, arrival: Arrival, time: number): void {
    const { request, response } = arrival;
    const serverIsBusy = request.readableLength >= request.readableHighWaterMark;
    if (serverIsBusy || socket.bytesRead - arrival.progressFrom >= progressBytes) {
      arrival.progressAt = time;
      arrival.progressFrom = socket.bytesRead;
    } else if (time - arrival.progressAt >= stallMs) {
      arrivals.delete(socket);
      if (response.headersSent) socket.destroy();
      else {
        const error = Object.assign(new Error("The body stands still."), {
          code: "ERR_HTTP_REQUEST_TIMEOUT",
        });
        server.emit("clientError", error, socket);
      }
    }
  }

  const timer = setInterval(check, checkMs);
  timer.unref();
  server.once("close", () => clearInterval(timer));
  return { check };
}
