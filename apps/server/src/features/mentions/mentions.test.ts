import { markForTranslation } from "@kakehashi/contract/bookmarks";
import { deleteMessage, editMessage, setMessagePinned } from "@kakehashi/contract/changes";
import { addConversationMembers, removeConversationMember } from "@kakehashi/contract/conversation-members";
import { setConversationMuted } from "@kakehashi/contract/conversation-settings";
import {
  countUnreadConversations,
  getConversation,
  listConversations,
  markConversationRead,
} from "@kakehashi/contract/conversations";
import { everybodyId, mentionNoticesPerMinute } from "@kakehashi/contract/mentions";
import {
  countUnreadNotifications,
  listNotifications,
  markNotificationRead,
} from "@kakehashi/contract/notifications";
import {
  countUnreadThreads,
  followThread,
  listThreads,
  markMessageRead,
  markMessageUnread,
  unfollowThread,
} from "@kakehashi/contract/threads";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom, sendText } from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();

const mentionOf = (person: TestPerson) => `@[${person.name}](${person.id})`;

async function countMentions(person: TestPerson, id: string): Promise<number> {
  return (await person.call(getConversation, { params: { id } })).data.mention_count;
}

/** Lists a person's notifications about this room, newest first. */
async function listNoticesOfRoom(person: TestPerson, id: string) {
  const { data } = await person.call(listNotifications);
  return data.filter((notification) => notification.data.conversation_id === id);
}

/**
 * Waits until the person has exactly these types of notifications about the room, because the server writes
 * notifications after it has sent its response.
 */
async function waitForNotices(person: TestPerson, id: string, types: string[]) {
  await expect.poll(async () => (await listNoticesOfRoom(person, id)).map(({ type }) => type)).toEqual(types);
  return listNoticesOfRoom(person, id);
}

test("a notification quotes its message as it is now, for whoever can read it", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createGroupRoom(aiko, an, minh);
  const message = await sendText(aiko, id, `**Please** ${mentionOf(an)}, look`);
  const listQuotes = async () => (await listNoticesOfRoom(an, id)).map(({ quote }) => quote);
  await waitForNotices(an, id, ["MENTION"]);
  expect(await listQuotes()).toEqual([{ text: `Please @${an.name}, look`, language: message.language }]);
  const params = { id, mid: message.id };
  const content = `${mentionOf(an)} ${"long ".repeat(500)}`;
  await aiko.call(editMessage, { params, body: { content } });
  const [longQuote] = await listQuotes();
  expect(longQuote?.text.length).toBe(200);
  expect(longQuote?.text).toMatch(/long long/);
  // A person who has left the room gets no notification, because they cannot read the message.
  await aiko.call(removeConversationMember, { params: { id }, query: { user_id: an.id } });
  expect(await listQuotes()).toEqual([null]);
});

test("a mention is counted for its person only, and notifies them once", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createGroupRoom(aiko, an, minh);
  const phone = await connectAndSubscribe(serverUrl, an);
  const message = await sendText(aiko, id, `${mentionOf(an)} ${mentionOf(an)} ${mentionOf(aiko)} look`);
  expect([await countMentions(an, id), await countMentions(minh, id), await countMentions(aiko, id)]).toEqual(
    [1, 0, 0],
  );
  const [notice] = await waitForNotices(an, id, ["MENTION"]);
  expect(notice).toMatchObject({
    read: false,
    actor: { id: aiko.id },
    data: { message_id: message.id, number: 1, place: "a group" },
  });
  await phone.waitForFrame("MESSAGE", ({ body }) => JSON.parse(body).type === "MENTION");
  phone.socket.close();
  expect(await listNoticesOfRoom(minh, id)).toEqual([]);
  expect(await listNoticesOfRoom(aiko, id)).toEqual([]);

  const list = await an.call(listConversations);
  expect(list.data.find((conversation) => conversation.id === id)?.mention_count).toBe(1);
});

