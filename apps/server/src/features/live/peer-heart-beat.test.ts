import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  createStompTestClients,
  type StompTestClients,
  waitForCallback,
  waitForSocketClose,
} from "../../test/peers.ts";

// These tests check heart-beats with the STOMP library that browsers use (docs/stomp.md). Both sides agree on 1,000 ms,
// the shortest interval.

let peers: StompTestClients;
beforeAll(async () => {
  peers = await createStompTestClients();
});
afterEach(() => peers.closeConnections());
afterAll(() => peers.closeServer());

const isHeartBeat = (text: string) => text === "\n";

test("heart-beats are agreed on, come in time and keep the connection", async () => {
  const client = peers.createClient({
    heartbeatIncoming: 1_000,
    heartbeatOutgoing: 1_000,
    heartbeatToleranceMultiplier: 1.5,
  });
  const thirdHeartBeat = Promise.withResolvers<void>();
  let count = 0;
  client.onHeartbeatReceived = () => {
    if (++count === 3) thirdHeartBeat.resolve();
  };
  client.onHeartbeatLost = () => expect.unreachable();
  const connectedPromise = waitForCallback(client, "onConnect");
  client.activate();
  expect((await connectedPromise).headers["heart-beat"]).toBe("1000,1000");
  await thirdHeartBeat.promise;
  expect(client.connected).toBe(true);
});

test.each([
  ["closes its socket", false],
  ["throws its socket away", true],
])("where our heart-beats get lost, it notices and %s", async (_how, discardWebsocketOnCommFailure) => {
  const client = peers.createClient(
    {
      heartbeatIncoming: 1_000,
      heartbeatOutgoing: 0,
      heartbeatToleranceMultiplier: 1.5,
      discardWebsocketOnCommFailure,
    },
    { replaceReceived: (text) => (isHeartBeat(text) ? null : text) },
  );
  const connectionLostPromise = new Promise<void>((resolve) => {
    client.onHeartbeatLost = resolve;
  });
  const socketClose = waitForSocketClose(client);
  client.activate();
  await connectionLostPromise;
  const { code, wasClean } = await socketClose;
  expect({ wasClean, isCut: code === 1006 }).toEqual({
    wasClean: !discardWebsocketOnCommFailure,
    isCut: discardWebsocketOnCommFailure,
  });
});

test("where its own heart-beats get lost, the server closes its socket", async () => {
  const client = await peers.connectClient(
    { heartbeatIncoming: 0, heartbeatOutgoing: 1_000 },
    { shouldSend: (text) => !isHeartBeat(text) },
  );
  expect((await waitForSocketClose(client)).code).toBe(1006);
});
