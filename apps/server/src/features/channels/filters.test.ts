import { claimLivechat, closeLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { disconnectChannelPage } from "@kakehashi/contract/channel-pages";
import { listOutsideTalks, setOutsidePersonTags } from "@kakehashi/contract/channels";
import { markConversationRead } from "@kakehashi/contract/conversations";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startChannelTestServer } from "../../test/channel-world.ts";
import {
  addAndConnectPage,
  createBotForOutsidePlatforms,
  fetchOutsideTalks,
  waitForOutsideTalk,
} from "../../test/channels.ts";
import type { TalkQuery } from "./talk-query.ts";
import { searchTalks } from "./talk-search.ts";

const { platforms, server, testPeople, address } = await startChannelTestServer();
const { kenji, linh } = testPeople;
const platformStandIn = platforms.messenger;
const botId = await createBotForOutsidePlatforms(testPeople);
const { page, external } = await addAndConnectPage(address, kenji, {
  standIn: platformStandIn,
  platform: "MESSENGER",
  botId,
});
const customer = platformStandIn.addCustomer(external.id, "Hoa");

const setPersonTags = (id: string, ...tags: string[]) =>
  linh.call(setOutsidePersonTags, { params: { id }, body: { tags } });
/** Counts the talks with a tag in each list. Also checks that the list's total is the same number. */
async function countTalksWithTag(name: string) {
  const countByFilter: Record<string, number> = {};
  for (const state of ["waiting", "mine", "all", "closed"]) {
    const { data, meta } = await linh.call(listOutsideTalks, { query: { state, tag: name } });
    expect(meta.total).toBe(data.length);
    countByFilter[state] = data.length;
  }
  return countByFilter;
}
const zeroTalkCounts = { waiting: 0, mine: 0, all: 0, closed: 0 };

test("a tag finds a talk in the list where it is, whatever happens to the two", async () => {
  await customer.write("Chào shop");
  const { conversation_id: id } = await waitForOutsideTalk(linh, { page_id: page.id });
  await setPersonTags(id, "vip", "late");
  expect(await countTalksWithTag("vip")).toEqual({ ...zeroTalkCounts, waiting: 1, all: 1 });
  const params = { id: botId, cid: id };
  await linh.call(claimLivechat, { params });
  expect(await countTalksWithTag("vip")).toEqual({ ...zeroTalkCounts, mine: 1, all: 1 });
  await linh.call(closeLivechat, { params, body: {} });
  expect(await countTalksWithTag("vip")).toEqual({ ...zeroTalkCounts, closed: 1 });
  expect(await countTalksWithTag("late")).toEqual({ ...zeroTalkCounts, closed: 1 });
  await setPersonTags(id, "vip", "regular");
  expect(await countTalksWithTag("late")).toEqual(zeroTalkCounts);
  expect(await countTalksWithTag("regular")).toEqual({ ...zeroTalkCounts, closed: 1 });
  await customer.write("Chào lại");
  await expect.poll(() => countTalksWithTag("regular")).toEqual({ ...zeroTalkCounts, waiting: 1, all: 1 });
  await linh.call(claimLivechat, { params });
  await linh.call(closeLivechat, { params, body: {} });
  await setPersonTags(id);
  expect(await countTalksWithTag("vip")).toEqual(zeroTalkCounts);
});

test("somebody who has told no name is found by the name that each reader sees", async () => {
  const unnamedCustomer = platformStandIn.addCustomer(external.id, "");
  await unnamedCustomer.write("Chào shop");
  await expect.poll(() => fetchOutsideTalks(linh, { search: "visitor" })).toHaveLength(1);
  const [talk] = await fetchOutsideTalks(linh, { search: "visitor" });
  expect(talk?.visitor.name).toMatch(/^Visitor [\da-f]{4}$/);
  const number = talk?.visitor.name.slice(-4);
  for (const search of [`Khách ${number}`, `ゲスト ${number}`, String(number)])
    expect((await fetchOutsideTalks(linh, { search })).map(({ conversation_id }) => conversation_id)).toEqual(
      [talk?.conversation_id],
    );
});

