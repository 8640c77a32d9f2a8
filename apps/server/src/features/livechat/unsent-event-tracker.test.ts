import { claimLivechat, closeLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { listMessages } from "@kakehashi/contract/messages";
import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createMemoryBus } from "../../kit/bus.ts";
import { newId } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import { createKeyring } from "../../kit/secrets.ts";
import { createWaitingTalk, readInbox } from "../../test/livechat.ts";
import { createTestLog } from "../../test/log.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { connectAndSubscribe, type StompClient } from "../../test/stomp.ts";
import { createBots } from "../bots/service.ts";
import { createDomainEvents } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import { createUsers } from "../users/service.ts";
import { createLivechat } from "./service.ts";

// In these tests a process dies after it commits a visitor's message or an agent's action, before it sends the live
// events.

const { server, testPeople } = await setUpTestServer();
const { linh } = testPeople;
const db = server.db.kysely;
const serverUrl = await server.listen();
const { rooms, files, profiles, messages, conversations, notifications } = server.app.services;

const processCrashMessage = "The process died before its live events.";
const fakeLive = {
  toRoom: () => {},
  toUser: () => {
    throw new Error(processCrashMessage);
  },
  watchRoom: () => () => {},
  watchClients: () => {},
} as unknown as Live;
const crashingServer = (() => {
  const keyring = createKeyring(["a secret key of this test, long enough"]);
  const log = createTestLog();
  const events = createDomainEvents({ log });
  const jobs = { define: () => {}, repeat: () => {}, send: async () => {} } as unknown as Jobs;
  const users = createUsers({ db, events, live: fakeLive });
  const publicUrl = "http://localhost";
  const bots = createBots({
    db,
    events,
    jobs,
    bus: createMemoryBus(),
    keyring,
    live: fakeLive,
    log,
    files,
    profiles,
    notifications,
    publicUrl,
  });
  const livechat = createLivechat({
    db,
    events,
    jobs,
    live: fakeLive,
    log,
    users,
    rooms,
    files,
    publicUrl,
    messages,
    conversations,
    bots,
    notifications,
  });
  return { bots, livechat };
})();

/** Resolves when a live client gets the hint to request the changes of this room that it missed. */
const waitForMissedChangesHint = (client: StompClient, cid: string) =>
  client.waitForEvent((event) => event.type === "CHANGES_MISSED" && event.conversation_id === cid);
const waitForInboxChange = (client: StompClient, id: string) =>
  client.waitForEvent((event) => {
    const personalEvent = event as unknown as PersonalEvent;
    return personalEvent.type === "LIVECHAT_CHANGED" && personalEvent.bot_id === id;
  });

/**
 * Makes the unannounced changes of talks two minutes older, so that their live events count as lost. Then runs the job
 * that looks for such changes.
 */
async function runJobTwoMinutesLater(): Promise<void> {
  await sql`update livechats set untold_at = untold_at - interval '2 minutes'`.execute(db);
  await server.runJob("livechat.untold");
}
const readUntoldAt = async (cid: string) => {
  const { rows } = await sql<{ untold_at: Date | null }>`
    select untold_at from livechats where conversation_id = ${cid}`.execute(db);
  return rows[0]?.untold_at;
};

test("A visitor's message whose process died is told by the next one, and marked as told", async () => {
  const { id, cid, params, visitor } = await createWaitingTalk(server, testPeople);
  await linh.call(claimLivechat, { params });
  expect(await readUntoldAt(cid)).toBeNull();
  const client = await connectAndSubscribe(serverUrl, linh);
  const message = { client_id: newId(), content: "Do you hear me?", choice: null };
  await expect(crashingServer.bots.sessions.send(id, visitor.token, message)).rejects.toThrow(
    processCrashMessage,
  );
  expect(await readUntoldAt(cid)).not.toBeNull();
  await runJobTwoMinutesLater();
  await Promise.all([waitForMissedChangesHint(client, cid), waitForInboxChange(client, id)]);
  await expect.poll(() => readUntoldAt(cid)).toBeNull();
  expect((await linh.call(listMessages, { params: { id: cid } })).data.at(-1)?.content).toBe(message.content);
  client.socket.close();
});

test("A visitor who sends the message once more makes it known at once", async () => {
  const { id, cid, params, visitor } = await createWaitingTalk(server, testPeople);
  await linh.call(claimLivechat, { params });
  const client = await connectAndSubscribe(serverUrl, linh);
  const message = { client_id: newId(), content: "Do you hear me?", choice: null };
  await expect(crashingServer.bots.sessions.send(id, visitor.token, message)).rejects.toThrow(
    processCrashMessage,
  );
  await visitor.send(message);
  await Promise.all([waitForMissedChangesHint(client, cid), waitForInboxChange(client, id)]);
  client.socket.close();
});

test("A step whose process died is told to the others of the inbox, and by a repeated call at once", async () => {
  const { id, cid, params } = await createWaitingTalk(server, testPeople);
  const person = { userId: linh.id, ip: "", isAdmin: false };
  await expect(crashingServer.livechat.claim(person, id, cid)).rejects.toThrow(processCrashMessage);
  const kenji = await connectAndSubscribe(serverUrl, testPeople.kenji);
  await linh.call(claimLivechat, { params });
  await waitForInboxChange(kenji, id);
  kenji.socket.close();
  await expect(crashingServer.livechat.end(person, id, cid, false)).rejects.toThrow(processCrashMessage);
  const secondClient = await connectAndSubscribe(serverUrl, testPeople.kenji);
  await runJobTwoMinutesLater();
  await waitForInboxChange(secondClient, id);
  secondClient.socket.close();
  expect((await readInbox(linh, id, "closed")).data).toHaveLength(1);
  expect((await linh.call(closeLivechat, { params, body: {} })).status).toBe(200);
});