test("reading in the chat marks its notifications read, up to that message only", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  await sendText(aiko, id, `${mentionOf(an)} one`);
  await sendText(aiko, id, `${mentionOf(an)} two`);
  await waitForNotices(an, id, ["MENTION", "MENTION"]);
  const unreadBefore = (await an.call(countUnreadNotifications)).data.count_unread;
  await an.call(markConversationRead, { params: { id }, body: { number: 1 } });
  await expect
    .poll(async () => (await listNoticesOfRoom(an, id)).map(({ read }) => read))
    .toEqual([false, true]);
  expect((await an.call(countUnreadNotifications)).data.count_unread).toBe(unreadBefore - 1);
  expect(await countMentions(an, id)).toBe(1);
  await an.call(markMessageUnread, {
    params: { id, mid: (await listNoticesOfRoom(an, id))[1]?.data.message_id ?? "" },
  });
  expect(await countMentions(an, id)).toBe(2);
  await sendText(an, id, "done");
  await expect
    .poll(async () => (await listNoticesOfRoom(an, id)).map(({ read }) => read))
    .toEqual([true, true]);
  expect(await countMentions(an, id)).toBe(0);
});

test("an edit adds and removes mentions, and a deleted message mentions nobody", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createGroupRoom(aiko, an, minh);
  const { id: mid } = await sendText(aiko, id, "hello");
  const editText = (content: string) => aiko.call(editMessage, { params: { id, mid }, body: { content } });
  await editText(`hello ${mentionOf(an)}`);
  expect(await countMentions(an, id)).toBe(1);
  await waitForNotices(an, id, ["MENTION"]);
  await editText(`hello ${mentionOf(an)} and ${mentionOf(minh)}`);
  await waitForNotices(minh, id, ["MENTION"]);
  expect(await listNoticesOfRoom(an, id)).toHaveLength(1);
  await editText(`hello ${mentionOf(minh)}`);
  expect([await countMentions(an, id), await countMentions(minh, id)]).toEqual([0, 1]);
  await aiko.call(deleteMessage, { params: { id, mid } });
  expect(await countMentions(minh, id)).toBe(0);
  await waitForNotices(minh, id, []);
});

test("@all mentions everybody but its writer, and in a muted room only people who are named", async () => {
  const { aiko, an, minh, linh } = testPeople;
  const id = await createGroupRoom(aiko, an, minh, linh);
  const getUnreadCounts = async (person: TestPerson) => (await person.call(countUnreadConversations)).data;
  const countsBefore = [await getUnreadCounts(minh), await getUnreadCounts(linh)];
  await minh.call(setConversationMuted, { params: { id }, body: { muted: true } });
  await linh.call(setConversationMuted, { params: { id }, body: { muted: true } });
  await sendText(aiko, id, `@all and ${mentionOf(linh)}: come`);
  const mentionCounts = await Promise.all([aiko, an, minh, linh].map((person) => countMentions(person, id)));
  expect(mentionCounts).toEqual([0, 1, 0, 1]);
  // The message is unread for Minh and for Linh. It mentions Linh by name, but not Minh.
  const unreadIncreases = [await getUnreadCounts(minh), await getUnreadCounts(linh)].map(
    (countsAfter, index) => [
      countsAfter.count_unread - (countsBefore[index]?.count_unread ?? 0),
      countsAfter.count_attention - (countsBefore[index]?.count_attention ?? 0),
    ],
  );
  expect(unreadIncreases).toEqual([
    [1, 0],
    [1, 1],
  ]);
  await waitForNotices(an, id, ["MENTION"]);
  await waitForNotices(linh, id, ["MENTION"]);
  expect(await listNoticesOfRoom(minh, id)).toEqual([]);
  await minh.call(setConversationMuted, { params: { id }, body: { muted: false } });
  expect(await countMentions(minh, id)).toBe(1);
});

test("the id that stands for everybody mentions nobody, and does not harm a message with @all", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  await sendText(aiko, id, `@[n](${everybodyId}) hello`);
  expect(await countMentions(an, id)).toBe(0);
  await sendText(aiko, id, `@[n](${everybodyId}) @all`);
  await sendText(aiko, id, "`npm run @all`");
  expect(await countMentions(an, id)).toBe(1);
});

