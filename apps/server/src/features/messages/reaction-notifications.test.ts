import { deleteMessage } from "@kakehashi/contract/changes";
import { removeConversationMember } from "@kakehashi/contract/conversation-members";
import { chooseRoomNotices, setConversationMuted } from "@kakehashi/contract/conversation-settings";
import { type Message, reactionNotificationLimits } from "@kakehashi/contract/messages";
import {
  countUnreadNotifications,
  listNotifications,
  markNotificationRead,
} from "@kakehashi/contract/notifications";
import { beforeEach, expect, test } from "vitest";
import { executeSql } from "../../test/cluster.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom, messagePathParamsOf, sendText, toggleReaction } from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();

const countUnread = async (person: TestPerson) =>
  (await person.call(countUnreadNotifications)).data.count_unread;

/**
 * Makes all earlier notifications an hour older before each test. The tests have few people, who would otherwise soon
 * reach the limits.
 */
beforeEach(() =>
  server.db.pool.query("update notifications set created_at = created_at - interval '1 hour'"),
);

/** Lists a person's notifications about reactions to this message, newest first. */
async function listReactionNotices(person: TestPerson, message: Message) {
  const { data } = await person.call(listNotifications, { query: { paging: "100" } });
  return data.filter(({ type, data }) => type === "REACT" && data.message_id === message.id);
}
const findNoticeEmoji = async (person: TestPerson, message: Message) =>
  (await listReactionNotices(person, message)).map(({ data }) => data.emoji);

test("a reaction is told to the message's author alone, live, with the way there", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createGroupRoom(aiko, an, minh);
  const root = await sendText(minh, id, "a question");
  const reply = await sendText(aiko, id, "an answer", { parent_id: root.id });
  const unreadBefore = await countUnread(aiko);
  const phone = await connectAndSubscribe(serverUrl, aiko);
  await toggleReaction(an, reply, "🎉");
  const [notice] = await listReactionNotices(aiko, reply);
  expect(notice).toMatchObject({
    type: "REACT",
    read: false,
    actor: { id: an.id, name: an.name },
    data: { conversation_id: id, message_id: reply.id, parent_id: root.id, number: 1, emoji: "🎉" },
  });
  const { body } = await phone.waitForFrame("MESSAGE", (frame) => JSON.parse(frame.body).type === "REACT");
  expect(JSON.parse(body)).toEqual({ type: "REACT", notification: notice, count_unread: unreadBefore + 1 });
  phone.socket.close();
  expect(await listReactionNotices(minh, reply)).toEqual([]);
  expect(await listReactionNotices(an, reply)).toEqual([]);
});

test("a reaction succeeds even if its notification fails", async () => {
  const { aiko, an } = testPeople;
  const message = await sendText(aiko, await createGroupRoom(aiko, an), "good news");
  await executeSql(server.ownerDatabaseUrl, "alter table notifications rename column read_at to lost");
  const refusedReaction = await toggleReaction(an, message, "👍").finally(() =>
    executeSql(server.ownerDatabaseUrl, "alter table notifications rename column lost to read_at"),
  );
  expect([refusedReaction.status, refusedReaction.data.reactions]).toMatchObject([
    200,
    [{ type: "👍", user_ids: [an.id] }],
  ]);
  expect(await findNoticeEmoji(aiko, message)).toEqual(["👍"]);
});

test("a person's reaction to their own message notifies nobody", async () => {
  const { aiko, an } = testPeople;
  const message = await sendText(aiko, await createGroupRoom(aiko, an), "mine");
  await toggleReaction(aiko, message, "👍");
  expect(await listReactionNotices(aiko, message)).toEqual([]);
});

test("several emoji of one person are one notification, of the newest; of two people they are two", async () => {
  const { aiko, an, minh } = testPeople;
  const message = await sendText(aiko, await createGroupRoom(aiko, an, minh), "good news");
  await toggleReaction(an, message, "👍");
  const [firstNotice] = await listReactionNotices(aiko, message);
  await toggleReaction(an, message, "🎉");
  const [secondNotice, ...otherNotices] = await listReactionNotices(aiko, message);
  expect([secondNotice?.id, secondNotice?.data.emoji, otherNotices]).toEqual([firstNotice?.id, "🎉", []]);
  await toggleReaction(minh, message, "👍");
  expect((await listReactionNotices(aiko, message)).map(({ actor }) => actor?.id)).toEqual([minh.id, an.id]);
});

