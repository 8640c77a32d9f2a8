import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import {
  linkOutsidePeople,
  listLinkCandidates,
  unlinkOutsidePerson,
} from "@kakehashi/contract/channel-links";
import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import { setOutsidePersonBlocked, setOutsidePersonTags } from "@kakehashi/contract/channels";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { createAskBlock, createFlow, createSayBlock, endBlock } from "../../test/bots.ts";
import { startChannelTestServer } from "../../test/channel-world.ts";
import {
  addAndConnectPage,
  createBotForOutsidePlatforms,
  fetchOutsideTalk,
  sendTextAs,
  waitForOutsideTalk,
} from "../../test/channels.ts";
import { handoffBlock } from "../../test/livechat.ts";
import type { TestPerson } from "../../test/world.ts";
import { fetchProfileJob } from "./names.ts";

// These tests link people on several pages of a bot who are the same human.

const { platforms, server, testPeople, address } = await startChannelTestServer();
const db = server.db.kysely;
/** Kenji owns the bots, Linh answers for them, and Minh has no part in them. */
const { kenji, linh, minh } = testPeople;

async function openPage(botId: string, platform: OutsidePlatform) {
  const platformStandIn = platforms.standIns[platform];
  const { page, external } = await addAndConnectPage(address, kenji, {
    standIn: platformStandIn,
    platform,
    botId,
  });
  /** Lets a new customer write to the page, and waits until the talk is in the inbox. */
  return async (name: string, text = "Chào shop, còn chỗ chiều nay không?") => {
    const customer = platformStandIn.addCustomer(external.id, name);
    await customer.write(text);
    await expect
      .poll(async () => (await waitForOutsideTalk(linh, { page_id: page.id })).visitor.name)
      .toBe(name);
    return { customer, id: (await waitForOutsideTalk(linh, { page_id: page.id })).conversation_id };
  };
}
async function openBotWithPages(story?: Parameters<typeof createBotForOutsidePlatforms>[1]) {
  const botId = await createBotForOutsidePlatforms(testPeople, story);
  return { botId, onMessenger: await openPage(botId, "MESSENGER"), onZalo: await openPage(botId, "ZALO") };
}

const linkPeople = (person: TestPerson, id: string, otherId: string, namedConversationId = id) =>
  person.call(linkOutsidePeople, {
    params: { id },
    body: { conversation_id: otherId, name_of: namedConversationId },
  });
const separatePeople = (person: TestPerson, id: string, otherId: string) =>
  person.call(unlinkOutsidePerson, { params: { id }, body: { conversation_id: otherId } });
const setPersonTags = (id: string, ...tags: string[]) =>
  linh.call(setOutsidePersonTags, { params: { id }, body: { tags } });
const listCandidateIds = async (id: string, search?: string) =>
  (await linh.call(listLinkCandidates, { params: { id }, query: { ...(search && { search }) } })).data.map(
    (linkCandidate) => linkCandidate.conversation_id,
  );
const listLinkedIds = async (id: string) =>
  (await fetchOutsideTalk(linh, id)).linked.map(({ conversation_id }) => conversation_id).sort();
const readNameAndTags = async (id: string) => {
  const { visitor, tags } = await fetchOutsideTalk(linh, id);
  return [visitor.name, ...tags.toSorted()];
};

