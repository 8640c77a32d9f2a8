import { randomUUID } from "node:crypto";
import type { PersonPresence, PresenceEvent } from "@kakehashi/contract/live";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Bus, memoryBus } from "../../kit/bus.ts";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { errorLog } from "../../test/log.ts";
import { createWorld, type World } from "../../test/world.ts";
import { createFacts } from "../events/service.ts";
import type { Client, ClientWatcher } from "../live/service.ts";
import { createPresence, nodeTimeoutMs } from "./service.ts";

let server: TestApp;
let world: World;
let bus: Bus;
/** The test runs every process's timer by hand. A process that it leaves out counts as dead. */
let time: number;

beforeAll(async () => {
  server = await createTestApp();
  world = await createWorld(server);
});
beforeEach(() => {
  bus = memoryBus();
  time = Date.now();
});
afterAll(() => server.close());

interface Node {
  attendance: ClientWatcher;
  presence: ReturnType<typeof createPresence>;
  tick(): Promise<void>;
}

function startNode(own: Bus = bus): Node {
  let work = async () => {};
  let attendance: ClientWatcher | undefined;
  const presence = createPresence({
    db: server.db.kysely,
    bus: own,
    live: {
      watchClients(given) {
        attendance = given;
      },
    },
    rooms: {
      sharing: async (users, others) =>
        users.map((user_id, index) => ({ user_id, other_id: others[index] ?? "" })),
    },
    log: errorLog(),
    events: createFacts({ log: errorLog() }),
    clock: {
      now: () => time,
      every(_, given) {
        work = given;
        return () => {};
      },
    },
  });
  if (!attendance) throw new Error("Presence does not watch clients");
  return { presence, attendance, tick: () => work() };
}

async function pass(milliseconds: number, ...nodes: Node[]): Promise<void> {
  for (const until = time + milliseconds; time < until; ) {
    time += 1_000;
    for (const { tick } of nodes) await tick();
  }
}

interface Told extends Client {
  readonly events: PresenceEvent[];
  stateOf(userId: string): PersonPresence["state"] | undefined;
}

function clientOf(userId: string): Told {
  const events: PresenceEvent[] = [];
  return {
    userId,
    events,
    tell: (event) => void events.push(event as PresenceEvent),
    stateOf: (id) =>
      events.flatMap(({ people }) => people.filter(({ user_id }) => user_id === id)).at(-1)?.state,
  };
}

async function follow({ attendance }: Node, client: Told, ...userIds: string[]): Promise<void> {
  attendance.onConnect(client);
  attendance.onReport(client, JSON.stringify({ follow: userIds }));
  await expect.poll(() => client.events.length).toBeGreaterThan(0);
}

test("processes share their people's presence, and a new process asks for it", async () => {
  const [one, two] = [startNode(), startNode()];
  const reader = clientOf(world.aiko.id);
  await follow(one, reader, world.an.id);
  expect(reader.stateOf(world.an.id)).toBe("offline");
  await pass(3_000, one, two);
  two.attendance.onConnect(clientOf(world.an.id));
  await pass(2_000, one, two);
  expect(reader.stateOf(world.an.id)).toBe("online");

  const three = startNode();
  await pass(3_000, one, two, three);
  const late = clientOf(world.aiko.id);
  await follow(three, late, world.an.id);
  expect(late.stateOf(world.an.id)).toBe("online");
});

test("people of a dead process go offline within seconds, and were last seen when it was last heard", async () => {
  const [one, two] = [startNode(), startNode()];
  const reader = clientOf(world.aiko.id);
  await follow(one, reader, world.minh.id);
  two.attendance.onConnect(clientOf(world.minh.id));
  await pass(4_000, one, two);
  expect(reader.stateOf(world.minh.id)).toBe("online");
  const died = time;
  await pass(nodeTimeoutMs + 2_000, one);
  expect(reader.stateOf(world.minh.id)).toBe("offline");
  const { seen_at } = await server.db.kysely
    .selectFrom("last_seen")
    .selectAll()
    .where("user_id", "=", world.minh.id)
    .executeTakeFirstOrThrow();
  expect(Math.abs(seen_at.getTime() - died)).toBeLessThanOrEqual(2_000);
});

test("a word that the bus lost is made good by the next sign of life", async () => {
  let deaf = false;
  const lossy: Bus = {
    ...bus,
    subscribe: (subject, receive) => bus.subscribe(subject, (payload) => deaf || receive(payload)),
  };
  const [one, two] = [startNode(lossy), startNode()];
  const reader = clientOf(world.aiko.id);
  await follow(one, reader, world.an.id);
  await pass(4_000, one, two);
  deaf = true;
  two.attendance.onConnect(clientOf(world.an.id));
  await pass(1_000, one, two);
  deaf = false;
  await pass(4_000, one, two);
  expect(reader.stateOf(world.an.id)).toBe("online");
});

test("a page reload sends no presence event, and a thousand people who reconnect send one", async () => {
  const one = startNode();
  const people = Array.from({ length: 400 }, () => randomUUID());
  const reader = clientOf(world.aiko.id);
  await follow(one, reader, ...people);
  const [first] = people;
  const page = clientOf(first ?? "");
  one.attendance.onConnect(page);
  await pass(1_000, one);
  const before = reader.events.length;
  one.attendance.onDisconnect(page);
  await pass(2_000, one);
  one.attendance.onConnect(clientOf(first ?? ""));
  await pass(6_000, one);
  expect(reader.events).toHaveLength(before);
  for (const id of people.slice(1)) one.attendance.onConnect(clientOf(id));
  await pass(2_000, one);
  expect(reader.events).toHaveLength(before + 1);
  expect(reader.events.at(-1)?.people).toHaveLength(399);
});