test("closed talks with a tag come newest first, a page at a time, also with another filter", async () => {
  const otherTalkIds = [];
  for (const name of ["An", "Bình", "Chi"]) {
    const otherCustomer = platformStandIn.addCustomer(external.id, name);
    await otherCustomer.write("Chào shop");
    await expect.poll(() => fetchOutsideTalks(linh, { search: name })).toHaveLength(1);
    const [talk] = await fetchOutsideTalks(linh, { search: name });
    const cid = talk?.conversation_id ?? "";
    await linh.call(setOutsidePersonTags, { params: { id: cid }, body: { tags: ["vip"] } });
    await linh.call(claimLivechat, { params: { id: botId, cid } });
    await linh.call(closeLivechat, { params: { id: botId, cid }, body: {} });
    otherTalkIds.unshift(cid);
  }
  const query = { state: "closed", tag: "vip" };
  const listIds = async (extraQuery: Record<string, string>) =>
    (await fetchOutsideTalks(linh, { ...query, ...extraQuery })).map((talk) => talk.conversation_id);
  expect(await listIds({})).toEqual(otherTalkIds);
  expect(await listIds({ paging: "2", page: "2" })).toEqual(otherTalkIds.slice(2));
  expect(await listIds({ search: "Bình" })).toEqual(otherTalkIds.slice(1, 2));
  expect(await listIds({ platform: "ZALO" })).toEqual([]);
});

test("a person is found by the words of their name, without accents and in any order", async () => {
  const name = "Nguyễn Thị Hồng Đào";
  await platformStandIn.addCustomer(external.id, name).write("Chào shop");
  await expect.poll(() => fetchOutsideTalks(linh, { search: name })).toHaveLength(1);
  const nameSearches = ["nguyen thi hong dao", "dao nguyen", name.normalize("NFD"), " Đào ", "HỒNG"];
  for (const search of nameSearches)
    expect(await fetchOutsideTalks(linh, { search }), search).toHaveLength(1);
  expect(await fetchOutsideTalks(linh, { search: "Hồng Lan" })).toEqual([]);
  expect(await fetchOutsideTalks(linh, { search: "  " })).not.toEqual([]);
});

test("a person is found among a thousand of the same name who write to other people's pages", async () => {
  await sql`
    insert into users (id, email, name, working_language, interface_language, live_endpoint, is_outside)
    select id, 'outside:' || id, 'Trần Bảo Ngọc', 'vi', 'vi', id::text, true
    from (select gen_random_uuid() as id from generate_series(1, 1000)) others`.execute(server.db.kysely);
  await platformStandIn.addCustomer(external.id, "Trần Bảo Ngọc").write("Chào shop");
  await expect.poll(() => fetchOutsideTalks(linh, { search: "Bảo Ngọc" })).toHaveLength(1);
});

