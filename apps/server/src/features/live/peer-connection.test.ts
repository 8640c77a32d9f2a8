import { once } from "node:events";
import { ActivationState, Client, Versions } from "@stomp/stompjs";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import {
  createStompTestClients,
  type StompTestClients,
  waitForCallback,
  waitForSocketClose,
} from "../../test/peers.ts";

// These tests connect the STOMP library that browsers use to our server. docs/stomp.md says which of the library's own
// tests are repeated here, and which requests the server refuses on purpose.

let stompClients: StompTestClients;
beforeAll(async () => {
  stompClients = await createStompTestClients();
});
afterEach(() => stompClients.closeConnections());
afterAll(() => stompClients.closeServer());

/** Records the names of the client's callbacks in the order in which they are called. */
function recordCalls(client: Client): string[] {
  const callbackNames: string[] = [];
  const createRecorder =
    (name: "beforeConnect" | "onConnect" | "onDisconnect" | "onStompError" | "onWebSocketClose") => () =>
      void callbackNames.push(name);
  client.beforeConnect = createRecorder("beforeConnect");
  client.onConnect = createRecorder("onConnect");
  client.onDisconnect = createRecorder("onDisconnect");
  client.onStompError = createRecorder("onStompError");
  client.onWebSocketClose = createRecorder("onWebSocketClose");
  return callbackNames;
}

test("it connects in the newest version, and its callbacks come in their order", async () => {
  const client = stompClients.createClient();
  const callbackNames = recordCalls(client);
  const connectedPromise = new Promise<void>((resolve) => {
    client.onConnect = ({ headers }) => {
      callbackNames.push("onConnect");
      expect(headers).toMatchObject({ version: "1.2", server: "kakehashi" });
      resolve();
    };
  });
  client.activate();
  await connectedPromise;
  expect(client.connectedVersion).toBe("1.2");
  await client.deactivate();
  expect(client.connected).toBe(false);
  expect(client.state).toBe(ActivationState.INACTIVE);
  expect(callbackNames).toEqual(["beforeConnect", "onConnect", "onDisconnect", "onWebSocketClose"]);
});

test("a connection that it cuts itself ends without onDisconnect", async () => {
  const client = stompClients.createClient();
  const callbackNames = recordCalls(client);
  await new Promise<void>((resolve) => {
    const { onConnect, onWebSocketClose } = client;
    client.onConnect = (frame) => {
      onConnect(frame);
      client.forceDisconnect();
      client.forceDisconnect();
      void client.deactivate();
    };
    client.onWebSocketClose = (event) => {
      onWebSocketClose(event);
      client.forceDisconnect();
      resolve();
    };
    client.activate();
  });
  expect(callbackNames).toEqual(["beforeConnect", "onConnect", "onWebSocketClose"]);
});

test("after a cut it connects by itself, and its callbacks come once more", async () => {
  const client = stompClients.createClient({ reconnectDelay: 20 });
  const callbackNames = recordCalls(client);
  await new Promise<void>((resolve) => {
    const { onConnect, onWebSocketClose } = client;
    client.onConnect = (frame) => {
      onConnect(frame);
      if (stompClients.sockets.length === 1) client.forceDisconnect();
      else void client.deactivate();
    };
    client.onWebSocketClose = (event) => {
      onWebSocketClose(event);
      if (stompClients.sockets.length === 2) resolve();
    };
    client.activate();
  });
  const connectionCallbacks = ["beforeConnect", "onConnect", "onWebSocketClose"];
  expect(callbackNames).toEqual([
    ...connectionCallbacks,
    "beforeConnect",
    "onConnect",
    "onDisconnect",
    "onWebSocketClose",
  ]);
});

test.each<[string, () => Client | Promise<Client>]>([
  [
    "by the address alone",
    () =>
      stompClients.closeAfterTest(
        new Client({ brokerURL: stompClients.url, connectHeaders: stompClients.headers, reconnectDelay: 0 }),
      ),
  ],
  [
    "over a socket of its own, without a subprotocol",
    () => stompClients.createClient({ webSocketFactory: () => stompClients.openSocket() }),
  ],
  [
    "over a socket that is open already",
    async () => {
      const socket = stompClients.openSocket();
      await once(socket, "open");
      return stompClients.createClient({ webSocketFactory: () => socket });
    },
  ],
  [
    "after something that it waits for",
    () => stompClients.createClient({ beforeConnect: () => new Promise((resolve) => setImmediate(resolve)) }),
  ],
])("it connects %s", async (_how, createClient) => {
  const client = await createClient();
  const connectedPromise = waitForCallback(client, "onConnect");
  client.activate();
  await connectedPromise;
  expect(client.connectedVersion).toBe("1.2");
  await stompClients.sendMessageAndReceive(client, "heard");
});

test.each(["1.0", "1.1", "1.2"])("it connects in STOMP %s alone, and hears what is sent", async (version) => {
  const client = stompClients.createClient({ stompVersions: new Versions([version]) });
  const connectedPromise = waitForCallback(client, "onConnect");
  client.activate();
  // STOMP 1.0 has no heart-beats. The STOMP library accepts a CONNECTED frame without the header.
  expect((await connectedPromise).headers["heart-beat"]).toEqual(
    version === "1.0" ? undefined : "10000,10000",
  );
  expect(client.connectedVersion).toBe(version);
  await stompClients.sendMessageAndReceive(client, "heard");
});