test("whoever began a thread is told of its replies, once until they read it", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createGroupRoom(aiko, an, minh);
  const root = await sendText(aiko, id, "a question");
  const firstReply = await sendText(an, id, "an answer", { parent_id: root.id });
  const [notice] = await waitForNotices(aiko, id, ["REPLY"]);
  expect(notice?.data).toMatchObject({ message_id: firstReply.id, parent_id: root.id, number: 1 });
  await sendText(aiko, id, "mine", { parent_id: root.id });
  await expect.poll(async () => (await listNoticesOfRoom(aiko, id)).map(({ read }) => read)).toEqual([true]);
  const secondReply = await sendText(minh, id, "another", { parent_id: root.id });
  await waitForNotices(aiko, id, ["REPLY", "REPLY"]);
  const thirdReply = await sendText(minh, id, `and ${mentionOf(aiko)}`, { parent_id: root.id });
  await waitForNotices(aiko, id, ["MENTION", "REPLY", "REPLY"]);
  await aiko.call(markMessageRead, { params: { id, mid: secondReply.id } });
  await expect
    .poll(async () => (await listNoticesOfRoom(aiko, id)).map(({ read }) => read))
    .toEqual([false, true, true]);
  await aiko.call(markMessageRead, { params: { id, mid: thirdReply.id } });
  await expect
    .poll(async () => (await listNoticesOfRoom(aiko, id)).map(({ read }) => read))
    .toEqual([true, true, true]);
});

test("whoever follows a thread is told of its replies, once until they read it; nobody else in the room", async () => {
  const { aiko, an, minh, linh } = testPeople;
  const id = await createGroupRoom(aiko, an, minh, linh);
  const root = await sendText(aiko, id, "a question");
  await sendText(an, id, "an answer", { parent_id: root.id });
  await linh.call(followThread, { params: { id: root.id } });
  const reply = await sendText(minh, id, "another", { parent_id: root.id });
  await sendText(minh, id, "and one more", { parent_id: root.id });
  for (const follower of [an, linh]) {
    const [notice] = await waitForNotices(follower, id, ["REPLY"]);
    expect(notice?.data).toMatchObject({ message_id: reply.id, parent_id: root.id });
  }
  await linh.call(unfollowThread, { params: { id: root.id } });
  await an.call(markMessageRead, { params: { id, mid: reply.id } });
  await expect.poll(async () => (await listNoticesOfRoom(an, id)).map(({ read }) => read)).toEqual([true]);
  await sendText(aiko, id, "thank you", { parent_id: root.id });
  await waitForNotices(an, id, ["REPLY", "REPLY"]);
  // Minh wrote in the thread, so he follows it.
  await waitForNotices(minh, id, ["REPLY"]);
  expect(await listNoticesOfRoom(linh, id)).toHaveLength(1);
});

test("the author of a thread who stopped following it gets no notifications of replies", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createGroupRoom(aiko, an, minh);
  const root = await sendText(aiko, id, "a question");
  await aiko.call(unfollowThread, { params: { id: root.id } });
  await sendText(an, id, "an answer", { parent_id: root.id });
  // The server handles messages in order. When Minh has this notification, the earlier reply has been handled too.
  await sendText(an, id, `${mentionOf(minh)} look`, { parent_id: root.id });
  await waitForNotices(minh, id, ["MENTION"]);
  expect(await listNoticesOfRoom(aiko, id)).toEqual([]);
});

test("a person mentioned in a reply follows its thread from then on, and nobody outside the room is mentioned", async () => {
  const { aiko, an, minh, emma } = testPeople;
  const id = await createGroupRoom(aiko, an, minh);
  const root = await sendText(aiko, id, "a question");
  await sendText(an, id, "an answer", { parent_id: root.id });
  const unreadBefore = (await minh.call(countUnreadThreads)).data.count_unread;
  await sendText(an, id, `${mentionOf(minh)} ${mentionOf(emma)} knows`, { parent_id: root.id });
  expect((await minh.call(countUnreadThreads)).data.count_unread).toBe(unreadBefore + 1);
  await waitForNotices(minh, id, ["MENTION"]);
  expect(await countMentions(minh, id)).toBe(0);
  expect(await listNoticesOfRoom(emma, id)).toEqual([]);
  await sendText(aiko, id, `${mentionOf(emma)} here`);
  expect(await listNoticesOfRoom(emma, id)).toEqual([]);
});

