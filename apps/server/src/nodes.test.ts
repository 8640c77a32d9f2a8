import { randomUUID } from "node:crypto";
import { createConversation, getChanges, markConversationRead } from "@kakehashi/contract/conversations";
import { sendMessage } from "@kakehashi/contract/messages";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Bus, memoryBus } from "./kit/bus.ts";
import { natsBus } from "./kit/nats-bus.ts";
import { call, createTestApp, type TestApp } from "./test/app.ts";
import { createTestDatabase, type TestDatabase } from "./test/cluster.ts";
import { findNats, NatsServer, NatsWire } from "./test/nats.ts";
import { listenTo, type StompClient } from "./test/stomp.ts";
import { createWorld, type Person, type World } from "./test/world.ts";

// Two processes of one installation, as far as they can tell: one database, one bus, nothing else in common.

const nats = await findNats();

interface Kind {
  name: string;
  /** One bus for each node. */
  connect(): Promise<[Bus, Bus]>;
  /** Takes the bus away and brings it back; nothing where it cannot go away. */
  away?: () => Promise<void>;
  back?: () => Promise<void>;
  /** Takes the bus from the second node alone, and gives it back. */
  cut?: () => Promise<void>;
  mend?: () => Promise<void>;
  /** The bus answers nothing, and then goes on. */
  freeze?: () => void;
  thaw?: () => void;
  end(): Promise<void>;
}

function inMemory(): Kind {
  const bus = memoryBus();
  return { name: "memory", connect: async () => [bus, bus], end: () => bus.close() };
}

async function overNats(program: string): Promise<Kind> {
  const server = await NatsServer.start(program);
  const wire = await NatsWire.lay(server);
  const buses: Bus[] = [];
  return {
    name: "NATS",
    async connect() {
      const pair: [Bus, Bus] = [await natsBus(server.url), await natsBus(wire.url)];
      buses.push(...pair);
      return pair;
    },
    away: () => server.kill(),
    back: () => server.start(),
    cut: () => wire.cut(),
    mend: () => wire.mend(),
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
    async end() {
      await Promise.all(buses.map((bus) => bus.close()));
      await wire.cut();
      await server.kill();
    },
  };
}

