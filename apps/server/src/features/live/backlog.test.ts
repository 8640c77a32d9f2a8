import { expect, test } from "vitest";
import { type BacklogMeasurement, chooseClientsToDisconnect } from "./backlog.ts";

const backlogLimits = {
  stalledMs: 100,
  unsentBytes: 10,
  personBytes: 50,
  processBytes: 100,
  bytesQueuedSinceOldest: 1_000,
};
const createBacklog = (name: string, fields: Partial<BacklogMeasurement> & { person?: string } = {}) => ({
  name,
  person: name,
  stalledMs: 0,
  ownMemoryBytes: 0,
  unsentBytes: 0,
  bytesQueuedSinceOldest: 0,
  ...fields,
});
const listDroppedClients = (...clientBacklogs: ReturnType<typeof createBacklog>[]) =>
  chooseClientsToDisconnect(clientBacklogs, backlogLimits).map(({ name }) => name);

test("a client is dropped when its own socket took nothing for too long and much waits for it", () => {
  expect(
    listDroppedClients(
      createBacklog("deaf", { stalledMs: 100, unsentBytes: 11 }),
      createBacklog("in a tunnel", { stalledMs: 100, unsentBytes: 10 }),
      createBacklog("with a burst", { stalledMs: 99, unsentBytes: 500 }),
      createBacklog("not served yet", { stalledMs: 0, unsentBytes: 500 }),
    ),
  ).toEqual(["deaf"]);
});

test("of a person's clients that hold too much together the slowest go, and nobody else's", () => {
  const backlogFieldsOfAn = { person: "an", ownMemoryBytes: 20 };
  expect(
    listDroppedClients(
      createBacklog("an 1", { ...backlogFieldsOfAn, stalledMs: 10 }),
      createBacklog("an 2", { ...backlogFieldsOfAn, stalledMs: 30 }),
      createBacklog("an 3", { ...backlogFieldsOfAn, stalledMs: 20 }),
      createBacklog("minh", { ownMemoryBytes: 20, stalledMs: 90 }),
    ),
  ).toEqual(["an 2"]);
});

test("where all together hold too much the slowest go, until the rest fits", () => {
  const backlogs = [40, 30, 20, 10].map((stalledMs) =>
    createBacklog(`${stalledMs}`, { stalledMs, ownMemoryBytes: 35 }),
  );
  expect(listDroppedClients(...backlogs)).toEqual(["40", "30"]);
});

test("a client too far behind the shared backlog is dropped, even if it still reads", () => {
  expect(
    listDroppedClients(
      createBacklog("slow", { bytesQueuedSinceOldest: 1_001 }),
      createBacklog("almost", { bytesQueuedSinceOldest: 1_000 }),
    ),
  ).toEqual(["slow"]);
});

test("nobody is dropped within the limits", () => {
  expect(
    listDroppedClients(
      createBacklog("a", { ownMemoryBytes: 50 }),
      createBacklog("b", { ownMemoryBytes: 50, stalledMs: 99 }),
    ),
  ).toEqual([]);
});