test("a reaction taken back takes the unread notification back, and tells of what is left", async () => {
  const { aiko, an } = testPeople;
  const message = await sendText(aiko, await createGroupRoom(aiko, an), "good news");
  const unreadBefore = await countUnread(aiko);
  for (const emoji of ["👍", "🎉"]) await toggleReaction(an, message, emoji);
  await toggleReaction(an, message, "🎉");
  expect(await findNoticeEmoji(aiko, message)).toEqual(["👍"]);
  const phone = await connectAndSubscribe(serverUrl, aiko);
  await toggleReaction(an, message, "👍");
  expect(await findNoticeEmoji(aiko, message)).toEqual([]);
  expect(await countUnread(aiko)).toBe(unreadBefore);
  await phone.waitForFrame("MESSAGE", ({ body }) => {
    const event = JSON.parse(body);
    return event.type === "NOTIFICATIONS_READ" && event.count_unread === unreadBefore;
  });
  phone.socket.close();
  await toggleReaction(an, message, "👀");
  expect(await findNoticeEmoji(aiko, message)).toEqual(["👀"]);
});

test("a read notification stays read, whatever happens to the reaction later", async () => {
  const { aiko, an } = testPeople;
  const message = await sendText(aiko, await createGroupRoom(aiko, an), "good news");
  await toggleReaction(an, message, "👍");
  const [notice] = await listReactionNotices(aiko, message);
  await aiko.call(markNotificationRead, { params: { id: notice?.id ?? "" } });
  const unreadBefore = await countUnread(aiko);
  for (const emoji of ["👍", "👍", "🎉"]) await toggleReaction(an, message, emoji);
  expect(await listReactionNotices(aiko, message)).toMatchObject([
    { id: notice?.id, read: true, data: { emoji: "🎉" } },
  ]);
  expect(await countUnread(aiko)).toBe(unreadBefore);
});

test("a person who left the room gets no notification, and waiting ones are deleted with the message", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createGroupRoom(aiko, an, minh);
  const message = await sendText(an, id, "good bye");
  await toggleReaction(minh, message, "👍");
  await an.call(removeConversationMember, { params: { id }, query: { user_id: an.id } });
  await toggleReaction(aiko, message, "😢");
  expect((await listReactionNotices(an, message)).map(({ actor }) => actor?.id)).toEqual([minh.id]);
  await aiko.call(deleteMessage, messagePathParamsOf(message));
  await expect.poll(() => listReactionNotices(an, message)).toEqual([]);
});

test("a room that is muted or limited to mentions sends no notification of reactions", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  const message = await sendText(aiko, id, "quietly");
  const reactAndListEmojis = async (emoji: string) => {
    await toggleReaction(an, message, emoji);
    return findNoticeEmoji(aiko, message);
  };
  await aiko.call(setConversationMuted, { params: { id }, body: { muted: true } });
  expect(await reactAndListEmojis("👍")).toEqual([]);
  await aiko.call(setConversationMuted, { params: { id }, body: { muted: false } });
  for (const notify_about of ["mentions", "none"] as const) {
    await aiko.call(chooseRoomNotices, { params: { id }, body: { notify_about } });
    expect(await reactAndListEmojis(notify_about === "none" ? "👀" : "🎉")).toEqual([]);
  }
  await aiko.call(chooseRoomNotices, { params: { id }, body: { notify_about: "all" } });
  expect(await reactAndListEmojis("🙏")).toEqual(["🙏"]);
});

test("many simultaneous reactions leave one notification for each person whose reaction stays", async () => {
  const { aiko, an, minh, kenji } = testPeople;
  const message = await sendText(aiko, await createGroupRoom(aiko, an, minh, kenji), "go");
  // Only the first people who react, up to `reactionNotificationLimits.perMessage`, cause a notification.
  expect([an, minh, kenji]).toHaveLength(reactionNotificationLimits.perMessage);
  const emojis = ["👍", "🎉", "👀", "🙏", "😀"];
  const eachEmojiTwice = [...emojis, ...emojis];
  await Promise.all([
    ...[an, minh].flatMap((person) => emojis.map((emoji) => toggleReaction(person, message, emoji))),
    // Kenji clicks each emoji twice: the first request adds the reaction and the second removes it.
    ...eachEmojiTwice.map((emoji) => toggleReaction(kenji, message, emoji)),
  ]);
  const notices = await listReactionNotices(aiko, message);
  expect(notices.map(({ actor }) => actor?.id).sort()).toEqual([an.id, minh.id].sort());
});

