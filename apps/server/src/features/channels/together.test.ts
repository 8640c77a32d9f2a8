import { claimLivechat, closeLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { setOutsidePersonBlocked } from "@kakehashi/contract/channels";
import { listMessages } from "@kakehashi/contract/messages";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "../../kit/db/database.ts";
import { startChannelTestServer } from "../../test/channel-world.ts";
import { addAndConnectPage, createBotForOutsidePlatforms, fetchOutsideTalks } from "../../test/channels.ts";

// When many people write at the same time, one transaction handles their messages. Each conversation must be the same
// as if its messages had been handled separately.

const { platforms, server, testPeople, address } = await startChannelTestServer();
const { kenji, linh } = testPeople;
const platformStandIn = platforms.zalo;
const botId = await createBotForOutsidePlatforms(testPeople);
const { external } = await addAndConnectPage(address, kenji, {
  standIn: platformStandIn,
  platform: "ZALO",
  botId,
});
const db = server.db.kysely;
const ownerDatabase = openDatabase(server.ownerDatabaseUrl, { maximumConnections: 1 });
afterAll(() => ownerDatabase.close());

const greetingText = "Xin chào shop, mình muốn đặt lịch";

const countUnhandledEvents = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from channel_events where handled_at is null`.execute(db);
  return rows[0]?.count;
};
const waitUntilHandled = () => expect.poll(countUnhandledEvents, { timeout: 10_000 }).toBe(0);

/**
 * Lets all customers write while the table of sessions is locked. Their messages are then handled in one transaction.
 */
async function writeInOneBatch(
  customers: readonly { write(text: string): Promise<unknown> }[],
  text: string,
) {
  await ownerDatabase.kysely.transaction().execute(async (tx) => {
    await sql`lock table bot_sessions in exclusive mode`.execute(tx);
    await Promise.all(customers.map((customer) => customer.write(text)));
  });
  await waitUntilHandled();
}

async function openCustomers(count: number) {
  const customers = Array.from({ length: count }, (_, number) =>
    platformStandIn.addCustomer(external.id, `Khách ${number}`),
  );
  await Promise.all(customers.map((customer) => customer.write(greetingText)));
  await waitUntilHandled();
  return Promise.all(
    customers.map(async (customer) => {
      const { rows } = await sql<{ id: string }>`
        select s.conversation_id as id from channel_people c join bot_sessions s on s.id = c.session_id
        where c.external_id = ${customer.id}`.execute(db);
      return { customer, conversationId: rows[0]?.id ?? "" };
    }),
  );
}

async function listContentsOf(conversationId: string) {
  const { rows } = await sql<{ content: string }>`
    select content from messages where conversation_id = ${conversationId} order by number`.execute(db);
  return rows.map(({ content }) => content);
}

test("messages of many people at once are written into each one's conversation", async () => {
  const people = await openCustomers(20);
  for (const text of ["một", "hai", "ba"])
    await writeInOneBatch(
      people.map(({ customer }) => customer),
      text,
    );
  for (const { conversationId } of people)
    expect(await listContentsOf(conversationId)).toEqual([greetingText, "một", "hai", "ba"]);
  const { rows } = await sql<{ turns: number; counted: number; written: number }>`
    select (select count(*)::int from bot_turns t where t.session_id = s.id) as turns, s.turn_count as counted,
      l.written_turn as written
    from bot_sessions s join livechats l on l.conversation_id = s.conversation_id`.execute(db);
  for (const { turns, counted, written } of rows) expect([counted, written]).toEqual([turns, turns]);
});

test("a closed talk, a blocked person and a new one beside the others get what they would get alone", async () => {
  const people = await openCustomers(4);
  const [firstPerson, personWithClosedTalk, blockedPerson, personWithoutTalk] = people;
  if (!firstPerson || !personWithClosedTalk || !blockedPerson || !personWithoutTalk)
    throw new Error("People are missing.");
  const params = { id: botId, cid: personWithClosedTalk.conversationId };
  await linh.call(claimLivechat, { params });
  await linh.call(closeLivechat, { params, body: {} });
  await kenji.call(setOutsidePersonBlocked, {
    params: { id: blockedPerson.conversationId },
    body: { is_blocked: true },
  });
  await sql`delete from livechats where conversation_id = ${personWithoutTalk.conversationId}`.execute(db);
  const newCustomer = platformStandIn.addCustomer(external.id, "Mới");
  await writeInOneBatch([...people.map(({ customer }) => customer), newCustomer], "tin nữa");
  expect(await listContentsOf(firstPerson.conversationId)).toEqual([greetingText, "tin nữa"]);
  expect(await listContentsOf(personWithClosedTalk.conversationId)).toEqual([greetingText, "tin nữa"]);
  expect(await listContentsOf(blockedPerson.conversationId)).toEqual([greetingText]);
  const { rows } = await sql<{ state: string }>`
    select state from livechats where conversation_id = ${personWithClosedTalk.conversationId}`.execute(db);
  expect(rows).toEqual([{ state: "WAITING" }]);
  await expect.poll(() => fetchOutsideTalks(linh, { search: "Mới" })).toHaveLength(1);
});

test("a message that cannot be handled holds up nobody else's", async () => {
  const people = await openCustomers(3);
  const [personWithFailingMessage, ...otherPeople] = people;
  if (!personWithFailingMessage) throw new Error("People are missing.");
  // A database constraint makes the server fail when it stores the next message of this session.
  const { rows } = await sql<{ id: string }>`
    select id from bot_sessions where conversation_id = ${personWithFailingMessage.conversationId}`.execute(
    db,
  );
  await sql
    .raw(`alter table bot_turns add constraint no_turn check (session_id <> '${rows[0]?.id}') not valid`)
    .execute(ownerDatabase.kysely);
  await Promise.all(people.map(({ customer }) => customer.write("bốn")));
  await expect
    .poll(() => Promise.all(otherPeople.map(({ conversationId }) => listContentsOf(conversationId))))
    .toEqual(otherPeople.map(() => [greetingText, "bốn"]));
  expect(await listContentsOf(personWithFailingMessage.conversationId)).toEqual([greetingText]);
  await sql.raw("alter table bot_turns drop constraint no_turn").execute(ownerDatabase.kysely);
  await sql`update channel_events set try_at = now() where handled_at is null`.execute(db);
  await personWithFailingMessage.customer.write("năm");
  await expect
    .poll(() => listContentsOf(personWithFailingMessage.conversationId))
    .toEqual([greetingText, "bốn", "năm"]);
});

test("what the agent reads is what was written, and the visitor's words are not sent back to them", async () => {
  const [onlyCustomer] = await openCustomers(1);
  if (!onlyCustomer) throw new Error("A person is missing.");
  await linh.call(claimLivechat, { params: { id: botId, cid: onlyCustomer.conversationId } });
  await writeInOneBatch([onlyCustomer.customer], "cảm ơn");
  const { data } = await linh.call(listMessages, { params: { id: onlyCustomer.conversationId } });
  expect(data.map(({ content, language }) => [content, language])).toEqual([
    [greetingText, "vi"],
    ["cảm ơn", "vi"],
  ]);
  await expect
    .poll(async () => {
      const { rows } = await sql<{ open: number }>`
        select (r.last_seq - c.read_seq)::int as open from channel_people c join bot_sessions s on s.id = c.session_id
        join conversations r on r.id = s.conversation_id where c.external_id = ${onlyCustomer.customer.id}`.execute(
        db,
      );
      return rows[0]?.open;
    })
    .toBe(0);
  expect(onlyCustomer.customer.conversationMessages.filter(({ from }) => from !== "customer")).toEqual([]);
});
