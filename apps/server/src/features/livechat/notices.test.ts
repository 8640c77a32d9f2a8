import { claimLivechat, closeLivechat, releaseLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { removeBot, removeBotPerson } from "@kakehashi/contract/bots";
import { countUnreadNotifications, listNotifications } from "@kakehashi/contract/notifications";
import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import { expect, test } from "vitest";
import { visitBot } from "../../test/bots.ts";
import { createWaitingTalk, handoffStory, readInbox } from "../../test/livechat.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji, linh, an } = testPeople;
const serverUrl = await server.listen();

/** Lists the person's "visitor waits" notifications of this visitor, each as true (unread) or false (read). */
async function listUnreadStates(person: TestPerson, cid: string): Promise<boolean[]> {
  const { data } = await person.call(listNotifications, {
    query: { type: "LIVECHAT_WAITING", paging: "100" },
  });
  return data.filter(({ data: { conversation_id } }) => conversation_id === cid).map(({ read }) => !read);
}
const readUnreadCount = async (person: TestPerson) =>
  (await person.call(countUnreadNotifications, {})).data.count_unread;

test("Everybody who answers for a bot hears of a visitor who waits, in the list and live, until somebody takes them", async () => {
  const client = await connectAndSubscribe(serverUrl, linh);
  const { id, cid, params } = await createWaitingTalk(server, testPeople);
  const event = (await client.waitForEvent(
    (liveEvent) => (liveEvent as unknown as PersonalEvent).type === "LIVECHAT_WAITING",
  )) as unknown as Extract<PersonalEvent, { notification: unknown }>;
  expect(event.notification).toMatchObject({
    actor: null,
    data: { bot: { id, name: "Salon" }, conversation_id: cid, place: expect.stringMatching(/^Visitor /) },
  });
  expect([await listUnreadStates(kenji, cid), await listUnreadStates(linh, cid)]).toEqual([[true], [true]]);
  expect(await listUnreadStates(an, cid)).toEqual([]);
  const countBefore = await readUnreadCount(kenji);
  await linh.call(claimLivechat, { params });
  expect([await listUnreadStates(kenji, cid), await listUnreadStates(linh, cid)]).toEqual([[false], [false]]);
  expect(await readUnreadCount(kenji)).toBe(countBefore - 1);
  client.socket.close();
});

test("A visitor who waits again is told again, once, and not to the person who let them wait", async () => {
  const { cid, params, visitor } = await createWaitingTalk(server, testPeople);
  await linh.call(claimLivechat, { params });
  await linh.call(releaseLivechat, { params, body: {} });
  expect(await listUnreadStates(kenji, cid)).toEqual([true, false]);
  expect(await listUnreadStates(linh, cid)).toEqual([false]);
  await kenji.call(closeLivechat, { params, body: {} });
  expect(await listUnreadStates(kenji, cid)).toEqual([false, false]);
  // A visitor who writes to a closed talk waits for an agent again. Only the first of these messages creates a
  // notification.
  await visitor.send({ content: "One more thing" });
  await visitor.send({ content: "Hello?" });
  expect(await listUnreadStates(linh, cid)).toEqual([true, false]);
});

test("Many visitors who wait make a bounded number of notifications", async () => {
  const { id } = await createWaitingTalk(server, testPeople, { flow: handoffStory });
  for (let count = 0; count < 24; count++) await (await visitBot(server, id)).send({ content: "x" });
  expect((await readInbox(linh, id, "waiting")).meta.total).toBe(25);
  const { data } = await linh.call(listNotifications, { query: { unread: "true", paging: "100" } });
  const waitingNotifications = data.filter(
    (notification) => notification.type === "LIVECHAT_WAITING" && notification.data.bot?.id === id,
  );
  expect(waitingNotifications).toHaveLength(20);
});

test("Whoever leaves the bot, and whoever worked on a deleted one, keeps no notification of its visitors", async () => {
  const { id, cid } = await createWaitingTalk(server, testPeople);
  expect(await listUnreadStates(linh, cid)).toEqual([true]);
  await kenji.call(removeBotPerson, { params: { id, user_id: linh.id } });
  expect(await listUnreadStates(linh, cid)).toEqual([]);
  expect(await listUnreadStates(kenji, cid)).toEqual([true]);
  await kenji.call(removeBot, { params: { id } });
  await expect.poll(() => listUnreadStates(kenji, cid)).toEqual([]);
});

test("An agent's visitors wait again when the agent leaves the bot, and the others are told", async () => {
  const { id, cid, params } = await createWaitingTalk(server, testPeople);
  await linh.call(claimLivechat, { params });
  expect(await listUnreadStates(kenji, cid)).toEqual([false]);
  await kenji.call(removeBotPerson, { params: { id, user_id: linh.id } });
  expect(await listUnreadStates(kenji, cid)).toEqual([true, false]);
  expect((await readInbox(kenji, id, "waiting")).data).toHaveLength(1);
});