test("a reaction that fails notifies nobody", async () => {
  const { aiko, an } = testPeople;
  const message = await sendText(aiko, await createGroupRoom(aiko, an), "good news");
  // This database trigger makes the reaction fail after its notification was written.
  await executeSql(
    server.ownerDatabaseUrl,
    `
    create function refuse_commit() returns trigger language plpgsql as
      $$ begin raise exception 'no' using errcode = '53100'; end $$;
    create constraint trigger refuse_commit after insert on notifications
      deferrable initially deferred for each row execute function refuse_commit()`,
  );
  expect((await toggleReaction(an, message, "👍")).status).toBe(507);
  await executeSql(
    server.ownerDatabaseUrl,
    "drop trigger refuse_commit on notifications; drop function refuse_commit",
  );
  expect(await listReactionNotices(aiko, message)).toEqual([]);
  expect((await toggleReaction(an, message, "👍")).data.reactions).toEqual([
    { type: "👍", user_ids: [an.id] },
  ]);
  expect(await findNoticeEmoji(aiko, message)).toEqual(["👍"]);
});

test("many reactions to one message cause a few notifications, and further ones after ten minutes", async () => {
  const { aiko, an, minh, linh, kenji, emma } = testPeople;
  const message = await sendText(
    aiko,
    await createGroupRoom(aiko, an, minh, linh, kenji, emma),
    "the news of the year",
  );
  for (const person of [an, minh, linh, kenji]) await toggleReaction(person, message, "🎉");
  expect((await listReactionNotices(aiko, message)).map(({ actor }) => actor?.id)).toEqual([
    linh.id,
    minh.id,
    an.id,
  ]);
  expect(await listReactionNotices(aiko, message)).toHaveLength(reactionNotificationLimits.perMessage);
  // Linh has already caused a notification, so a new emoji of Linh changes that notification.
  await toggleReaction(linh, message, "👍");
  expect((await listReactionNotices(aiko, message))[0]?.data.emoji).toBe("👍");
  await server.db.pool.query(
    "update notifications set created_at = created_at - interval '11 minutes' where data ->> 'message_id' = $1",
    [message.id],
  );
  await toggleReaction(emma, message, "🎉");
  expect((await listReactionNotices(aiko, message)).map(({ actor }) => actor?.id)).toContain(emma.id);
});

test("one person who reacts to message after message causes another a few notifications a minute", async () => {
  const { emma, linh } = testPeople;
  const id = await createGroupRoom(emma, linh);
  const messages: Message[] = [];
  for (let index = 0; index < reactionNotificationLimits.perPerson + 3; index++)
    messages.push(await sendText(emma, id, "one"));
  const unreadBefore = await countUnread(emma);
  for (const message of messages) expect((await toggleReaction(linh, message, "👍")).status).toBe(200);
  expect(await countUnread(emma)).toBe(unreadBefore + reactionNotificationLimits.perPerson);
  await server.db.pool.query(
    "update notifications set created_at = created_at - interval '2 minutes' where user_id = $1",
    [emma.id],
  );
  const laterMessage = await sendText(emma, id, "later");
  await toggleReaction(linh, laterMessage, "👍");
  expect(await countUnread(emma)).toBe(unreadBefore + reactionNotificationLimits.perPerson + 1);
});

test("adding and removing a reaction repeatedly does not notify the author each time", async () => {
  // No other test uses this author together with this person, so they have not yet reached any of the limits.
  const { linh: author, emma: reactor } = testPeople;
  const message = await sendText(author, await createGroupRoom(author, reactor), "look");
  let noticeTotal = 0;
  for (let round = 0; round < 3 * reactionNotificationLimits.perPerson; round++) {
    await toggleReaction(reactor, message, "👍");
    noticeTotal += (await listReactionNotices(author, message)).length;
    await toggleReaction(reactor, message, "👍");
  }
  expect(noticeTotal).toBeGreaterThan(0);
  // Allows one notification more than the limit, because the loop above may run longer than the period of the limit.
  expect(noticeTotal).toBeLessThanOrEqual(reactionNotificationLimits.perPerson + 1);
});
