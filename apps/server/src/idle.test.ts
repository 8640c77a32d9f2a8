import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { defaultConnectionTimeouts } from "./kit/http/connection-times.ts";
import { setUpTestServer } from "./test/open-world.ts";

// These tests check that the server closes idle connections. All timeouts are shorter than in production, so that the
// tests are fast.

const timeouts = { headersTimeoutMs: 20_000, keepAliveTimeoutMs: 300, idleTimeoutMs: 600 };
const { server, testPeople } = await setUpTestServer({ connectionTimeouts: timeouts });
const { port } = new URL(await server.listen());

/** Opens a connection. Returns both of its sockets: the client's and the server's. */
async function openSocket(): Promise<{ client: Socket; serverSocket: Socket }> {
  const [client, [serverSocket]] = [
    connect(Number(port), "127.0.0.1"),
    await once(server.app.http.server, "connection"),
  ];
  client.on("error", () => undefined);
  return { client, serverSocket };
}

const createRawGetRequest = (path: string, headers = "") =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;

/** Resolves when the connection has closed. Returns how many milliseconds that took. */
async function measureMsUntilClosed(socket: Socket): Promise<number> {
  const startTime = performance.now();
  if (!socket.closed) await once(socket, "close");
  return performance.now() - startTime;
}

test("a connection may wait longer between two requests than a balancer keeps it", () => {
  expect(defaultConnectionTimeouts.keepAliveTimeoutMs).toBeGreaterThan(60_000);
  expect(defaultConnectionTimeouts.idleTimeoutMs).toBeGreaterThan(
    defaultConnectionTimeouts.keepAliveTimeoutMs,
  );
});

test("a connection on which no further request comes is closed, one on which one does is not", async () => {
  const { client, serverSocket } = await openSocket();
  for (let request = 0; request < 3; request++) {
    client.write(createRawGetRequest("/api/health"));
    const [responseData] = await once(client, "data");
    expect(String(responseData)).toMatch(/^HTTP\/1.1 200/);
  }
  expect(await measureMsUntilClosed(serverSocket)).toBeGreaterThanOrEqual(timeouts.keepAliveTimeoutMs - 50);
});

test("a connection on which nothing was ever asked is closed", async () => {
  const { serverSocket } = await openSocket();
  expect(await measureMsUntilClosed(serverSocket)).toBeGreaterThanOrEqual(timeouts.idleTimeoutMs - 50);
});

test("an answer that the client does not read is aborted", async () => {
  const { client, serverSocket } = await openSocket();
  client.pause();
  // The responses to these hundred requests are larger than the socket buffers. So the server cannot send all of them
  // while the client reads nothing.
  client.write(createRawGetRequest("/api/openapi.json").repeat(100));
  await measureMsUntilClosed(serverSocket);
});

test("a request that goes on, however slowly, is answered", async () => {
  const { client } = await openSocket();
  const body = JSON.stringify({ language: "vi" });
  const { access_token } = testPeople.an.tokens;
  client.write(
    createRawGetRequest(
      "/api/users/language/setting",
      `Authorization: Bearer ${access_token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`,
    ).replace("GET", "POST"),
  );
  const responsePromise = once(client, "data");
  const startTime = performance.now();
  for (const character of body) {
    client.write(character);
    await setTimeout(timeouts.idleTimeoutMs / 8);
  }
  expect(performance.now() - startTime).toBeGreaterThan(timeouts.idleTimeoutMs);
  expect(String(await responsePromise)).toMatch(/^HTTP\/1.1 200/);
});