test("linked people have one name and the same tags, and get their own back", async () => {
  const { botId, onMessenger, onZalo } = await openBotWithPages();
  const a = await onMessenger("Hoa Nguyen");
  const b = await onZalo("Nguyễn Thị Hoa");
  await setPersonTags(a.id, "vip");
  await setPersonTags(b.id, "hair");
  // A search finds the person on the other page by words of the name, in any order and without accents.
  expect(await listCandidateIds(a.id)).toEqual([b.id]);
  expect(await listCandidateIds(a.id, "Lan")).toEqual([]);
  expect(await listCandidateIds(a.id, "nguyen thi")).toEqual([b.id]);

  expect((await linkPeople(linh, a.id, b.id, b.id)).error).toBeUndefined();
  expect((await linkPeople(linh, a.id, b.id, b.id)).error).toBeUndefined();
  for (const id of [a.id, b.id]) expect(await readNameAndTags(id)).toEqual(["Nguyễn Thị Hoa", "hair", "vip"]);
  expect((await fetchOutsideTalk(linh, a.id)).linked).toMatchObject([
    { conversation_id: b.id, name: "Nguyễn Thị Hoa", page: { platform: "ZALO" }, state: "WAITING" },
  ]);
  expect((await fetchOutsideTalk(linh, b.id)).linked).toMatchObject([
    { conversation_id: a.id, name: "Hoa Nguyen" },
  ]);
  expect(await listCandidateIds(a.id, "Hoa")).toEqual([]);

  // Blocking one of the linked people does not block the other. An answer goes only to the page of its own
  // conversation.
  await linh.call(setOutsidePersonBlocked, { params: { id: a.id }, body: { is_blocked: true } });
  expect((await fetchOutsideTalk(linh, a.id)).is_blocked).toBe(true);
  expect((await fetchOutsideTalk(linh, b.id)).is_blocked).toBe(false);
  await linh.call(claimLivechat, { params: { id: botId, cid: b.id } });
  await sendTextAs(linh, b.id, "Dạ còn ạ.");
  await expect.poll(() => b.customer.conversationMessages.at(-1)?.text).toBe("Dạ còn ạ.");
  expect(a.customer.conversationMessages).toHaveLength(1);

  // The person `b` got the tag "vip" from the link and loses it after the separation. Changes of tags that people made
  // while the two were linked stay.
  await setPersonTags(b.id, "vip", "hair", "regular");
  await setPersonTags(a.id, "vip", "regular");
  expect((await separatePeople(linh, a.id, b.id)).error).toBeUndefined();
  expect((await separatePeople(linh, a.id, b.id)).error).toBeUndefined();
  expect(await readNameAndTags(a.id)).toEqual(["Hoa Nguyen", "regular", "vip"]);
  expect(await readNameAndTags(b.id)).toEqual(["Nguyễn Thị Hoa", "regular"]);
  expect(await listLinkedIds(a.id)).toEqual([]);

  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject_id = ${botId} and action like 'channel.%' order by id`.execute(
    db,
  );
  expect(rows.map(({ action }) => action).filter((action) => /link|separate/.test(action))).toEqual([
    "channel.link",
    "channel.separate",
  ]);
});

test("whoever is linked with one of two is linked with both, and one of three leaves alone", async () => {
  const { onMessenger, onZalo } = await openBotWithPages();
  const [a, b, c] = [await onMessenger("An Le"), await onZalo("Lê An"), await onZalo("An")];
  await linkPeople(linh, a.id, b.id);
  await linkPeople(linh, c.id, b.id, b.id);
  expect(await listLinkedIds(a.id)).toEqual([b.id, c.id].sort());
  expect(await readNameAndTags(c.id)).toEqual(["An Le"]);
  await separatePeople(linh, a.id, b.id);
  expect(await listLinkedIds(a.id)).toEqual([c.id]);
  expect(await readNameAndTags(b.id)).toEqual(["Lê An"]);
  expect(await readNameAndTags(c.id)).toEqual(["An Le"]);
});

test("two agents who link and separate at once end with one group, or none", {
  timeout: 60_000,
}, async () => {
  const { onMessenger, onZalo } = await openBotWithPages();
  const [a, b, c] = [await onMessenger("Binh"), await onZalo("Bình"), await onZalo("Bình Trần")];
  for (let round = 0; round < 2; round++) {
    const linkResponses = await Promise.all([
      linkPeople(linh, a.id, b.id),
      linkPeople(kenji, b.id, a.id),
      linkPeople(kenji, b.id, c.id),
      separatePeople(linh, b.id, c.id),
      setPersonTags(a.id, `round ${round}`),
    ]);
    expect(linkResponses.map(({ error }) => error)).toEqual(linkResponses.map(() => undefined));
    for (const linkedTalk of [a, b, c])
      for (const otherLinkedId of await listLinkedIds(linkedTalk.id)) {
        expect(await listLinkedIds(otherLinkedId)).toContain(linkedTalk.id);
        expect(await readNameAndTags(otherLinkedId)).toEqual(await readNameAndTags(linkedTalk.id));
      }
    expect(await listLinkedIds(a.id)).toContain(b.id);
    await separatePeople(linh, a.id, b.id);
    await separatePeople(linh, a.id, c.id);
    await separatePeople(linh, b.id, c.id);
    expect([await listLinkedIds(a.id), await listLinkedIds(b.id), await listLinkedIds(c.id)]).toEqual([
      [],
      [],
      [],
    ]);
    expect([(await readNameAndTags(a.id))[0], (await readNameAndTags(b.id))[0]]).toEqual(["Binh", "Bình"]);
  }
});

test("what a story tags is shared with the same human", async () => {
  const story = createFlow({
    start: [
      createSayBlock("Hello"),
      { id: "t", type: "tag", tag: "asked", remove: false },
      handoffBlock,
      endBlock,
    ],
  });
  const { onMessenger, onZalo, botId } = await openBotWithPages(story);
  const a = await onMessenger("Chi");
  const b = await onZalo("Chị Chi");
  await setPersonTags(a.id);
  await setPersonTags(b.id);
  await linkPeople(linh, a.id, b.id);
  // Updates the session as if the bot had taken over again and its story had ended two days ago. The customer's next
  // message then begins the story again.
  const { error } = await linh.call(claimLivechat, { params: { id: botId, cid: b.id } });
  expect(error).toBeUndefined();
  await sql`update bot_sessions set is_paused = false, last_at = now() - interval '2 days',
    state = jsonb_set(state, '{state}', '{"kind": "ended"}') where conversation_id = ${b.id}`.execute(db);
  await b.customer.write("Chào shop");
  await expect.poll(async () => (await fetchOutsideTalk(linh, a.id)).tags).toEqual(["asked"]);
});

test("the platform's name of a linked person does not replace the name that the person told the bot", async () => {
  const botId = await createBotForOutsidePlatforms(testPeople, {
    ...createFlow({ start: [createAskBlock("name"), handoffBlock, endBlock] }),
    variables: [{ id: "n", name: "name", initial: null }],
  });
  const openTalkWithToldName = async (platform: OutsidePlatform, toldName: string) => {
    const standIn = platforms.standIns[platform];
    const { page, external } = await addAndConnectPage(address, kenji, { standIn, platform, botId });
    const customer = standIn.addCustomer(external.id, "Nguyễn Thị Hoa");
    await customer.write("hi");
    await expect.poll(() => customer.conversationMessages.at(-1)?.text).toBe("name?");
    await customer.write(toldName);
    const { conversation_id: id } = await waitForOutsideTalk(linh, { page_id: page.id });
    await expect.poll(async () => (await fetchOutsideTalk(linh, id)).visitor.name).toBe(toldName);
    return id;
  };
  const a = await openTalkWithToldName("MESSENGER", "Hoa");
  const b = await openTalkWithToldName("ZALO", "Lan");
  await linkPeople(linh, a, b);
  expect((await fetchOutsideTalk(linh, b)).visitor.name).toBe("Hoa");

  // The first profile job may have run before the two were linked. An empty name shows when this one has run.
  const { rows } = await sql<{ id: string }>`
    update channel_people p set own_name = '' from bot_sessions s
    where s.id = p.session_id and s.conversation_id = ${b} returning p.id`.execute(db);
  const personId = rows[0]?.id;
  const readNameBeforeLinking = async () => {
    const names = await sql<{ own_name: string }>`
      select own_name from channel_people where id = ${personId}`.execute(db);
    return names.rows[0]?.own_name;
  };
  await server.runJob(fetchProfileJob, { person_id: personId });
  await expect.poll(readNameBeforeLinking).toBe("Lan");
  expect((await fetchOutsideTalk(linh, b)).visitor.name).toBe("Hoa");
  await separatePeople(linh, a, b);
  expect((await fetchOutsideTalk(linh, b)).visitor.name).toBe("Lan");
});

test("nobody is linked with themselves, with another bot's people, or by others", async () => {
  const { onMessenger, onZalo } = await openBotWithPages();
  const [a, b] = [await onMessenger("Dung"), await onZalo("Dũng")];
  const personOfOtherBot = await (await openBotWithPages()).onZalo("Dũng");
  expect(await listCandidateIds(a.id)).toEqual([b.id]);
  expect((await linkPeople(linh, a.id, personOfOtherBot.id)).status).toBe(404);
  expect((await linkPeople(linh, a.id, newId())).status).toBe(404);
  expect((await separatePeople(linh, a.id, personOfOtherBot.id)).status).toBe(404);
  expect(Object.keys((await linkPeople(linh, a.id, a.id)).error?.fields ?? {})).toEqual(["conversation_id"]);
  expect(Object.keys((await linkPeople(linh, a.id, b.id, personOfOtherBot.id)).error?.fields ?? {})).toEqual([
    "name_of",
  ]);
  const refusedResponses = [
    await linkPeople(minh, a.id, b.id),
    await separatePeople(minh, a.id, b.id),
    await minh.call(listLinkCandidates, { params: { id: a.id }, query: {} }),
  ];
  expect(refusedResponses.map(({ status }) => status)).toEqual([404, 404, 404]);
  // Two people who together have more tags than one person may have cannot be linked.
  await setPersonTags(a.id, ...Array.from({ length: 30 }, (_, index) => `a${index}`));
  await setPersonTags(b.id, ...Array.from({ length: 30 }, (_, index) => `b${index}`));
  expect((await linkPeople(linh, a.id, b.id)).error?.code).toBe("CHANNEL.LINK_FULL");
  expect(await listLinkedIds(a.id)).toEqual([]);
});