test("a deleted talk leaves no tag behind", async () => {
  await sql`delete from livechats`.execute(server.db.kysely);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from closed_talk_tags`.execute(
    server.db.kysely,
  );
  expect(rows).toEqual([{ count: 0 }]);
});

test("a name that many people have is looked for among the first talks of the list", async () => {
  const reader = { userId: linh.id, isAdmin: false };
  const findMatchingTalks = (query: Partial<TalkQuery>, searchBounds: { people: number; talks: number }) =>
    searchTalks(
      server.db.kysely,
      reader,
      { state: "all", unread: false, search: "Lâm", ...query },
      searchBounds,
    );
  const ids: string[] = [];
  for (const name of ["Lâm Anh", "Lâm Bình", "Lâm Chi"]) {
    await platformStandIn.addCustomer(external.id, name).write("Chào shop");
    await expect.poll(() => fetchOutsideTalks(linh, { search: name })).toHaveLength(1);
    ids.unshift((await fetchOutsideTalks(linh, { search: name }))[0]?.conversation_id ?? "");
  }
  const completeResult = { ids, isSearchIncomplete: false };
  expect(await findMatchingTalks({}, { people: 3, talks: 1 })).toEqual(completeResult);
  expect(await findMatchingTalks({}, { people: 2, talks: 100 })).toEqual(completeResult);
  expect(await findMatchingTalks({}, { people: 2, talks: 2 })).toEqual({
    ids: ids.slice(0, 2),
    isSearchIncomplete: true,
  });
  expect(await findMatchingTalks({ search: "lam binh" }, { people: 2, talks: 1 })).toEqual({
    ids: [ids[1]],
    isSearchIncomplete: false,
  });
  expect(await findMatchingTalks({ platform: "ZALO" }, { people: 2, talks: 100 })).toEqual({
    ids: [],
    isSearchIncomplete: false,
  });
});

test("closed talks that are unread are found, and those read are not", async () => {
  const otherCustomer = platformStandIn.addCustomer(external.id, "Mai");
  await otherCustomer.write("Chào shop");
  await expect.poll(() => fetchOutsideTalks(linh, { search: "Mai" })).toHaveLength(1);
  const [talk] = await fetchOutsideTalks(linh, { search: "Mai" });
  const cid = talk?.conversation_id ?? "";
  await linh.call(claimLivechat, { params: { id: botId, cid } });
  await linh.call(closeLivechat, { params: { id: botId, cid }, body: {} });
  const listUnreadTalks = async () =>
    (await fetchOutsideTalks(linh, { state: "closed", unread: "true" })).map((talk) => talk.conversation_id);
  const setReadNumber = (number: string) =>
    sql`update conversation_members set read_number = ${sql.raw(number)}, read_high = ${sql.raw(number)}
      where conversation_id = ${cid} and user_id = ${linh.id}`.execute(server.db.kysely);
  await setReadNumber("0");
  expect(await listUnreadTalks()).toContain(cid);
  expect(await fetchOutsideTalks(linh, { state: "closed", unread: "true", search: "Mai" })).toHaveLength(1);
  await setReadNumber("(select last_number from conversations where id = conversation_id)");
  expect(await listUnreadTalks()).not.toContain(cid);
});

test("a talk that waits is unread by everybody who was never in it", async () => {
  const customer = platformStandIn.addCustomer(external.id, "Thu");
  await customer.write("Chào shop");
  await customer.write("Còn hàng không ạ?");
  const listUnreadCounts = async (reader: typeof linh, state: string) =>
    (await fetchOutsideTalks(reader, { state, unread: "true", search: "Thu" })).map(
      (talk) => talk.unread_count,
    );
  await expect.poll(() => listUnreadCounts(linh, "waiting")).toEqual([2]);
  const [talk] = await fetchOutsideTalks(linh, { search: "Thu" });
  const cid = talk?.conversation_id ?? "";
  await linh.call(claimLivechat, { params: { id: botId, cid } });
  await linh.call(markConversationRead, { params: { id: cid }, body: {} });
  expect(await listUnreadCounts(linh, "all")).toEqual([]);
  expect(await listUnreadCounts(kenji, "all")).toEqual([]);
});

test("who waits on a disconnected page stands behind all others", async () => {
  const bot = { standIn: platformStandIn, platform: "MESSENGER", botId } as const;
  const disconnectedPage = await addAndConnectPage(address, kenji, bot);
  await platformStandIn.addCustomer(disconnectedPage.external.id, "Early").write("Chào shop");
  await waitForOutsideTalk(linh, { page_id: disconnectedPage.page.id });
  const connectedPage = await addAndConnectPage(address, kenji, bot);
  await platformStandIn.addCustomer(connectedPage.external.id, "Late").write("Chào shop");
  await waitForOutsideTalk(linh, { page_id: connectedPage.page.id });
  const readListIndexes = async () => {
    const waitingTalks = await fetchOutsideTalks(linh, { state: "waiting" });
    return [disconnectedPage, connectedPage].map((joinedPage) =>
      waitingTalks.findIndex(({ page: { id } }) => id === joinedPage.page.id),
    );
  };
  const [firstListIndex = 0, secondListIndex = 0] = await readListIndexes();
  expect(firstListIndex).toBeLessThan(secondListIndex);
  await kenji.call(disconnectChannelPage, { params: { id: disconnectedPage.page.id } });
  const [disconnectedIndex = 0, connectedIndex = 0] = await readListIndexes();
  expect(disconnectedIndex).toBeGreaterThan(connectedIndex);
  // The next page of the list begins with the first talk that the previous page did not show.
  const { data } = await linh.call(listOutsideTalks, {
    query: { state: "waiting", paging: "1", page: String(disconnectedIndex + 1) },
  });
  expect(data).toMatchObject([{ page: { id: disconnectedPage.page.id } }]);
});
