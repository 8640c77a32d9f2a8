import {
  createBroadcast,
  getBroadcast,
  getBroadcastName,
  removeBroadcast,
} from "@kakehashi/contract/bot-broadcasts";
import { getLivechat } from "@kakehashi/contract/bot-livechat";
import { claimLivechat, closeLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { getConversation, markConversationRead } from "@kakehashi/contract/conversations";
import { listMessages } from "@kakehashi/contract/messages";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createFlow, createSayBlock, endBlock } from "../../test/bots.ts";
import { newsBroadcastBody } from "../../test/broadcast-body.ts";
import { startChannelTestServer } from "../../test/channel-world.ts";
import {
  addAndConnectPage,
  createBotForOutsidePlatforms,
  sendTextAs,
  waitForOutsideTalk,
} from "../../test/channels.ts";
import { createWaitingTalk } from "../../test/livechat.ts";

// These tests check that the message of a broadcast appears in the conversation that people have had with the visitor.

const { platforms, server, testPeople, address } = await startChannelTestServer();
const { kenji, linh } = testPeople;
const story = createFlow({ start: [createSayBlock("hi"), endBlock] });

const listTexts = async (id: string) =>
  (await linh.call(listMessages, { params: { id } })).data.map(({ content }) => content);

async function sendNewsBroadcast(id: string): Promise<string> {
  const { data } = await kenji.call(createBroadcast, { params: { id }, body: newsBroadcastBody() });
  const params = { id, bid: data.id };
  await expect
    .poll(async () => (await kenji.call(getBroadcast, { params })).data.state, { timeout: 20_000 })
    .toBe("DONE");
  return data.id;
}

/** Returns the messages in a conversation that come from broadcasts, each with its broadcast. */
const listBroadcastMessages = async (id: string) =>
  (await linh.call(listMessages, { params: { id } })).data.flatMap(({ content, outside }) =>
    outside?.broadcast ? [[content, outside.broadcast] as const] : [],
  );

for (const platform of ["MESSENGER", "ZALO"] as const)
  for (const isBotResumed of [false, true])
    test(`${platform}: a broadcast stands in a closed talk, ${isBotResumed ? "after the bot had gone on" : "as the newest message"}`, async () => {
      const id = await createBotForOutsidePlatforms(testPeople, story);
      const standInPlatform = platforms.standIns[platform];
      const { page, external } = await addAndConnectPage(address, kenji, {
        standIn: standInPlatform,
        platform,
        botId: id,
      });
      const an = standInPlatform.addCustomer(external.id, "An");
      await an.write("Good morning, are you open today?");
      await expect.poll(() => an.conversationMessages.filter(({ from }) => from === "page")).toHaveLength(1);
      await an.write("May I talk to somebody?");
      const { conversation_id: cid } = await waitForOutsideTalk(linh, { page_id: page.id });
      await linh.call(claimLivechat, { params: { id, cid } });
      await sendTextAs(linh, cid, "We are open.");
      await expect.poll(() => an.conversationMessages.filter(({ from }) => from === "page")).toHaveLength(2);
      await linh.call(closeLivechat, { params: { id, cid }, body: { resume: isBotResumed } });
      await linh.call(markConversationRead, { params: { id: cid }, body: {} });
      const textsBefore = await listTexts(cid);

      const bid = await sendNewsBroadcast(id);
      await expect.poll(() => listTexts(cid), { timeout: 10_000 }).toEqual([...textsBefore, "News"]);
      expect(await listBroadcastMessages(cid)).toEqual([["News", { bot_id: id, id: bid }]]);
      // A broadcast creates no work for the people who answer visitors: the talk stays closed, and nothing is unread.
      const { data: talk } = await linh.call(getLivechat, { params: { id, cid } });
      expect(talk.state).toBe("CLOSED");
      const { data: room } = await linh.call(getConversation, { params: { id: cid } });
      expect(room.unread_count).toBe(0);

      await an.write("Thank you for the news.");
      await an.write("May I talk to somebody again?");
      await expect
        .poll(async () =>
          (await listTexts(cid)).filter((text) => text.startsWith("May I talk to somebody again")),
        )
        .toHaveLength(1);
      const textsAfter = await listTexts(cid);
      expect(textsAfter.filter((text) => text === "News")).toHaveLength(1);
      expect(textsAfter.slice(0, textsBefore.length + 2)).toEqual([
        ...textsBefore,
        "News",
        "Thank you for the news.",
      ]);
    }, 60_000);

for (const shouldResume of [false, true])
  test(`on the web a broadcast stands in a closed talk, ${shouldResume ? "after the bot had gone on" : "as the newest message"}`, async () => {
    const { id, cid, params, visitor } = await createWaitingTalk(server, testPeople);
    await linh.call(claimLivechat, { params });
    await linh.call(closeLivechat, { params, body: { resume: shouldResume } });
    const textsBefore = await listTexts(cid);
    await linh.call(markConversationRead, { params: { id: cid }, body: {} });
    const bid = await sendNewsBroadcast(id);
    const textsAfter = await listTexts(cid);
    expect(textsAfter.slice(0, textsBefore.length)).toEqual(textsBefore);
    expect(textsAfter.at(-1)).toBe("News");
    expect((await linh.call(getConversation, { params: { id: cid } })).data.unread_count).toBe(0);
    await visitor.send({ content: "Thank you." });
    expect((await listTexts(cid)).filter((text) => text === "News")).toHaveLength(1);
    expect(await listBroadcastMessages(cid)).toEqual([["News", { bot_id: id, id: bid }]]);
    // The visitor's page gets the message, but not the id of the broadcast that sent it.
    const page = JSON.stringify(await visitor.list());
    expect(page).toContain("News");
    expect(page).not.toContain(bid);
  }, 60_000);

test("the mark of a broadcast shows its present name, and goes with it", async () => {
  const { id, cid, params } = await createWaitingTalk(server, testPeople);
  await linh.call(claimLivechat, { params });
  await linh.call(closeLivechat, { params, body: {} });
  const bid = await sendNewsBroadcast(id);
  const readBroadcastName = (person: typeof linh) => person.call(getBroadcastName, { params: { id, bid } });
  expect((await readBroadcastName(linh)).data).toEqual({ id: bid, name: newsBroadcastBody().name });
  await sql`update bot_broadcasts set name = 'Spring offer' where id = ${bid}`.execute(server.db.kysely);
  expect((await readBroadcastName(linh)).data.name).toBe("Spring offer");
  expect((await readBroadcastName(testPeople.minh)).status).toBe(404);
  await kenji.call(removeBroadcast, { params: { id, bid } });
  expect((await readBroadcastName(linh)).status).toBe(404);
  // The message stays in the conversation after its broadcast is deleted, and keeps the id of this broadcast.
  expect(await listBroadcastMessages(cid)).toEqual([["News", { bot_id: id, id: bid }]]);
}, 60_000);
