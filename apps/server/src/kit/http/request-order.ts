import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Maximum number of waiting requests of one connection. A client that sends more without reading the responses is
 * disconnected. Browsers wait for each response; other clients send at most a few requests ahead.
 */
export const maximumWaitingRequests = 100;

/**
 * The socket property with a queue of functions, each of which starts a waiting request. It exists while the server
 * handles a request of the connection. A WeakMap would be slower, because every request would change it, and each
 * garbage collection would have to process it.
 */
const waitingStartFunctionsKey = Symbol("waiting requests");
type SocketWithWaitingRequests = Socket & { [waitingStartFunctionsKey]?: (() => void)[] | undefined };

/**
 * Makes the server handle the requests of a connection one by one (HTTP pipelining, RFC 9112 §9.3.2). The next request
 * begins when the previous response is sent completely. So one connection uses only the memory, database connections
 * and open files of one request. Without this, Node starts all requests at once and keeps their responses in memory
 * until the first one is read. `handleRequest` is the server's `request` listener.
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
    const startNextFunction = socket.destroyed ? undefined : socket[waitingStartFunctionsKey]?.shift();
    if (startNextFunction) startNextFunction();
    else socket[waitingStartFunctionsKey] = undefined;
  }

  server.off("request", handleRequest);
  server.on("request", (request, response) => {
    const socket: SocketWithWaitingRequests = request.socket;
    const waitingStartFunctions = socket[waitingStartFunctionsKey];
    if (waitingStartFunctions && waitingStartFunctions.length >= maximumWaitingRequests)
      return void socket.destroy();
    if (waitingStartFunctions)
      return void waitingStartFunctions.push(() => startRequest(socket, request, response));
    socket[waitingStartFunctionsKey] = [];
    startRequest(socket, request, response);
  });
}
