import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Maximum number of requests of one connection that wait. A client that sends more without reading their answers is
 * disconnected. Browsers send the next request after the answer. Other clients send at most a few requests ahead.
 */
export const maximumWaitingRequests = 100;

/**
 * The property of a socket with the functions that start its waiting requests. It exists while a request of the
 * connection is handled. A WeakMap would make each garbage collection longer, because every request would change it.
 */
const waitingStartsKey = Symbol("waiting requests");
type SocketWithWaitingRequests = Socket & { [waitingStartsKey]?: (() => void)[] | undefined };

/**
 * Makes the server handle the requests of a connection one after the other (HTTP pipelining, RFC 9112 §9.3.2): the next
 * one begins when the connection has taken the whole answer to the one before. So the answers, database connections and
 * open files of one connection are those of one request. Without this, Node hands over all requests at once, and keeps
 * their answers in memory until the first answer is read.
 * `handleRequest` is the server's listener for requests that begins their handling.
 */
export function handleRequestsInOrder(server: Server, handleRequest: RequestListener): void {
  function startRequest(
    socket: SocketWithWaitingRequests,
    request: IncomingMessage,
    response: ServerResponse<IncomingMessage>,
  ): void {
    response.once("close", () => startNextRequest(socket));
    handleRequest(request, response);
  }

  function startNextRequest(socket: SocketWithWaitingRequests): void {
    const startNext = socket.destroyed ? undefined : socket[waitingStartsKey]?.shift();
    if (startNext) startNext();
    else socket[waitingStartsKey] = undefined;
  }

  server.off("request", handleRequest);
  server.on("request", (request, response) => {
    const socket: SocketWithWaitingRequests = request.socket;
    const waitingStarts = socket[waitingStartsKey];
    if (waitingStarts && waitingStarts.length >= maximumWaitingRequests) return void socket.destroy();
    if (waitingStarts) return void waitingStarts.push(() => startRequest(socket, request, response));
    socket[waitingStartsKey] = [];
    startRequest(socket, request, response);
  });
}
