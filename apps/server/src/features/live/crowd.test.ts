import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import WebSocket from "ws";
import { createLiveWithoutDatabase, type LiveWithoutDatabase, waitForText } from "../../test/live-alone.ts";

let singleProcess: LiveWithoutDatabase;
afterEach(() => singleProcess.close());

/** Opens a WebSocket. Resolves with the open socket, or with the HTTP response if the server refuses the connection. */
function openSocket(ip: string): Promise<WebSocket | IncomingMessage> {
  const socket = new WebSocket(`${singleProcess.url.replace("http", "ws")}/api/live`, {
    headers: { "x-forwarded-for": ip },
  });
  return new Promise((resolve) => {
    socket.on("error", () => {});
    socket.on("open", () => resolve(socket));
    socket.on("unexpected-response", (_, response) => resolve(response));
  });
}

test("a person's sockets past the limit are told so and how long; those there stay, and one that goes makes room", async () => {
  singleProcess = await createLiveWithoutDatabase({ perPerson: 2, perNetwork: 100 });
  singleProcess.roomIdsByUserId.set("an", ["room"]);
  const [firstClient, secondClient] = [
    await singleProcess.connectAndSubscribe("an", "1"),
    await singleProcess.connectAndSubscribe("an", "2"),
  ];
  const thirdClient = await singleProcess.connect("an", "3");
  const { headers } = await thirdClient.waitForFrame("ERROR");
  expect(headers).toMatchObject({ message: "ERR.TOO_MANY", "retry-after": "51" });
  await thirdClient.waitForClose();
  const otherClient = await singleProcess.connectAndSubscribe("minh");
  singleProcess.sendText("room", "still here");
  await waitForText(firstClient, "still here");
  await waitForText(secondClient, "still here");

  firstClient.socket.terminate();
  // The server notices a closed socket a moment later, so the test retries until it can connect again.
  await expect
    .poll(async () => {
      const nextClient = await singleProcess.connect("an", "4");
      const { command } = await Promise.race([
        nextClient.waitForFrame("CONNECTED"),
        nextClient.waitForFrame("ERROR"),
      ]);
      return command;
    })
    .toBe("CONNECTED");
  expect(otherClient.closeDetails).toBeNull();
});

test("sockets of one network past the limit are refused with 429 and how long, also those that say nothing", async () => {
  singleProcess = await createLiveWithoutDatabase({ perPerson: 100, perNetwork: 2 });
  const silentSocket = await openSocket("2001:db8:0:1::1");
  expect(silentSocket).toBeInstanceOf(WebSocket);
  expect(await openSocket("2001:db8:0:1::2")).toBeInstanceOf(WebSocket);
  const refusedSocket = await openSocket("2001:db8:0:1:ffff::3");
  expect(refusedSocket).toMatchObject({ statusCode: 429, headers: { "retry-after": "51" } });
  expect(await openSocket("2001:db8:0:2::1")).toBeInstanceOf(WebSocket);
  // The server uses only the last address of the header, which its own proxy has added. A caller can invent only the
  // addresses before it.
  expect(await openSocket("203.0.113.9, 2001:db8:0:1::4")).toMatchObject({ statusCode: 429 });

  (silentSocket as WebSocket).terminate();
  await expect.poll(() => openSocket("2001:db8:0:1::5")).toBeInstanceOf(WebSocket);
});

test("failed handshakes do not count towards the limit", async () => {
  singleProcess = await createLiveWithoutDatabase({ perPerson: 100, perNetwork: 1 });
  const requestHead = "GET /api/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n";
  for (let count = 0; count < 3; count++) {
    const socket = connect(Number(new URL(singleProcess.url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.end(`${requestHead}X-Forwarded-For: 192.0.2.1\r\nSec-WebSocket-Version: 99\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d /);
  }
  await expect.poll(() => openSocket("192.0.2.1")).toBeInstanceOf(WebSocket);
});
