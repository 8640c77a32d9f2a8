import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";

/**
 * Whether a connection requests an upgrade to WebSocket. Other protocols in `Upgrade` (h2c) are ignored, as RFC 9110
 * §7.8 allows.
 */
export function requestsWebSocket({ headers }: IncomingMessage): boolean {
  return /(?:^|,)\s*websocket\s*(?:$|,)/i.test(headers.upgrade ?? "");
}

function countHostHeaders(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count;
}

/** Whether a request has a valid Host header: exactly one, or at most one in HTTP/1.0 (RFC 9112 §3.2). */
export function hasValidHostHeader({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = countHostHeaders(rawHeaders);
  return hosts === 1 || (hosts === 0 && httpVersion !== "1.1");
}

/**
 * Sends `100 Continue` to a client that waits for it, just before the server reads the request body. A refused request
 * gets no `100 Continue`. The function replaces `_read`, which Node runs when it starts to read a body.
 */
function sendContinueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const originalRead = request._read;
  request._read = (size) => {
    request._read = originalRead;
    if (!response.headersSent) response.writeContinue();
    originalRead.call(request, size);
  };
}

/**
 * Checks the HTTP rules of every request: exactly one Host header, and no expectation except 100-continue. Node's own
 * checks are off, because they would send an error response without a body.
 */
export function enforceHttpRules(httpServer: FastifyInstance): void {
  const serveRequest = (request: IncomingMessage, response: ServerResponse) =>
    httpServer.server.emit("request", request, response);
  httpServer.server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    sendContinueWhenRead(request, response);
    serveRequest(request, response);
  });
  httpServer.server.on("checkExpectation", serveRequest);

  httpServer.addHook("onRequest", (request, _, continueRequest) => {
    const { expect } = request.raw.headers;
    if (!hasValidHostHeader(request.raw)) continueRequest(new AppError("ERR.MALFORMED"));
    else if (expect !== undefined && !/(?:^|\W)100-continue(?:$|\W)/i.test(expect))
      continueRequest(new AppError("ERR.EXPECTATION"));
    else continueRequest();
  });
}
