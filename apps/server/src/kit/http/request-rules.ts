import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";

/** Whether a connection is to become a WebSocket. Every other `Upgrade` (h2c) is ignored: RFC 9110 §7.8 allows it. */
export function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return /(?:^|,)\s*websocket\s*(?:$|,)/i.test(headers.upgrade ?? "");
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count;
}

/**
 * Tells a client that waits for it to go on once its body is about to be read: never where the request was refused. Node
 * begins to read a body with `_read`, as every Readable does.
 */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const read = request._read;
  request._read = (size) => {
    request._read = read;
    if (!response.headersSent) response.writeContinue();
    read.call(request, size);
  };
}

/**
 * What HTTP asks of every request, checked here because Node would answer without a body: one Host (RFC 9112 §3.2), no
 * expectation but 100-continue.
 */
export function checkRequests(http: FastifyInstance): void {
  const serve = (request: IncomingMessage, response: ServerResponse) =>
    http.server.emit("request", request, response);
  http.server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    continueWhenRead(request, response);
    serve(request, response);
  });
  http.server.on("checkExpectation", serve);

  http.addHook("onRequest", (request, _, done) => {
    const { rawHeaders, httpVersion, headers } = request.raw;
    const hosts = countHosts(rawHeaders);
    const { expect } = headers;
    if (hosts > 1 || (hosts === 0 && httpVersion === "1.1")) done(new AppError("ERR.MALFORMED"));
    else if (expect !== undefined && !/(?:^|\W)100-continue(?:$|\W)/i.test(expect))
      done(new AppError("ERR.EXPECTATION"));
    else done();
  });
}