test("with a wrong token it gets an ERROR and not a connection", async () => {
  const client = stompClients.createClient({ connectHeaders: { Authorization: "Bearer nobody" } });
  const errorFrame = waitForCallback(client, "onStompError");
  const socketClosedPromise = waitForSocketClose(client);
  client.onConnect = () => expect.unreachable();
  client.activate();
  const { headers, body } = await errorFrame;
  expect(headers.message).toMatch(/^ERR\.TOK/);
  expect(body).toBe(headers.message);
  await socketClosedPromise;
});

test("where CONNECTED gets lost, it connects again after its time limit", async () => {
  let connectionLostCount = 0;
  const client = stompClients.createClient(
    { connectionTimeout: 300, reconnectDelay: 10 },
    {
      replaceReceived: (text) => (text.startsWith("CONNECTED") && connectionLostCount++ === 0 ? null : text),
    },
  );
  const connectedPromise = waitForCallback(client, "onConnect");
  client.activate();
  await connectedPromise;
  expect(connectionLostCount).toBe(2);
});

test("it is deactivated and activated again, at once and more than once", async () => {
  const client = await stompClients.connectClient();
  for (let times = 0; times < 3; times++) {
    const deactivationPromise = client.deactivate();
    const connectedPromise = waitForCallback(client, "onConnect");
    client.activate();
    await Promise.all([deactivationPromise, connectedPromise]);
    expect(client.connected).toBe(true);
  }
  await Promise.all([client.deactivate(), client.deactivate()]);
  expect(client.active).toBe(false);
  const reconnectedPromise = waitForCallback(client, "onConnect");
  client.activate();
  await reconnectedPromise;
});

test.each([
  ["before its socket exists", 0],
  ["while its socket opens", 1],
])("it is deactivated %s and activated again", async (_when, socketCount) => {
  const client = stompClients.createClient();
  const connectedPromise = waitForCallback(client, "onConnect");
  client.activate();
  // The STOMP library creates its socket in a later turn of the event loop.
  if (socketCount > 0) await new Promise(setImmediate);
  expect(stompClients.sockets).toHaveLength(socketCount);
  void client.deactivate();
  client.activate();
  void client.deactivate();
  void client.deactivate();
  client.activate();
  client.activate();
  await connectedPromise;
  expect(client.connected).toBe(true);
});

test("where deactivating was its last call, it stays away", async () => {
  const client = await stompClients.connectClient();
  const socketClosePromise = waitForSocketClose(client);
  client.beforeConnect = () => expect.unreachable();
  void client.deactivate();
  client.activate();
  const deactivationPromise = client.deactivate();
  await Promise.all([socketClosePromise, deactivationPromise]);
  await new Promise(setImmediate);
  expect(client.state).toBe(ActivationState.INACTIVE);
  expect(stompClients.sockets).toHaveLength(1);
});

test("a socket that it throws away is gone at once, and it may connect again", async () => {
  const client = stompClients.createClient();
  await client.deactivate({ force: true });
  const connectedPromise = waitForCallback(client, "onConnect");
  client.activate();
  await connectedPromise;
  client.onDisconnect = () => expect.unreachable();
  const socketClose = waitForSocketClose(client);
  await client.deactivate({ force: true });
  expect(await socketClose).toMatchObject({ code: 1006, wasClean: false });
  await client.deactivate({ force: true });
  const reconnectedPromise = waitForCallback(client, "onConnect");
  client.activate();
  await reconnectedPromise;
});

test("it reconnects after its socket was cut, and receives again", async () => {
  const client = await stompClients.connectClient({ reconnectDelay: 20 });
  const reconnectedPromise = waitForCallback(client, "onConnect");
  stompClients.sockets.at(-1)?.terminate();
  await reconnectedPromise;
  expect(stompClients.sockets).toHaveLength(2);
  await stompClients.sendMessageAndReceive(client, "after the cut");
  const forcedConnectPromise = waitForCallback(client, "onConnect");
  client.forceDisconnect();
  await forcedConnectPromise;
});

test("headers of its own in DISCONNECT are accepted, and it changes neither them nor those of CONNECT", async () => {
  const disconnectHeaders = { own: "橋: 1" };
  const connectHeaders = { ...stompClients.headers, own: "Header: before" };
  const headerCopies = [{ ...connectHeaders }, { ...disconnectHeaders }];
  const client = await stompClients.connectClient({
    connectHeaders,
    disconnectHeaders: { own: "an earlier one" },
  });
  client.configure({ disconnectHeaders });
  const sendSpy = vi.spyOn(stompClients.sockets[0] as object as { send(data: string): void }, "send");
  const disconnectedPromise = waitForCallback(client, "onDisconnect");
  await Promise.all([disconnectedPromise, client.deactivate()]);
  expect(sendSpy.mock.calls[0]?.[0]).toMatch(/^DISCONNECT\nown:橋\\c 1\n/);
  expect([connectHeaders, disconnectHeaders]).toEqual(headerCopies);
});
