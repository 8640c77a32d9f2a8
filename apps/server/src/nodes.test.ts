import { randomUUID } from "node:crypto";
import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import { createConversation, markConversationRead } from "@kakehashi/contract/conversations";
import { sendMessage } from "@kakehashi/contract/messages";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Bus, createMemoryBus } from "./kit/bus.ts";
import { connectNatsBus } from "./kit/nats-bus.ts";
import { callApi, createTestApp, type TestApp } from "./test/app.ts";
import { createTestDatabase, type TestDatabase } from "./test/cluster.ts";
import { retryUntilSuccess } from "./test/eventually.ts";
import { findNatsProgram, NatsProxy, NatsServer } from "./test/nats.ts";
import { connectAndSubscribe, type StompClient } from "./test/stomp.ts";
import { addTestPeople, type TestPeople, type TestPerson } from "./test/world.ts";

// These tests run two processes of one installation, which share only a database and a message bus.

const natsProgram = await findNatsProgram();

interface BusKind {
  name: string;
  /** Creates one message bus for each of the two processes. */
  connect(): Promise<[Bus, Bus]>;
  /**
   * `stopBus` stops the message bus, `startBus` starts it again. Absent if this kind of message bus cannot be stopped.
   */
  stopBus?: () => Promise<void>;
  startBus?: () => Promise<void>;
  /** `cutConnection` disconnects only the second process from the message bus. `mendConnection` connects it again. */
  cutConnection?: () => Promise<void>;
  mendConnection?: () => Promise<void>;
  /** `freeze` stops the message bus without closing its connections. `thaw` lets the bus continue. */
  freeze?: () => void;
  thaw?: () => void;
  close(): Promise<void>;
}

function createMemoryBusKind(): BusKind {
  const bus = createMemoryBus();
  return { name: "memory", connect: async () => [bus, bus], close: () => bus.close() };
}

async function createNatsBusKind(program: string): Promise<BusKind> {
  const server = await NatsServer.start(program);
  const natsProxy = await NatsProxy.startFor(server);
  const openBuses: Bus[] = [];
  return {
    name: "NATS",
    async connect() {
      const busesOfNodes: [Bus, Bus] = [
        await connectNatsBus(server.url),
        await connectNatsBus(natsProxy.url),
      ];
      openBuses.push(...busesOfNodes);
      return busesOfNodes;
    },
    stopBus: () => server.kill(),
    startBus: () => server.start(),
    cutConnection: () => natsProxy.cutConnections(),
    mendConnection: () => natsProxy.restoreConnections(),
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
    async close() {
      await Promise.all(openBuses.map((bus) => bus.close()));
      await natsProxy.cutConnections();
      await server.kill();
    },
  };
}

