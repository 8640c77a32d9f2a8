import { updateSettings } from "@kakehashi/contract/account-settings";
import { removeConversationMember } from "@kakehashi/contract/conversation-members";
import {
  type PersonPresence,
  type PresenceReport,
  presenceDestination,
  presenceEventSchema,
} from "@kakehashi/contract/live";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { createDirectRoom, createGroupRoom } from "../../test/rooms.ts";
import { connectAndSubscribe, type StompClient } from "../../test/stomp.ts";
import { addTestPeople, type TestPeople, type TestPerson } from "../../test/world.ts";

let server: TestApp;
let testPeople: TestPeople;
let serverUrl: string;
const openClients: StompClient[] = [];

/** This clock runs ten times as fast as real time, so that the tests wait less. */
const startedAt = Date.now();
const fastClock = {
  now: () => startedAt + (Date.now() - startedAt) * 10,
  runEvery(milliseconds: number, runTask: () => Promise<void>) {
    let isRunning = false;
    const timer = setInterval(() => {
      if (isRunning) return;
      isRunning = true;
      void runTask().finally(() => {
        isRunning = false;
      });
    }, milliseconds / 10);
    return () => clearInterval(timer);
  },
};

beforeAll(async () => {
  server = await createTestApp({ presenceClock: fastClock });
  testPeople = await addTestPeople(server);
  serverUrl = await server.listen();
});
afterEach(() => {
  for (const client of openClients.splice(0)) client.socket.terminate();
});
afterAll(() => server.close());

async function openClient(person: TestPerson): Promise<StompClient> {
  const client = await connectAndSubscribe(serverUrl, person);
  openClients.push(client);
  return client;
}

let receiptCount = 0;
async function sendReport(client: StompClient, body: PresenceReport): Promise<void> {
  const id = `report-${++receiptCount}`;
  client.send(`SEND\ndestination:${presenceDestination}\nreceipt:${id}\n\n${JSON.stringify(body)}\0`);
  await client.waitForFrame("RECEIPT", ({ headers }) => headers["receipt-id"] === id);
}

const listPresencesSeenBy = (client: StompClient, person: TestPerson): PersonPresence[] =>
  client.frames.flatMap(({ command, body }) => {
    const event = command === "MESSAGE" ? presenceEventSchema.safeParse(JSON.parse(body)).data : undefined;
    return event?.people.filter(({ user_id }) => user_id === person.id) ?? [];
  });

/** Resolves when the last presence that the client got of this person is `state`. */
async function waitForNextPresence(client: StompClient, person: TestPerson, state: PersonPresence["state"]) {
  await client.waitForFrame("MESSAGE", () => listPresencesSeenBy(client, person).at(-1)?.state === state);
  return listPresencesSeenBy(client, person).at(-1);
}

test("a person is there while one of their devices is, away while all are idle, then last seen", async () => {
  await createDirectRoom(testPeople.aiko, testPeople.an);
  const aikoClient = await openClient(testPeople.aiko);
  await sendReport(aikoClient, { follow: [testPeople.an.id] });
  expect(await waitForNextPresence(aikoClient, testPeople.an, "offline")).toMatchObject({
    last_seen_at: null,
  });

  const [phone, desk] = [await openClient(testPeople.an), await openClient(testPeople.an)];
  await waitForNextPresence(aikoClient, testPeople.an, "online");
  await sendReport(phone, { active: false });
  await sendReport(desk, { active: false });
  await waitForNextPresence(aikoClient, testPeople.an, "away");
  await sendReport(desk, { active: true });
  await waitForNextPresence(aikoClient, testPeople.an, "online");

  const startedAtMs = Date.now();
  desk.socket.terminate();
  // The person's phone is still connected, but nobody uses it, so the person is away.
  await waitForNextPresence(aikoClient, testPeople.an, "away");
  phone.socket.terminate();
  const offlineEvent = await waitForNextPresence(aikoClient, testPeople.an, "offline");
  expect(Date.parse(offlineEvent?.last_seen_at ?? "")).toBeGreaterThanOrEqual(startedAtMs);

  const laterClient = await openClient(testPeople.aiko);
  await sendReport(laterClient, { follow: [testPeople.an.id] });
  expect(await waitForNextPresence(laterClient, testPeople.an, "offline")).toEqual(offlineEvent);
});

test("presence is shown only to people who share a room, and only while they do", async () => {
  const { emma, minh, linh, kenji } = testPeople;
  const room = await createGroupRoom(minh, linh);
  await createDirectRoom(minh, kenji);
  const reader = await openClient(minh);
  const otherListener = await openClient(linh);
  await openClient(emma);
  await sendReport(reader, { follow: [linh.id, emma.id, kenji.id] });
  await waitForNextPresence(reader, linh, "online");
  await waitForNextPresence(reader, kenji, "offline");

  await linh.call(removeConversationMember, { params: { id: room }, query: { user_id: linh.id } });
  await reader.waitForEvent(
    (event) => event.type === "CONVERSATION_CHANGED" && event.conversation_id === room,
  );
  otherListener.socket.terminate();
  // Events arrive in the order in which they are sent. So when this later event about somebody else has arrived, no
  // event about the tested people was sent.
  await openClient(kenji);
  await waitForNextPresence(reader, kenji, "online");
  openClients.at(-1)?.socket.terminate();
  await waitForNextPresence(reader, kenji, "offline");
  expect(listPresencesSeenBy(reader, linh).at(-1)?.state).toBe("online");
  expect(listPresencesSeenBy(reader, emma)).toEqual([]);
});

test("a person who hides their presence is never shown online or last seen", async () => {
  const { aiko, linh, kenji } = testPeople;
  await createGroupRoom(aiko, linh, kenji);
  const reader = await openClient(aiko);
  const hidingClient = await openClient(linh);
  await sendReport(reader, { follow: [linh.id, kenji.id] });
  await waitForNextPresence(reader, linh, "online");
  await linh.call(updateSettings, { body: { show_presence: false } });
  await waitForNextPresence(reader, linh, "hidden");
  hidingClient.socket.terminate();
  const otherClient = await openClient(kenji);
  await waitForNextPresence(reader, kenji, "online");
  otherClient.socket.terminate();
  await waitForNextPresence(reader, kenji, "offline");
  expect(listPresencesSeenBy(reader, linh).at(-1)?.state).toBe("hidden");
  const secondClient = await openClient(aiko);
  await sendReport(secondClient, { follow: [linh.id] });
  expect(await waitForNextPresence(secondClient, linh, "hidden")).toMatchObject({ last_seen_at: null });
  await linh.call(updateSettings, { body: { show_presence: true } });
  await openClient(linh);
  await waitForNextPresence(reader, linh, "online");
});

test.each(["", "no JSON", "[]", '{"active":"yes"}', '{"follow":["x"]}', '{"other":1}'])(
  "the report %j is refused",
  async (body) => {
    const client = await openClient(testPeople.an);
    client.send(`SEND\ndestination:${presenceDestination}\n\n${body}\0`);
    expect((await client.waitForFrame("ERROR")).body).toBe("That is no report of presence.");
  },
);
