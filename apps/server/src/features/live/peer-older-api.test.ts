import { type CompatClient, Stomp } from "@stomp/stompjs";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createStompTestClients, type StompTestClients } from "../../test/peers.ts";

// These tests use the STOMP library's deprecated methods, which applications written for its version 4 call
// (docs/stomp.md).

let peers: StompTestClients;
beforeAll(async () => {
  peers = await createStompTestClients();
});
afterEach(() => peers.closeConnections());
afterAll(() => peers.closeServer());

async function connectClient(createClient: () => CompatClient): Promise<CompatClient> {
  const consoleWarn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  onTestFinished(() => consoleWarn.mockRestore());
  const client = peers.closeAfterTest(createClient());
  client.debug = () => {};
  await new Promise<unknown>((resolve, reject) => client.connect(peers.headers, resolve, reject));
  return client;
}

const waysToCreateClient: [string, () => CompatClient][] = [
  ["by an address", () => Stomp.client(peers.url)],
  ["over a socket", () => Stomp.over(peers.openSocket())],
  ["over sockets that are made when needed", () => Stomp.over(() => peers.openSocket())],
];

test.each(waysToCreateClient)(
  "a client that was made %s connects and hears what is sent",
  async (_how, createClient) => {
    const client = await connectClient(createClient);
    await peers.sendMessageAndReceive(client, '{"text":"hello"}');
    await new Promise((resolve) => client.disconnect(resolve));
    expect(client.connected).toBe(false);
  },
);

test("a frame that it sends without a content-length is read", async () => {
  const client = await connectClient(() => Stomp.over(() => peers.openSocket()));
  const socket = peers.sockets[0] as object as { send(data: string): void };
  const sendSpy = vi.spyOn(socket, "send");
  const receiptPromise = new Promise((resolve) => client.watchForReceipt("r", resolve));
  client.send("/app/presence", { "content-length": false, receipt: "r" }, '{"active":true}');
  await receiptPromise;
  expect(sendSpy.mock.calls[0]?.[0]).not.toContain("content-length");
});

test("a login and a passcode are no token: they get an ERROR", async () => {
  const client = peers.closeAfterTest(Stomp.over(() => peers.openSocket()));
  client.debug = () => {};
  const socketClosedPromise = new Promise((resolve) => {
    client.onWebSocketClose = resolve;
  });
  const error = await new Promise<{ body: string }>((resolve) =>
    client.connect("guest", "guest", () => expect.unreachable(), resolve),
  );
  expect(error.body).toBe("Authorization is missing.");
  await socketClosedPromise;
});