describe.each(["memory", "NATS"])("two nodes on one bus (%s)", (name) => {
  let kind: BusKind;
  let database: TestDatabase;
  let firstApp: TestApp;
  let secondApp: TestApp;
  let testPeople: TestPeople;
  const nodeUrls: string[] = [];
  const clients: StompClient[] = [];

  beforeAll(async () => {
    if (name === "NATS" && "missingReason" in natsProgram) return;
    kind =
      name === "memory"
        ? createMemoryBusKind()
        : await createNatsBusKind("programPath" in natsProgram ? natsProgram.programPath : "");
    database = await createTestDatabase();
    const [firstBus, secondBus] = await kind.connect();
    firstApp = await createTestApp({ bus: firstBus, databaseUrl: database.url });
    secondApp = await createTestApp({ bus: secondBus, databaseUrl: database.url });
    testPeople = await addTestPeople(firstApp);
    nodeUrls.push(await firstApp.listen(), await secondApp.listen());
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.socket.terminate();
  });
  afterAll(async () => {
    if (!kind) return;
    await firstApp.close();
    await secondApp.close();
    await kind.close();
    await database.drop();
  });

  async function listenOnNode(node: 0 | 1, person: TestPerson): Promise<StompClient> {
    const client = await connectAndSubscribe(nodeUrls[node] ?? "", person);
    clients.push(client);
    return client;
  }

  const sendThrough = (app: TestApp, person: TestPerson, id: string, content: string) =>
    callApi(app.app, sendMessage, {
      token: person.tokens.access_token,
      params: { id },
      body: { client_id: randomUUID(), content },
    });

  async function openDirectConversation(a: TestPerson, b: TestPerson): Promise<string> {
    return (await a.call(createConversation, { body: { kind: "DIRECT", user_ids: [b.id] } })).data.id;
  }

  test("a message sent to one node arrives at the other exactly once", async ({ skip }) => {
    if ("missingReason" in natsProgram) skip(name === "NATS", natsProgram.missingReason);
    const id = await openDirectConversation(testPeople.aiko, testPeople.an);
    const [aikoSocket, anSocket] = [
      await listenOnNode(0, testPeople.aiko),
      await listenOnNode(1, testPeople.an),
    ];
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 2 === 0
          ? sendThrough(firstApp, testPeople.aiko, id, `a${index}`)
          : sendThrough(secondApp, testPeople.an, id, `b${index}`),
      ),
    );
    for (const client of [aikoSocket, anSocket]) {
      const receivedSeqs = () =>
        client.listEvents().flatMap((event) => (event.type === "MESSAGE_CREATED" ? [event.seq] : []));
      await vi.waitUntil(() => new Set(receivedSeqs()).size === 60, 15_000);
      expect(receivedSeqs()).toHaveLength(60);
      expect([...receivedSeqs()].sort((a, b) => a - b)).toEqual(
        Array.from({ length: 60 }, (_, index) => index + 1),
      );
    }
  });

  test("a conversation begun at one is told at the other, and read marks travel between a person's devices", async ({
    skip,
  }) => {
    if ("missingReason" in natsProgram) skip(name === "NATS", natsProgram.missingReason);
    const phoneClient = await listenOnNode(1, testPeople.minh);
    const computerClient = await listenOnNode(0, testPeople.minh);
    const id = await openDirectConversation(testPeople.linh, testPeople.minh);
    for (const device of [phoneClient, computerClient])
      await device.waitForEvent(
        (event) => event.type === "CONVERSATION_ADDED" && event.conversation_id === id,
      );
    await sendThrough(firstApp, testPeople.linh, id, "xin chào");
    await phoneClient.waitForEvent(
      (event) => event.type === "MESSAGE_CREATED" && event.conversation_id === id,
    );
    await testPeople.minh.call(markConversationRead, { params: { id }, body: {} });
    await phoneClient.waitForEvent((event) => event.type === "READ_CHANGED" && event.conversation_id === id);
  });

  test("what is said in a conversation at once after it began is never missed at the other", async ({
    skip,
  }) => {
    if ("missingReason" in natsProgram) skip(name === "NATS", natsProgram.missingReason);
    const anSocket = await listenOnNode(1, testPeople.an);
    for (let number = 1; number <= 40; number++) {
      const body = {
        kind: "GROUP",
        name: `room ${number}`,
        user_ids: [testPeople.an.id, testPeople.minh.id],
      };
      const { data } = await testPeople.aiko.call(createConversation, { body });
      await sendThrough(firstApp, testPeople.aiko, data.id, "first");
      // An receives the new message as a live event, or in the response when An's client asks for missed changes.
      await anSocket.waitForEvent((event) => event.conversation_id === data.id && event.seq === 1);
    }
  });

  test("the same send to both at once is one message", async ({ skip }) => {
    if ("missingReason" in natsProgram) skip(name === "NATS", natsProgram.missingReason);
    const id = await openDirectConversation(testPeople.kenji, testPeople.an);
    const body = { client_id: randomUUID(), content: "once" };
    const callInput = { token: testPeople.kenji.tokens.access_token, params: { id }, body };
    const responses = await Promise.all(
      [firstApp, secondApp, firstApp, secondApp].map(({ app }) => callApi(app, sendMessage, callInput)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(responses.map(({ data }) => data.id)).size).toBe(1);
    const { data } = await testPeople.an.call(getConversationChanges, {
      params: { id },
      query: { since: "0" },
    });
    expect(data.messages).toHaveLength(1);
  });

  const readReadiness = async (node: 0 | 1) => (await fetch(`${nodeUrls[node]}/api/ready`)).json();
  const waitForText = (client: StompClient, text: string) =>
    client.waitForEvent((event) => event.type === "MESSAGE_CREATED" && event.message.content === text);

  test("while the bus is away each node serves its own people, and says that it is degraded", async ({
    skip,
  }) => {
    if ("missingReason" in natsProgram) skip(name === "NATS", natsProgram.missingReason);
    skip(!kind.stopBus, "a bus in memory does not go away");
    const id = await openDirectConversation(testPeople.aiko, testPeople.emma);
    const [emmaClient, remoteClient] = [
      await listenOnNode(1, testPeople.emma),
      await listenOnNode(0, testPeople.emma),
    ];
    await kind.stopBus?.();
    // Neither process has noticed yet that the message bus cannot be reached.
    expect((await sendThrough(secondApp, testPeople.aiko, id, "in the dark")).status).toBe(200);
    await waitForText(emmaClient, "in the dark");
    expect(await readReadiness(1)).toEqual({ data: { status: "ready", degraded: ["bus"] } });
    const metrics = await (await fetch(`${nodeUrls[1]}/metrics`)).text();
    expect(metrics).toContain("\nbus_reachable 0\n");

    const clientConnectedLater = await listenOnNode(1, testPeople.emma);
    await sendThrough(secondApp, testPeople.aiko, id, "still in the dark");
    for (const client of [emmaClient, clientConnectedLater]) await waitForText(client, "still in the dark");
    expect(remoteClient.listEvents()).toEqual([]);
    expect([emmaClient.closeDetails, remoteClient.closeDetails]).toEqual([null, null]);

    await kind.startBus?.();
    for (const client of [emmaClient, clientConnectedLater, remoteClient])
      expect(await client.waitForClose()).toEqual({ code: 1012, reason: "Please connect again" });
    await vi.waitUntil(() => firstApp.bus.isReachable() && secondApp.bus.isReachable(), 15_000);
    expect(await readReadiness(1)).toEqual({ data: { status: "ready" } });
    const reconnectedClient = await listenOnNode(0, testPeople.emma);
    const { data } = await testPeople.emma.call(getConversationChanges, {
      params: { id },
      query: { since: "0" },
    });
    expect(data.messages.map(({ content }) => content)).toEqual(["in the dark", "still in the dark"]);
    await sendThrough(secondApp, testPeople.aiko, id, "in the light");
    await waitForText(reconnectedClient, "in the light");
  });

  test("what was sent through a node without the bus is not missed at the other", async ({ skip }) => {
    if ("missingReason" in natsProgram) skip(name === "NATS", natsProgram.missingReason);
    skip(!kind.cutConnection, "a bus in memory has no wires");
    const id = await openDirectConversation(testPeople.aiko, testPeople.emma);
    const emmaClient = await listenOnNode(0, testPeople.emma);
    await kind.cutConnection?.();
    expect((await sendThrough(secondApp, testPeople.aiko, id, "from the island")).status).toBe(200);
    await kind.mendConnection?.();

    expect(await emmaClient.waitForClose()).toEqual({ code: 1012, reason: "Please connect again" });
    await retryUntilSuccess(() => listenOnNode(0, testPeople.emma));
    const { data } = await testPeople.emma.call(getConversationChanges, {
      params: { id },
      query: { since: "0" },
    });
    expect(data.messages.at(-1)?.content).toBe("from the island");
  });

  test("a stalled bus blocks nobody, and clients catch up when it continues", async ({ skip }) => {
    if ("missingReason" in natsProgram) skip(name === "NATS", natsProgram.missingReason);
    skip(!kind.freeze, "a bus in memory does not stand still");
    const id = await openDirectConversation(testPeople.aiko, testPeople.emma);
    const [emmaClient, remoteClient] = [
      await listenOnNode(1, testPeople.emma),
      await listenOnNode(0, testPeople.emma),
    ];
    kind.freeze?.();
    try {
      expect((await sendThrough(secondApp, testPeople.aiko, id, "standing still")).status).toBe(200);
      await waitForText(emmaClient, "standing still");
      const lateClient = await listenOnNode(1, testPeople.emma);
      await sendThrough(secondApp, testPeople.aiko, id, "still standing");
      await waitForText(lateClient, "still standing");
    } finally {
      kind.thaw?.();
    }
    expect(await remoteClient.waitForClose()).toEqual({ code: 1012, reason: "Please connect again" });
  });
});
