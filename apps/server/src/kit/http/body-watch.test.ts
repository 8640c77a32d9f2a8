import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { answeredBodyTimeoutMs, progressBytes, progressTimeoutMs, watchBodyProgress } from "./body-watch.ts";
import { createBrokenRequestHandler, rememberNewestAnswerOfSockets } from "./client-errors.ts";

let server: Server;
let timeMs = 0;
afterEach(() => server.close());

/**
 * Starts a server with a clock that the test controls. Also returns a function that sends bytes to the server and
 * resolves when they have arrived.
 */
async function startServer(listener: RequestListener) {
  timeMs = 0;
  server = createServer(listener);
  const answer = createBrokenRequestHandler("http://localhost");
  server.on("clientError", (error, socket) => answer(error, socket as Socket));
  rememberNewestAnswerOfSockets(server);
  const bodyWatch = watchBodyProgress(server, () => timeMs);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const acceptedConnection = once(server, "connection") as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [serverSocket] = await acceptedConnection;
  return {
    client,
    check(elapsedMs: number) {
      timeMs += elapsedMs;
      bodyWatch.checkBodies();
    },
    async send(bytes: string) {
      const expectedBytes = serverSocket.bytesRead + bytes.length;
      const receivedEverything = Promise.withResolvers<void>();
      const checkReceived = () =>
        serverSocket.bytesRead >= expectedBytes ? receivedEverything.resolve() : setImmediate(checkReceived);
      client.write(bytes);
      checkReceived();
      await receivedEverything.promise;
    },
  };
}

const requestHead = (length: number) =>
  `POST /api/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n`;

test("a stalled body gets a 408 in the form of the API's errors", async () => {
  const { client, check, send } = await startServer((request) => request.resume());
  await send(`${requestHead(1_000_000)}half`);
  check(progressTimeoutMs - 1);
  expect(client.closed).toBe(false);
  check(1);
  const [responseHead = "", body = ""] = (await text(client)).split("\r\n\r\n");
  expect(responseHead).toMatch(/^HTTP\/1\.1 408 /);
  expect(JSON.parse(body).error.code).toBe("ERR.TIMEOUT");
});

test("a body that arrives too slowly is cut off", async () => {
  const { client, check, send } = await startServer((request) => request.resume());
  await send(requestHead(1_000_000));
  const answer = text(client);
  for (let waitedMs = 0; waitedMs < progressTimeoutMs; waitedMs += 5_000) {
    await send("x".repeat(1_000));
    check(5_000);
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
});

test("a body that is slow and makes progress may take hours", async () => {
  const { client, check, send } = await startServer((request, response) => {
    request.resume().once("end", () => response.end("whole"));
  });
  const partsToSend = 200;
  await send(`${requestHead(partsToSend * progressBytes)}`.replace("host", "connection: close\r\nhost"));
  for (let part = 0; part < partsToSend; part++) {
    check(progressTimeoutMs - 1);
    await send("x".repeat(progressBytes));
  }
  expect(timeMs).toBeGreaterThan(2 * 3_600_000);
  expect(await text(client)).toMatch(/^HTTP\/1\.1 200 [\s\S]*whole/);
});

test("a body that nobody reads here is not its sender's delay", async () => {
  const readBufferFilled = Promise.withResolvers<() => void>();
  const { client, check, send } = await startServer((request, response) => {
    const readBody = () => request.resume().once("end", () => response.end("whole"));
    const checkReceived = () => {
      if (request.readableLength >= request.readableHighWaterMark) readBufferFilled.resolve(readBody);
      else setImmediate(checkReceived);
    };
    checkReceived();
  });
  const size = 256 * 1024;
  await send(requestHead(size).replace("host", "connection: close\r\nhost"));
  const wholeBodySent = send("x".repeat(size));
  const resumeReading = await readBufferFilled.promise;
  check(progressTimeoutMs);
  check(progressTimeoutMs);
  check(progressTimeoutMs);
  resumeReading();
  await wholeBodySent;
  expect(await text(client)).toMatch(/^HTTP\/1\.1 200 [\s\S]*whole/);
});

test("who is refused and sends on is cut, at once where nothing comes, and in any case in the end", async () => {
  const refuseRequest: RequestListener = (_, response) => response.writeHead(401).end();
  const silentSocket = await startServer(refuseRequest);
  const refusalData = once(silentSocket.client, "data");
  await silentSocket.send(requestHead(1_000_000));
  await refusalData;
  silentSocket.check(0);
  silentSocket.check(5_000);
  await once(silentSocket.client, "close");
  server.close();

  const sendingSocket = await startServer(refuseRequest);
  sendingSocket.client.on("error", () => undefined).resume();
  const socketClosed = once(sendingSocket.client, "close");
  await sendingSocket.send(requestHead(1_000_000));
  sendingSocket.check(0);
  for (let waitedMs = 5_000; waitedMs < answeredBodyTimeoutMs; waitedMs += 5_000) {
    await sendingSocket.send("more");
    sendingSocket.check(5_000);
  }
  expect(sendingSocket.client.closed).toBe(false);
  await sendingSocket.send("more");
  sendingSocket.check(5_000);
  await socketClosed;
});
