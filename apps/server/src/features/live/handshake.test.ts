import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { createBystanderChat } from "../../test/bystander.ts";
import { StompClient } from "../../test/stomp.ts";
import { addTestPeople } from "../../test/world.ts";

let server: TestApp;
let serverUrl: string;
let otherClients: Awaited<ReturnType<typeof createBystanderChat>>;

beforeAll(async () => {
  server = await createTestApp();
  serverUrl = await server.listen();
  otherClients = await createBystanderChat(serverUrl, await addTestPeople(server));
});
afterEach(() => otherClients.expectStillConnected());
afterAll(() => server.close());

const handshakeKeyHeaders = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n";

async function sendHandshake(target: string, headers: string): Promise<string> {
  const socket = connectTcp(Number(new URL(serverUrl).port), "127.0.0.1");
  socket.write(
    `GET ${target} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`,
  );
  const responseText = await text(socket);
  return responseText.split("\r\n")[0] ?? "";
}

test.each([
  ["another site", `Origin: https://evil.example\r\n`],
  ["a site that only begins like ours", "Origin: http://localhost:3000.evil.example\r\n"],
  ["no site (a sandboxed frame)", "Origin: null\r\n"],
  ["another site without an Origin", "Sec-Fetch-Site: cross-site\r\n"],
])("a handshake from %s is refused", async (_, header) => {
  expect(await sendHandshake("/api/live", handshakeKeyHeaders + header)).toBe("HTTP/1.1 403 Forbidden");
});

test.each(["http://localhost:3000", undefined])(
  "a handshake from our own page (%s) passes",
  async (origin) => {
    const client = await new StompClient(serverUrl, origin ? { origin } : {}).waitForOpen();
    expect(client.socket.protocol).toBe("v12.stomp");
    client.socket.close();
  },
);

test("a page served under another name of this host passes", async () => {
  const client = await new StompClient(serverUrl, { origin: serverUrl }).waitForOpen();
  expect(client.closeDetails).toBeNull();
  client.socket.close();
});

test.each(["/", "/api", "/api/liver", "/api/live/x", "/metrics", "/api/conversations"])(
  "an upgrade of %s is answered and closed",
  async (target) => {
    expect(await sendHandshake(target, handshakeKeyHeaders)).toMatch(/^HTTP\/1\.1 404 /);
  },
);

test.each(["//", "//[", "http://[", "/api/live%", "\\"])("the target %j breaks nothing", async (target) => {
  expect(await sendHandshake(target, handshakeKeyHeaders)).toMatch(/^HTTP\/1\.1 4\d\d /);
});

test.each([
  ["no key", "Sec-WebSocket-Version: 13\r\n"],
  ["an unknown version", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 99\r\n"],
  ["a malformed subprotocol", `${handshakeKeyHeaders}Sec-WebSocket-Protocol: ,,\r\n`],
])("a handshake with %s is refused", async (_, headers) => {
  expect(await sendHandshake("/api/live", headers)).toMatch(/^HTTP\/1\.1 4\d\d /);
});

test("a client that is gone before its refusal breaks nothing", async () => {
  for (const target of ["/api/live", "/elsewhere"]) {
    const socket = connectTcp(Number(new URL(serverUrl).port), "127.0.0.1");
    await once(socket, "connect");
    const requestHead = `GET ${target} HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${handshakeKeyHeaders}\r\n`;
    socket.write(requestHead, () => socket.resetAndDestroy());
    await once(socket, "close");
  }
});