describe.each(["memory", "NATS"])("two nodes on one bus (%s)", (name) => {
  let kind: Kind;
  let database: TestDatabase;
  let one: TestApp;
  let two: TestApp;
  let world: World;
  const urls: string[] = [];
  const clients: StompClient[] = [];

  beforeAll(async () => {
    if (name === "NATS" && "missing" in nats) return;
    kind = name === "memory" ? inMemory() : await overNats("program" in nats ? nats.program : "");
    database = await createTestDatabase();
    const [first, second] = await kind.connect();
    one = await createTestApp({ bus: first, databaseUrl: database.url });
    two = await createTestApp({ bus: second, databaseUrl: database.url });
    world = await createWorld(one);
    urls.push(await one.listen(), await two.listen());
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.socket.terminate();
  });
  afterAll(async () => {
    if (!kind) return;
    await one.close();
    await two.close();
    await kind.end();
    await database.drop();
  });

  async function listen(node: 0 | 1, person: Person): Promise<StompClient> {
    const client = await listenTo(urls[node] ?? "", person);
    clients.push(client);
    return client;
  }

  const say = (app: TestApp, person: Person, id: string, content: string) =>
    call(app.app, sendMessage, {
      token: person.tokens.access_token,
      params: { id },
      body: { client_id: randomUUID(), content },
    });

  async function direct(a: Person, b: Person): Promise<string> {
    return (await a.call(createConversation, { body: { kind: "DIRECT", user_ids: [b.id] } })).data.id;
  }

  test("what is sent to one is heard at the other, each message exactly once", async ({ skip }) => {
    if ("missing" in nats) skip(name === "NATS", nats.missing);
    const id = await direct(world.aiko, world.an);
    const [here, there] = [await listen(0, world.aiko), await listen(1, world.an)];
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 2 === 0 ? say(one, world.aiko, id, `a${index}`) : say(two, world.an, id, `b${index}`),
      ),
    );
    for (const client of [here, there]) {
      const seqs = () =>
        client.events().flatMap((event) => (event.type === "MESSAGE_CREATED" ? [event.seq] : []));
      await vi.waitUntil(() => new Set(seqs()).size === 60);
      expect(seqs()).toHaveLength(60);
      expect([...seqs()].sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    }
  });

  test("a conversation begun at one is told at the other, and read marks travel between a person's devices", async ({
    skip,
  }) => {
    if ("missing" in nats) skip(name === "NATS", nats.missing);
    const phone = await listen(1, world.minh);
    const desk = await listen(0, world.minh);
    const id = await direct(world.linh, world.minh);
    for (const device of [phone, desk])
      await device.event((event) => event.type === "CONVERSATION_ADDED" && event.conversation_id === id);
    await say(one, world.linh, id, "xin chào");
    await phone.event((event) => event.type === "MESSAGE_CREATED" && event.conversation_id === id);
    await world.minh.call(markConversationRead, { params: { id }, body: {} });
    await phone.event((event) => event.type === "READ_CHANGED" && event.conversation_id === id);
  });

  test("what is said in a conversation at once after it began is never missed at the other", async ({
    skip,
  }) => {
    if ("missing" in nats) skip(name === "NATS", nats.missing);
    const there = await listen(1, world.an);
    for (let number = 1; number <= 40; number++) {
      const body = { kind: "GROUP", name: `room ${number}`, user_ids: [world.an.id, world.minh.id] };
      const { data } = await world.aiko.call(createConversation, { body });
      await say(one, world.aiko, data.id, "first");
      // Heard by itself, or in what the conversation is said to be by now.
      await there.event((event) => event.conversation_id === data.id && event.seq === 1);
    }
  });

  test("the same send to both at once is one message", async ({ skip }) => {
    if ("missing" in nats) skip(name === "NATS", nats.missing);
    const id = await direct(world.kenji, world.an);
    const body = { client_id: randomUUID(), content: "once" };
    const sent = { token: world.kenji.tokens.access_token, params: { id }, body };
    const answers = await Promise.all([one, two, one, two].map(({ app }) => call(app, sendMessage, sent)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    const { data } = await world.an.call(getChanges, { params: { id }, query: { since: "0" } });
    expect(data.messages).toHaveLength(1);
  });

  const islandReady = async (node: 0 | 1) => (await fetch(`${urls[node]}/api/ready`)).json();
  const hearsText = (client: StompClient, text: string) =>
    client.event((event) => event.type === "MESSAGE_CREATED" && event.message.content === text);

  test("while the bus is away each node serves its own people, and says that it is degraded", async ({
    skip,
  }) => {
    if ("missing" in nats) skip(name === "NATS", nats.missing);
    skip(!kind.away, "a bus in memory does not go away");
    const id = await direct(world.aiko, world.emma);
    const [emma, far] = [await listen(1, world.emma), await listen(0, world.emma)];
    await kind.away?.();
    // Nobody has noticed yet.
    expect((await say(two, world.aiko, id, "in the dark")).status).toBe(200);
    await hearsText(emma, "in the dark");
    expect(await islandReady(1)).toEqual({ data: { status: "ready", degraded: ["bus"] } });
    const metrics = await (await fetch(`${urls[1]}/metrics`)).text();
    expect(metrics).toContain("\nbus_reachable 0\n");

    const late = await listen(1, world.emma);
    await say(two, world.aiko, id, "still in the dark");
    for (const client of [emma, late]) await hearsText(client, "still in the dark");
    expect(far.events()).toEqual([]);
    expect([emma.closed, far.closed]).toEqual([null, null]);

    await kind.back?.();
    for (const client of [emma, late, far])
      expect(await client.close()).toEqual({ code: 1012, reason: "Please connect again" });
    await vi.waitUntil(() => one.bus.isReachable() && two.bus.isReachable());
    expect(await islandReady(1)).toEqual({ data: { status: "ready" } });
    const back = await listen(0, world.emma);
    const { data } = await world.emma.call(getChanges, { params: { id }, query: { since: "0" } });
    expect(data.messages.map(({ content }) => content)).toEqual(["in the dark", "still in the dark"]);
    await say(two, world.aiko, id, "in the light");
    await hearsText(back, "in the light");
  });

  test("what was sent through a node without the bus is not missed at the other", async ({ skip }) => {
    if ("missing" in nats) skip(name === "NATS", nats.missing);
    skip(!kind.cut, "a bus in memory has no wires");
    const id = await direct(world.aiko, world.emma);
    const emma = await listen(0, world.emma);
    await kind.cut?.();
    expect((await say(two, world.aiko, id, "from the island")).status).toBe(200);
    await kind.mend?.();

    expect(await emma.close()).toEqual({ code: 1012, reason: "Please connect again" });
    await vi.waitFor(() => listen(0, world.emma));
    const { data } = await world.emma.call(getChanges, { params: { id }, query: { since: "0" } });
    expect(data.messages.at(-1)?.content).toBe("from the island");
  });

  test("a bus that stands still holds nobody up, and whoever missed something catches up when it goes on", async ({
    skip,
  }) => {
    if ("missing" in nats) skip(name === "NATS", nats.missing);
    skip(!kind.freeze, "a bus in memory does not stand still");
    const id = await direct(world.aiko, world.emma);
    const [emma, far] = [await listen(1, world.emma), await listen(0, world.emma)];
    kind.freeze?.();
    try {
      expect((await say(two, world.aiko, id, "standing still")).status).toBe(200);
      await hearsText(emma, "standing still");
      const late = await listen(1, world.emma);
      await say(two, world.aiko, id, "still standing");
      await hearsText(late, "still standing");
    } finally {
      kind.thaw?.();
    }
    expect(await far.close()).toEqual({ code: 1012, reason: "Please connect again" });
  });
});