test("people mentioned by an edit are not notified again by later changes", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createGroupRoom(aiko, an, minh);
  const { id: mid } = await sendText(aiko, id, "hello");
  const messagePath = { params: { id, mid } };
  await aiko.call(editMessage, { ...messagePath, body: { content: `hello ${mentionOf(an)}` } });
  const [notice] = await waitForNotices(an, id, ["MENTION"]);
  // The mentioned person does not open the room, but marks the notification in the list as read.
  await an.call(markNotificationRead, { params: { id: notice?.id ?? "" } });
  await minh.call(setMessagePinned, { ...messagePath, body: { pinned: true } });
  await minh.call(markForTranslation, { ...messagePath, body: { marked: true } });
  await sendText(minh, id, "an answer", { parent_id: mid });
  await aiko.call(editMessage, { ...messagePath, body: { content: `hello again ${mentionOf(an)}` } });
  // Changes of the room are handled in order. When Minh has this notification, all earlier changes have been handled.
  await sendText(aiko, id, `${mentionOf(minh)} done`);
  await expect
    .poll(async () => (await listNoticesOfRoom(minh, id)).map(({ type }) => type))
    .toEqual(["MENTION"]);
  expect((await listNoticesOfRoom(an, id)).filter(({ type }) => type === "MENTION")).toMatchObject([
    { id: notice?.id, read: true },
  ]);
});

test("a person mentioned by an edited reply follows its thread from that reply on", async () => {
  const { aiko, an, minh, linh, emma } = testPeople;
  const id = await createGroupRoom(aiko, an, minh, linh);
  const root = await sendText(aiko, id, "a question");
  await sendText(an, id, "an answer", { parent_id: root.id });
  const reply = await sendText(an, id, `who knows more, ${mentionOf(linh)}`, { parent_id: root.id });
  await sendText(an, id, "and after it", { parent_id: root.id });
  const findFollowedThread = async (person: TestPerson) =>
    (await person.call(listThreads)).data.find(({ message }) => message.id === root.id);
  const editText = (content: string) =>
    an.call(editMessage, { params: { id, mid: reply.id }, body: { content } });
  expect(await findFollowedThread(minh)).toBeUndefined();
  await editText(`who knows more, ${mentionOf(linh)} ${mentionOf(minh)} ${mentionOf(emma)}`);
  // The edited reply, which now mentions Minh, and the next reply count as unread. Earlier replies do not.
  expect(await findFollowedThread(minh)).toMatchObject({ unread_count: 2 });
  await waitForNotices(minh, id, ["MENTION"]);
  expect(await findFollowedThread(emma)).toBeUndefined();

  // An edit that keeps a mention does not make people follow the thread again, and does not move their read marks.
  await minh.call(markMessageRead, { params: { id, mid: reply.id } });
  await editText(`who knows more: ${mentionOf(linh)} ${mentionOf(minh)}`);
  expect(await findFollowedThread(minh)).toMatchObject({ unread_count: 1 });
  await aiko.call(removeConversationMember, { params: { id }, query: { user_id: linh.id } });
  await aiko.call(addConversationMembers, { params: { id }, body: { user_ids: [linh.id] } });
  await editText(`${mentionOf(linh)} ${mentionOf(minh)} who knows more`);
  expect(await findFollowedThread(linh)).toBeUndefined();
});

test("a message that is read at once sends no notification", async () => {
  const { aiko, linh } = testPeople;
  const id = await createGroupRoom(aiko, linh);
  const desktopClient = await connectAndSubscribe(serverUrl, linh);
  await sendText(aiko, id, `${mentionOf(linh)} first`);
  await linh.call(markConversationRead, { params: { id }, body: {} });
  const secondMention = await sendText(aiko, id, `${mentionOf(linh)} second`);
  const hasMentionNotice = ({ body }: { body: string }) => {
    const event = JSON.parse(body);
    return event.type === "MENTION" && event.notification.data.conversation_id === id;
  };
  const { body } = await desktopClient.waitForFrame("MESSAGE", hasMentionNotice);
  expect(JSON.parse(body).notification.data.message_id).toBe(secondMention.id);
  desktopClient.socket.close();
});

test("many mentions of one author notify a person a few times a minute; all of them count", async () => {
  const { kenji, linh, aiko } = testPeople;
  const id = await createGroupRoom(kenji, linh, aiko);
  for (let count = 0; count < mentionNoticesPerMinute + 3; count++)
    await sendText(kenji, id, mentionOf(linh));
  await sendText(aiko, id, mentionOf(linh));
  await waitForNotices(linh, id, repeatText("MENTION", mentionNoticesPerMinute + 1));
  expect(await countMentions(linh, id)).toBe(mentionNoticesPerMinute + 4);
});

const repeatText = (text: string, count: number) => Array.from({ length: count }, () => text);
