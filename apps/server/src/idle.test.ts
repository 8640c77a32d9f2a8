import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { connectionTimes } from "./kit/http/connection-times.ts";
import { openWorld } from "./test/open-world.ts";

// Connections that wait for nothing end. The times are the same settings as outside of tests, only shorter.

const times = { headersMs: 20_000, keepAliveMs: 300, idleMs: 600 };
const { server, world } = await openWorld({ connectionTimes: times });
const { port } = new URL(await server.listen());

/** A connection, and the server's end of it. */
async function open(): Promise<{ client: Socket; held: Socket }> {
  const [client, [held]] = [
    connect(Number(port), "127.0.0.1"),
    await once(server.app.http.server, "connection"),
  ];
  client.on("error", () => undefined);
  return { client, held };
}

const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;

/** Milliseconds until this connection ended. */
async function timeToEnd(socket: Socket): Promise<number> {
  const began = performance.now();
  if (!socket.closed) await once(socket, "close");
  return performance.now() - began;
}

test("a connection may wait longer between two requests than a balancer keeps it", () => {
  expect(connectionTimes.keepAliveMs).toBeGreaterThan(60_000);
  expect(connectionTimes.idleMs).toBeGreaterThan(connectionTimes.keepAliveMs);
});

test("a connection on which no further request comes is closed, one on which one does is not", async () => {
  const { client, held } = await open();
  for (let request = 0; request < 3; request++) {
    client.write(get("/api/health"));
    const [answer] = await once(client, "data");
    expect(String(answer)).toMatch(/^HTTP\/1.1 200/);
  }
  expect(await timeToEnd(held)).toBeGreaterThanOrEqual(times.keepAliveMs - 50);
});

test("a connection on which nothing was ever asked is closed", async () => {
  const { held } = await open();
  expect(await timeToEnd(held)).toBeGreaterThanOrEqual(times.idleMs - 50);
});

test("an answer that nobody takes is given up", async () => {
  const { client, held } = await open();
  client.pause();
  // More than the system keeps between two sockets.
  client.write(get("/api/openapi.json").repeat(100));
  await timeToEnd(held);
});

test("a request that goes on, however slowly, is answered", async () => {
  const { client } = await open();
  const body = JSON.stringify({ language: "vi" });
  const { access_token } = world.an.tokens;
  client.write(
    get(
      "/api/users/language/setting",
      `Authorization: Bearer ${access_token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`,
    ).replace("GET", "POST"),
  );
  const answer = once(client, "data");
  const began = performance.now();
  for (const letter of body) {
    client.write(letter);
    await setTimeout(times.idleMs / 8);
  }
  expect(performance.now() - began).toBeGreaterThan(times.idleMs);
  expect(String(await answer)).toMatch(/^HTTP\/1.1 200/);
});
