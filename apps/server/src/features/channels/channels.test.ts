import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { sendUntranslated } from "@kakehashi/contract/channel-deliveries";
import { outsidePlatforms } from "@kakehashi/contract/channel-states";
import { listMessages } from "@kakehashi/contract/messages";
import { createTranslation } from "@kakehashi/contract/translations";
import { sql } from "kysely";
import { expect, test } from "vitest";
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

const { platforms, server, testPeople, address } = await startChannelTestServer();
const { kenji, linh } = testPeople;

const listContents = async (person: TestPerson, id: string) =>
  (await person.call(listMessages, { params: { id } })).data.map(({ content }) => content);
const listTextsFromPage = (customer: { conversationMessages: readonly { from: string; text: string }[] }) =>
  customer.conversationMessages.filter(({ from }) => from === "page").map(({ text }) => text);

for (const platform of outsidePlatforms) {
  const standInPlatform = platforms.standIns[platform];
  const openTalk = async (story?: Parameters<typeof createBotForOutsidePlatforms>[1]) => {
    const botId = await createBotForOutsidePlatforms(testPeople, story);
    const { page, external } = await addAndConnectPage(address, kenji, {
      standIn: standInPlatform,
      platform,
      botId,
    });
    const customer = standInPlatform.addCustomer(external.id, "Nguyễn Thị Hoa");
    return { botId, page, external, customer };
  };

  test(`${platform}: a customer writes to a bot without a story, and people answer`, async () => {
    const { page, customer } = await openTalk();
    await customer.write("Chào shop, còn chỗ chiều nay không?");
    const talk = await waitForOutsideTalk(linh, { page_id: page.id });
    expect(talk).toMatchObject({ state: "WAITING", source: platform, visitor: { language: "vi" } });
    const id = talk.conversation_id;
    await linh.call(claimLivechat, { params: { id: talk.bot.id, cid: id } });
    expect(await listContents(linh, id)).toEqual(["Chào shop, còn chỗ chiều nay không?"]);
    await expect.poll(async () => (await fetchOutsideTalk(linh, id)).visitor.name).toBe("Nguyễn Thị Hoa");

    const answerMessage = await sendTextAs(linh, id, "Dạ còn, **ba giờ** được không ạ?");
    await expect.poll(() => listTextsFromPage(customer)).toEqual(["Dạ còn, ba giờ được không ạ?"]);
    const { window } = await fetchOutsideTalk(linh, id);
    await customer.markAllSeen();
    await expect
      .poll(async () => (await fetchOutsideTalk(linh, id)).deliveries)
      .toMatchObject([{ message_id: answerMessage.id, state: "SEEN", language: "vi", error: null }]);
    // Reading a message does not count as an act of the person, so it does not extend the time in which the page may
    // write.
    expect((await fetchOutsideTalk(linh, id)).window).toEqual(window);
  });

  test(`${platform}: a bot's story asks and answers, and hands over`, async () => {
    const { page, customer } = await openTalk(
      createFlow({
        start: [
          createSayBlock("Hello"),
          createAskBlock("name"),
          handoffBlock,
          createSayBlock("Bye"),
          endBlock,
        ],
      }),
    );
    await customer.write("hi");
    await expect.poll(() => listTextsFromPage(customer)).toEqual(["Hello", "name?"]);
    await customer.write("Hoa");
    await expect.poll(() => listTextsFromPage(customer)).toEqual(["Hello", "name?", "One moment."]);
    const talk = await waitForOutsideTalk(linh, { page_id: page.id });
    await linh.call(claimLivechat, { params: { id: talk.bot.id, cid: talk.conversation_id } });
    expect(await listContents(linh, talk.conversation_id)).toEqual([
      "hi",
      "Hello",
      "name?",
      "Hoa",
      "One moment.",
    ]);
  });

  test(`${platform}: the platform's name does not replace the name that a customer told the bot`, async () => {
    const { page, customer } = await openTalk({
      ...createFlow({ start: [createAskBlock("name"), handoffBlock, endBlock] }),
      variables: [{ id: "n", name: "name", initial: null }],
    });
    await customer.write("hi");
    await expect.poll(() => listTextsFromPage(customer)).toEqual(["name?"]);
    await customer.write("Hoa");
    const { conversation_id: id } = await waitForOutsideTalk(linh, { page_id: page.id });
    const readNames = async () => {
      const { rows } = await sql<{ person_id: string; platform_name: string | null; room_name: string }>`
        select p.id as person_id, s.visitor_name as platform_name, c.name as room_name
        from bot_sessions s join channel_people p on p.session_id = s.id
        join conversations c on c.id = s.conversation_id
        where s.conversation_id = ${id}`.execute(server.db.kysely);
      return rows[0];
    };
    await expect.poll(async () => (await readNames())?.platform_name).toBe("Nguyễn Thị Hoa");
    // The first profile job may have run before the talk was opened. This one certainly runs after it.
    await sql`update bot_sessions set visitor_name = null where conversation_id = ${id}`.execute(
      server.db.kysely,
    );
    await server.runJob(fetchProfileJob, { person_id: (await readNames())?.person_id });
    await expect.poll(async () => (await readNames())?.platform_name).toBe("Nguyễn Thị Hoa");
    expect((await fetchOutsideTalk(linh, id)).visitor.name).toBe("Hoa");
    expect((await readNames())?.room_name).toBe("Hoa");
  });

  test(`${platform}: an answer in another language waits for its translation, or is sent as written`, async () => {
    const { page, customer } = await openTalk();
    await customer.write("Chào shop, tôi muốn đặt lịch.");
    const { bot, conversation_id: id } = await waitForOutsideTalk(linh, { page_id: page.id });
    await kenji.call(claimLivechat, { params: { id: bot.id, cid: id } });
    const firstMessage = await sendTextAs(kenji, id, "ご予約ありがとうございます。");
    const secondMessage = await sendTextAs(kenji, id, "何時がよろしいですか？");
    await expect
      .poll(async () => (await fetchOutsideTalk(kenji, id)).deliveries.map(({ state }) => state))
      .toEqual(["UNTRANSLATED", "UNTRANSLATED"]);
    expect(listTextsFromPage(customer)).toEqual([]);

    const translationResponse = await kenji.call(createTranslation, {
      params: { mid: firstMessage.id, language: "vi" },
      body: { content: "Cảm ơn chị đã đặt lịch.", revision: 1 },
    });
    expect(translationResponse.error).toBeUndefined();
    await expect.poll(() => listTextsFromPage(customer)).toEqual(["Cảm ơn chị đã đặt lịch."]);
    await kenji.call(sendUntranslated, { params: { id, message_id: secondMessage.id } });
    await expect
      .poll(() => listTextsFromPage(customer))
      .toEqual(["Cảm ơn chị đã đặt lịch.", "何時がよろしいですか？"]);
    expect((await fetchOutsideTalk(kenji, id)).deliveries).toMatchObject([
      { content: "Cảm ơn chị đã đặt lịch.", language: "vi" },
      { content: "何時がよろしいですか？", language: "ja" },
    ]);
  });

  test(`${platform}: an event that comes again and again is one message`, async () => {
    const { page, customer } = await openTalk();
    await customer.write("một lần thôi", { eventCopyCount: 3 });
    const talk = await waitForOutsideTalk(linh, { page_id: page.id });
    await customer.write("và một nữa");
    await linh.call(claimLivechat, { params: { id: talk.bot.id, cid: talk.conversation_id } });
    await expect.poll(() => listContents(linh, talk.conversation_id)).toEqual(["một lần thôi", "và một nữa"]);
  });

  test(`${platform}: who answers elsewhere pauses the bot`, async () => {
    const { page, customer } = await openTalk(
      createFlow({
        start: [createSayBlock("Hello"), createAskBlock("name"), createSayBlock("Bye"), endBlock],
      }),
    );
    await customer.write("hi");
    await expect.poll(() => listTextsFromPage(customer)).toEqual(["Hello", "name?"]);
    await customer.answerInPlatformApp("I am here myself.");
    const talk = await waitForOutsideTalk(linh, { page_id: page.id });
    await customer.write("great");
    await linh.call(claimLivechat, { params: { id: talk.bot.id, cid: talk.conversation_id } });
    await expect
      .poll(() => listContents(linh, talk.conversation_id))
      .toEqual(["hi", "Hello", "name?", "I am here myself.", "great"]);
    expect(listTextsFromPage(customer)).toEqual(["Hello", "name?", "I am here myself."]);
  });
}
