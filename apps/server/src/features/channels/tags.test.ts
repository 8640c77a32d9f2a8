import { claimLivechat, closeLivechat } from "@kakehashi/contract/bot-livechat-steps";
import {
  getOutsideTalk,
  listAllOutsideTags,
  listOutsideTalks,
  setOutsidePersonTags,
  suggestTagsForOutsidePerson,
} from "@kakehashi/contract/channels";
import { expect, test } from "vitest";
import { startChannelTestServer } from "../../test/channel-world.ts";
import { addAndConnectPage, createBotForOutsidePlatforms, waitForOutsideTalk } from "../../test/channels.ts";
import type { TestPerson } from "../../test/world.ts";

const { platforms, testPeople, address } = await startChannelTestServer();
const { kenji, linh, minh } = testPeople;
const platformStandIn = platforms.messenger;

/**
 * Creates a bot and people with these tags who have written to its page. Returns the id of the conversation with the
 * first person.
 */
async function openBotWithTags(...tagsOfPeople: string[][]): Promise<string> {
  const botId = await createBotForOutsidePlatforms(testPeople);
  const { page, external } = await addAndConnectPage(address, kenji, {
    standIn: platformStandIn,
    platform: "MESSENGER",
    botId,
  });
  let firstConversationId = "";
  for (const [index, tags] of tagsOfPeople.entries()) {
    await platformStandIn.addCustomer(external.id, `Person ${index}`).write("hi");
    const search = `Person ${index}`;
    const { conversation_id: id } = await waitForOutsideTalk(linh, { page_id: page.id, search });
    await linh.call(setOutsidePersonTags, { params: { id }, body: { tags } });
    firstConversationId ||= id;
  }
  return firstConversationId;
}
const listOfferedTags = async (id: string, search?: string) =>
  (await linh.call(suggestTagsForOutsidePerson, { params: { id }, query: { ...(search && { search }) } }))
    .data;

test("the tags of a bot's people are offered, those of most people first", async () => {
  const id = await openBotWithTags([], ["Khách mới", "100%"], ["Khách mới", "vip"], ["vip"], ["vip", "a_b"]);
  await openBotWithTags(["of another bot"]);
  expect(await listOfferedTags(id)).toEqual(["vip", "Khách mới", "100%", "a_b"]);
  // The search ignores accents and case. `%` and `_` are ordinary characters and not wildcards.
  expect(await listOfferedTags(id, "KHACH")).toEqual(["Khách mới"]);
  expect(await listOfferedTags(id, "%")).toEqual(["100%"]);
  expect(await listOfferedTags(id, "_")).toEqual(["a_b"]);
  expect(await listOfferedTags(id, "nothing")).toEqual([]);
  const refusedResponse = await minh.call(suggestTagsForOutsidePerson, { params: { id }, query: {} });
  expect(refusedResponse.status).toBe(404);
  const tooLongResponse = await linh.call(suggestTagsForOutsidePerson, {
    params: { id },
    query: { search: "x".repeat(51) },
  });
  expect(Object.keys(tooLongResponse.error?.fields ?? {})).toEqual(["search"]);
});

test("a tag is cleaned as a name is, and one that looks empty is refused at its place", async () => {
  const id = await openBotWithTags([]);
  const tags = ["gpj\u202e.exe", "half \ud800", "two\nlines\u200b", "two lines"];
  await linh.call(setOutsidePersonTags, { params: { id }, body: { tags } });
  const { data } = await linh.call(getOutsideTalk, { params: { id } });
  expect(data.tags).toEqual(["gpj.exe", "half \ufffd", "two lines"]);
  const blankResponse = await linh.call(setOutsidePersonTags, {
    params: { id },
    body: { tags: ["vip", "\u202e\u200b"] },
  });
  expect(blankResponse.error?.fields).toEqual({ "tags.1": "This is required." });
});

test("a tag filters in all its spellings, and is offered to whoever works on its bot", async () => {
  const id = await openBotWithTags(["Giá"], ["gia"], ["ＧＩÁ", "Giá"], ["Gia đình"]);
  const { data: talk } = await linh.call(getOutsideTalk, { params: { id } });
  const countFilteredTalks = async (tag: string, state: string) => {
    const query = { tag, state, page_id: talk.page.id };
    const { data, meta } = await linh.call(listOutsideTalks, { query });
    expect(meta.total).toBe(data.length);
    return data.length;
  };
  for (const tag of ["gia", "Giá", "GIÁ", "ｇｉａ"])
    expect(await countFilteredTalks(tag, "all"), tag).toBe(3);
  expect(await countFilteredTalks("gi", "all")).toBe(0);
  // The filter by tag also works for closed talks, and lists each talk once.
  const { data: talks } = await linh.call(listOutsideTalks, { query: { page_id: talk.page.id } });
  for (const { conversation_id: cid } of talks) {
    const params = { id: talk.bot.id, cid };
    await linh.call(claimLivechat, { params });
    await linh.call(closeLivechat, { params, body: {} });
  }
  expect(await countFilteredTalks("gia", "closed")).toBe(3);
  expect(await countFilteredTalks("gia dinh", "closed")).toBe(1);
  expect(await countFilteredTalks("gia", "all")).toBe(0);

  const listAllTags = async (person: TestPerson, search: string) =>
    (await person.call(listAllOutsideTags, { query: { search } })).data;
  expect(await listAllTags(linh, "GIA")).toEqual(["Giá", "Gia đình", "gia", "ＧＩÁ"]);
  expect(await listAllTags(minh, "gia")).toEqual([]);
}, 60_000);
