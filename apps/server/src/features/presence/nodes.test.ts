import { randomUUID } from "node:crypto";
import type { PersonPresence, PresenceEvent } from "@kakehashi/contract/live";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Bus, createMemoryBus } from "../../kit/bus.ts";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { createTestLog } from "../../test/log.ts";
import { addTestPeople, type TestPeople } from "../../test/world.ts";
import { createDomainEvents } from "../events/service.ts";
import type { ClientWatcher, LiveClient } from "../live/service.ts";
import { createPresence, nodeTimeoutMs } from "./service.ts";

let server: TestApp;
let testPeople: TestPeople;
let bus: Bus;
/**
 * The tests control this clock and run the timers of each process. A process whose timers a test does not run counts as
 * stopped.
 */
let timeMs: number;

beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
});
beforeEach(() => {
  bus = createMemoryBus();
  timeMs = Date.now();
});
afterAll(() => server.close());

interface PresenceNode {
  clientWatcher: ClientWatcher;
  presence: ReturnType<typeof createPresence>;
  tick(): Promise<void>;
}

function startNode(nodeBus: Bus = bus): PresenceNode {
  let onTick = async () => {};
  let clientWatcher: ClientWatcher | undefined;
  const presence = createPresence({
    db: server.db.kysely,
    bus: nodeBus,
    live: {
      watchClients(watcher) {
        clientWatcher = watcher;
      },
    },
    rooms: {
      listPairsSharingRoom: async (users, others) =>
        users.map((user_id, index) => ({ user_id, other_id: others[index] ?? "" })),
    },
    log: createTestLog(),
    events: createDomainEvents({ log: createTestLog() }),
    clock: {
      now: () => timeMs,
      runEvery(_, callback) {
        onTick = callback;
        return () => {};
      },
    },
  });
  if (!clientWatcher) throw new Error("Presence does not watch clients");
  return { presence, clientWatcher, tick: () => onTick() };
}

async function advanceClock(milliseconds: number, ...nodes: PresenceNode[]): Promise<void> {
  for (const untilMs = timeMs + milliseconds; timeMs < untilMs; ) {
    timeMs += 1_000;
    for (const { tick } of nodes) await tick();
  }
}

interface RecordingClient extends LiveClient {
  readonly events: PresenceEvent[];
  stateOf(userId: string): PersonPresence["state"] | undefined;
}

function createRecordingClient(userId: string): RecordingClient {
  const events: PresenceEvent[] = [];
  return {
    userId,
    events,
    sendEvent: (event) => void events.push(event as PresenceEvent),
    stateOf: (id) =>
      events.flatMap(({ people }) => people.filter(({ user_id }) => user_id === id)).at(-1)?.state,
  };
}

async function followPeople(
  { clientWatcher }: PresenceNode,
  client: RecordingClient,
  ...userIds: string[]
): Promise<void> {
  clientWatcher.onConnect?.(client);
  clientWatcher.onReport(client, JSON.stringify({ follow: userIds }));
  await expect.poll(() => client.events.length).toBeGreaterThan(0);
}

test("processes share their people's presence, and a new process asks for it", async () => {
  const [firstNode, secondNode] = [startNode(), startNode()];
  const reader = createRecordingClient(testPeople.aiko.id);
  await followPeople(firstNode, reader, testPeople.an.id);
  expect(reader.stateOf(testPeople.an.id)).toBe("offline");
  await advanceClock(3_000, firstNode, secondNode);
  secondNode.clientWatcher.onConnect?.(createRecordingClient(testPeople.an.id));
  await advanceClock(2_000, firstNode, secondNode);
  expect(reader.stateOf(testPeople.an.id)).toBe("online");

  const thirdNode = startNode();
  await advanceClock(3_000, firstNode, secondNode, thirdNode);
  const lateFollower = createRecordingClient(testPeople.aiko.id);
  await followPeople(thirdNode, lateFollower, testPeople.an.id);
  expect(lateFollower.stateOf(testPeople.an.id)).toBe("online");
});

test("people of a dead process go offline within seconds, and were last seen when it was last heard", async () => {
  const [firstNode, secondNode] = [startNode(), startNode()];
  const reader = createRecordingClient(testPeople.aiko.id);
  await followPeople(firstNode, reader, testPeople.minh.id);
  secondNode.clientWatcher.onConnect?.(createRecordingClient(testPeople.minh.id));
  await advanceClock(4_000, firstNode, secondNode);
  expect(reader.stateOf(testPeople.minh.id)).toBe("online");
  const processDiedAt = timeMs;
  await advanceClock(nodeTimeoutMs + 2_000, firstNode);
  expect(reader.stateOf(testPeople.minh.id)).toBe("offline");
  const { seen_at } = await server.db.kysely
    .selectFrom("last_seen")
    .selectAll()
    .where("user_id", "=", testPeople.minh.id)
    .executeTakeFirstOrThrow();
  expect(Math.abs(seen_at.getTime() - processDiedAt)).toBeLessThanOrEqual(2_000);
});

test("a presence message that the bus lost is corrected by the next heartbeat", async () => {
  let isBusCut = false;
  const lossyBus: Bus = {
    ...bus,
    subscribe: (subject, receive) => bus.subscribe(subject, (payload) => isBusCut || receive(payload)),
  };
  const [firstNode, secondNode] = [startNode(lossyBus), startNode()];
  const reader = createRecordingClient(testPeople.aiko.id);
  await followPeople(firstNode, reader, testPeople.an.id);
  await advanceClock(4_000, firstNode, secondNode);
  isBusCut = true;
  secondNode.clientWatcher.onConnect?.(createRecordingClient(testPeople.an.id));
  await advanceClock(1_000, firstNode, secondNode);
  isBusCut = false;
  await advanceClock(4_000, firstNode, secondNode);
  expect(reader.stateOf(testPeople.an.id)).toBe("online");
});

test("a page reload sends no presence event, and a thousand people who reconnect send one", async () => {
  const loneNode = startNode();
  const people = Array.from({ length: 400 }, () => randomUUID());
  const reader = createRecordingClient(testPeople.aiko.id);
  await followPeople(loneNode, reader, ...people);
  const [firstPersonId] = people;
  const page = createRecordingClient(firstPersonId ?? "");
  loneNode.clientWatcher.onConnect?.(page);
  await advanceClock(1_000, loneNode);
  const eventCountBefore = reader.events.length;
  loneNode.clientWatcher.onDisconnect(page);
  await advanceClock(2_000, loneNode);
  loneNode.clientWatcher.onConnect?.(createRecordingClient(firstPersonId ?? ""));
  await advanceClock(6_000, loneNode);
  expect(reader.events).toHaveLength(eventCountBefore);
  for (const id of people.slice(1)) loneNode.clientWatcher.onConnect?.(createRecordingClient(id));
  await advanceClock(2_000, loneNode);
  expect(reader.events).toHaveLength(eventCountBefore + 1);
  expect(reader.events.at(-1)?.people).toHaveLength(399);
});
