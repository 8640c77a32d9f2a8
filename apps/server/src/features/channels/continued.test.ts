import { getBotSession, listBotSessions, listBotSessionTurns } from "@kakehashi/contract/bot-sessions";
import { maximumTurnsPerBotSession } from "@kakehashi/contract/bot-visitors";
import { isSameSession, replaySession } from "@kakehashi/contract/flows/replay";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAskBlock, createFlow, createSayBlock, endBlock } from "../../test/bots.ts";
import { startChannelTestServer } from "../../test/channel-world.ts";
import { addAndConnectPage, createBotForOutsidePlatforms } from "../../test/channels.ts";

const { platforms, server, testPeople, address } = await startChannelTestServer();
const { kenji } = testPeople;
const standInMessenger = platforms.messenger;

test("a session that continues a full one is replayed from what the full one knew", async () => {
  const story = createFlow({
    start: [createSayBlock("greeting", "Hello {{n}}"), createAskBlock("name"), endBlock],
  });
  const id = await createBotForOutsidePlatforms(testPeople, story);
  const { external } = await addAndConnectPage(address, kenji, {
    standIn: standInMessenger,
    platform: "MESSENGER",
    botId: id,
  });
  const customer = standInMessenger.addCustomer(external.id, "Aiko");
  const params = { id };
  const listSessions = async () => (await kenji.call(listBotSessions, { params })).data;
  await customer.write("hi");
  await expect.poll(async () => (await listSessions())[0]?.state).toBe("asking");
  await customer.write("Aiko");
  await expect.poll(async () => (await listSessions())[0]?.state).toBe("ended");
  const [fullSession] = await listSessions();
  const updateSession = (assignments: ReturnType<typeof sql>, sessionId: string | undefined) =>
    sql`update bot_sessions set ${assignments} where id = ${sessionId}`.execute(server.db.kysely);
  await updateSession(sql`turn_count = ${maximumTurnsPerBotSession}`, fullSession?.id);
  await customer.write("me again");
  await expect.poll(async () => (await listSessions()).length).toBe(2);
  const sessionId = (await listSessions()).find((session) => session.id !== fullSession?.id)?.id ?? "";
  await expect
    .poll(async () => (await listSessions()).find((session) => session.id === sessionId)?.turn_count)
    .toBe(1);
  // Changes the session in the database, as if people had given the person back to the bot and 13 hours had passed.
  await updateSession(sql`is_paused = false, last_at = now() - interval '13 hours'`, sessionId);
  await customer.write("good morning");
  await expect
    .poll(async () => (await listSessions()).find((session) => session.id === sessionId)?.state)
    .toBe("asking");

  const { data: detail } = await kenji.call(getBotSession, { params: { id, sid: sessionId } });
  const { data: turns } = await kenji.call(listBotSessionTurns, { params: { id, sid: sessionId } });
  expect(JSON.stringify(turns)).toContain("Hello Aiko");
  const replayResult = replaySession({
    turns,
    language: detail.language,
    firstSession: detail.began_with,
    languages: ["en", "ja"],
    flowOf: () => story,
  });
  expect(replayResult.turns.filter(({ differsFromStored }) => differsFromStored)).toEqual([]);
  expect(replayResult.sessionAfter && isSameSession(replayResult.sessionAfter, detail.session)).toBe(true);
  // The session that became full was the person's first one. It took over no state from an earlier session, so its
  // `began_with` is null.
  const { data: firstSession } = await kenji.call(getBotSession, {
    params: { id, sid: fullSession?.id ?? "" },
  });
  expect(firstSession.began_with).toBeNull();
});
