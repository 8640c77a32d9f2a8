import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { createTestApp, type TestApp } from "./app.ts";
import { createBystanderChat } from "./bystander.ts";
import { StompClient, type StompFrame, type StompOptions } from "./stomp.ts";
import { addTestPeople, type TestPeople } from "./world.ts";

/** Clients that send forbidden data to a test server. */
export interface MisuseClients {
  readonly testPeople: TestPeople;
  readonly url: string;
  /** The id of the room in which two other people chat. The forbidden data must not disturb their chat. */
  readonly bystanderRoomId: string;
  openSocket(options?: StompOptions): Promise<StompClient>;
  connectClient(version?: string): Promise<StompClient>;
  /** Makes sure that the STOMP client is closed after the test. */
  closeAfterTest(client: StompClient): StompClient;
}

/**
 * Starts a server for tests that send forbidden data. After each test, the server must still run, and other clients
 * must still receive messages.
 */
export function setUpMisuseServer(): MisuseClients {
  let server: TestApp;
  let bystanders: Awaited<ReturnType<typeof createBystanderChat>>;
  const clients: StompClient[] = [];
  const serverState: { testPeople?: TestPeople; url?: string } = {};

  beforeAll(async () => {
    server = await createTestApp();
    serverState.testPeople = await addTestPeople(server);
    serverState.url = await server.listen();
    bystanders = await createBystanderChat(serverState.url, serverState.testPeople);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.socket.terminate();
    await bystanders.expectStillConnected();
  });
  afterAll(() => server.close());

  const misuseClients: MisuseClients = {
    get testPeople() {
      return serverState.testPeople as TestPeople;
    },
    get url() {
      return serverState.url as string;
    },
    get bystanderRoomId() {
      return bystanders.room;
    },
    openSocket: async (options) =>
      misuseClients.closeAfterTest(await new StompClient(misuseClients.url, options).waitForOpen()),
    async connectClient(version = "1.2") {
      const client = await misuseClients.openSocket({ stompVersionOfReceivedFrames: version });
      client.send(
        `CONNECT\naccept-version:${version}\nAuthorization:Bearer ${misuseClients.testPeople.minh.tokens.access_token}\n\n\0`,
      );
      await client.waitForFrame("CONNECTED");
      return client;
    },
    closeAfterTest(client) {
      clients.push(client);
      return client;
    },
  };
  return misuseClients;
}

/** Returns the ERROR frame that the server sends to a client before it closes the socket. */
export async function readErrorFrame(client: StompClient): Promise<StompFrame> {
  const error = await client.waitForFrame("ERROR");
  expect(await client.waitForClose()).toEqual({ code: 1008, reason: error.headers.message });
  expect(client.frames.filter(({ command }) => command === "ERROR")).toEqual([error]);
  expect(error.body).toBe(error.headers.message);
  return error;
}
