import { afterEach, expect, test, vi } from "vitest";
import { type Bus, createMemoryBus } from "../../kit/bus.ts";
import { createKeyring } from "../../kit/secrets.ts";
import { createTestLog } from "../../test/log.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createDomainEvents } from "../events/service.ts";
import { createSessionLookup } from "./sessions.ts";
import { createAccessTokens } from "./tokens.ts";

const { server, testPeople } = await setUpTestServer();
afterEach(() => vi.useRealTimers());

const accessTokens = createAccessTokens(
  createKeyring(["a key of this test, 32 characters"]).deriveKeysFor("test"),
);
const sessionDependencies = {
  db: server.db.kysely,
  events: createDomainEvents({ log: createTestLog() }),
  tokens: accessTokens,
};
const createSessionsForBusState = (isBusReachable: boolean) =>
  createSessionLookup({
    ...sessionDependencies,
    bus: { ...createMemoryBus(), isReachable: () => isBusReachable },
  });

async function addSession(userId: string): Promise<string> {
  const { rows } = await server.db.pool.query("select id from sessions where user_id = $1", [userId]);
  return rows[0].id;
}
const endSession = (id: string) =>
  server.db.pool.query("update sessions set revoked_at = now() where id = $1", [id]);

test("while the bus is away, a session that another process ended is believed for seconds only", async () => {
  const id = await addSession(testPeople.an.id);
  const [sessionsWithBus, sessionsWithoutBus] = [
    createSessionsForBusState(true),
    createSessionsForBusState(false),
  ];
  expect(await Promise.all([sessionsWithBus.isActive(id), sessionsWithoutBus.isActive(id)])).toEqual([
    true,
    true,
  ]);
  await endSession(id);
  vi.useFakeTimers({ now: Date.now() + 9_000, toFake: ["Date"] });
  expect(await sessionsWithoutBus.isActive(id)).toBe(false);
  // While the message bus works, a cached session is trusted, because the bus would announce the session's end.
  expect(await sessionsWithBus.isActive(id)).toBe(true);
  sessionsWithBus.close();
  sessionsWithoutBus.close();
});

test("a session that ended while the bus lost messages is not accepted any more", async () => {
  const id = await addSession(testPeople.minh.id);
  const listeners = new Set<() => void>();
  const bus: Bus = {
    ...createMemoryBus(),
    onMessagesLost(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const sessions = createSessionLookup({ ...sessionDependencies, bus });
  expect(await sessions.isActive(id)).toBe(true);
  await endSession(id);
  for (const listener of listeners) listener();
  expect(await sessions.isActive(id)).toBe(false);
  sessions.close();
  expect(listeners.size).toBe(0);
});
