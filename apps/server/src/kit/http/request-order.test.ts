import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { retryUntilSuccess } from "../../test/eventually.ts";
import { handleRequestsInOrder, maximumWaitingRequests } from "./request-order.ts";

/** The paths of the requests that the server has begun to handle, in this order. */
let handledPaths: string[];
let openResponses: ServerResponse[];
let server: ReturnType<typeof createServer>;
let client: Socket;

beforeEach(async () => {
  handledPaths = [];
  openResponses = [];
  const handleRequest = ({ url }: IncomingMessage, response: ServerResponse) => {
    handledPaths.push(url ?? "");
    openResponses.push(response);
  };
  server = createServer(handleRequest);
  handleRequestsInOrder(server, handleRequest);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  client = await openConnection();
});
afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

async function openConnection(): Promise<Socket> {
  const { port } = server.address() as { port: number };
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

const requestOf = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const answerBytes = 20_000_000;

test("a request begins when the client has taken the answer to the one before; other connections do not wait", async () => {
  client.pause();
  client.write(["/1", "/2", "/3"].map(requestOf).join(""));
  await retryUntilSuccess(() => expect(handledPaths).toEqual(["/1"]));
  // A response of this many bytes does not fit into the socket buffers.
  openResponses[0]?.end(Buffer.alloc(answerBytes));
  const otherClient = await openConnection();
  otherClient.write(requestOf("/other"));
  await retryUntilSuccess(() => expect(handledPaths).toEqual(["/1", "/other"]));
  openResponses[1]?.end();
  await once(otherClient, "data");
  otherClient.destroy();
  expect(handledPaths).toEqual(["/1", "/other"]);
  client.resume();
  await retryUntilSuccess(() => expect(handledPaths).toEqual(["/1", "/other", "/2"]));
  openResponses[2]?.end();
  await retryUntilSuccess(() => expect(handledPaths.at(-1)).toBe("/3"));
  openResponses[3]?.end();
  client.write(requestOf("/4"));
  await retryUntilSuccess(() => expect(handledPaths.at(-1)).toBe("/4"));
});

test("requests that wait are dropped when their connection ends", async () => {
  client.write(requestOf("/1") + requestOf("/2"));
  await retryUntilSuccess(() => expect(handledPaths).toEqual(["/1"]));
  client.destroy();
  await once(openResponses[0] as ServerResponse, "close");
  const otherClient = await openConnection();
  otherClient.write(requestOf("/other"));
  await retryUntilSuccess(() => expect(handledPaths).toEqual(["/1", "/other"]));
  otherClient.destroy();
});

test("an upgrade or CONNECT behind a running request ends the request", async () => {
  server.on("upgrade", (_, socket) => socket.destroy());
  for (const method of ["CONNECT a:1", "GET /"]) {
    const otherClient = await openConnection();
    const pathCount = handledPaths.length;
    otherClient.write(
      `${requestOf("/1")}${requestOf("/2")}${method} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    await retryUntilSuccess(() => expect(handledPaths.length).toBe(pathCount + 1));
    const response = openResponses.at(-1) as ServerResponse;
    if (!response.closed) await once(response, "close");
    expect(handledPaths.length).toBe(pathCount + 1);
  }
});

test("a client that sends too many requests ahead is disconnected", async () => {
  client.write(requestOf("/many").repeat(maximumWaitingRequests + 1));
  await retryUntilSuccess(() => expect(handledPaths).toEqual(["/many"]));
  expect(client.closed).toBe(false);
  client.write(requestOf("/more"));
  await once(client, "close");
  expect(handledPaths).toEqual(["/many"]);
});
