import { randomUUID } from "node:crypto";
import { deleteMessage, editMessage } from "@kakehashi/contract/changes";
import { addConversationMembers, removeConversationMember } from "@kakehashi/contract/conversation-members";
import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import { getConversation } from "@kakehashi/contract/conversations";
import { getMessage, listMessages, type Message } from "@kakehashi/contract/messages";
import {
  countUnreadThreads,
  followThread,
  getThread,
  listMessageReaders,
  listOmittedReplies,
  listReplies,
  listRepliesAbove,
  listRepliesAround,
  listRepliesBelow,
  listThreads,
  markMessageRead,
  markMessageUnread,
  unfollowThread,
} from "@kakehashi/contract/threads";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import {
  createDirectRoom,
  createGroupRoom,
  messagePathParamsOf,
  sendText,
  trySendText,
} from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();

const listContents = (messages: readonly Message[]) => messages.map(({ content }) => content);

test("a reply stands in its thread, not in the room, and its thread counts it", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createGroupRoom(aiko, an, minh);
  const root = await sendText(aiko, id, "root");
  const listener = await connectAndSubscribe(serverUrl, minh);
  const reply = await sendText(an, id, "first", { parent_id: root.id });
  const secondReply = await sendText(minh, id, "second", { parent_id: root.id });
  expect(reply).toMatchObject({ parent_id: root.id, number: 1, seq: 2 });
  expect(secondReply).toMatchObject({ number: 2, seq: 4 });
  const { data } = await minh.call(listMessages, { params: { id } });
  expect(listContents(data)).toEqual(["root"]);
  expect(data[0]).toMatchObject({
    reply_count: 2,
    reply_user_ids: [minh.id, an.id],
    changed_seq: 5,
    last_reply_at: secondReply.created_at,
  });
  await listener.waitForEvent((event) => event.seq === 5);
  expect(listener.listEvents().map(({ type, seq }) => [type, seq])).toEqual([
    ["MESSAGE_CREATED", 2],
    ["MESSAGE_UPDATED", 3],
    ["MESSAGE_CREATED", 4],
    ["MESSAGE_UPDATED", 5],
  ]);
  listener.socket.close();
  const changes = await an.call(getConversationChanges, { params: { id }, query: { since: "1" } });
  expect(listContents(changes.data.messages)).toEqual(["first", "second", "root"]);
  expect((await an.call(getConversation, { params: { id } })).data).toMatchObject({
    last_number: 1,
    unread_count: 1,
    seq: 5,
  });
});

test("a thread names who still has a reply in it, the latest first", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createGroupRoom(aiko, an, minh);
  const root = await sendText(aiko, id, "root");
  const [firstReply, secondReply, thirdReply] = [
    await sendText(an, id, "first", { parent_id: root.id }),
    await sendText(minh, id, "second", { parent_id: root.id }),
    await sendText(an, id, "third", { parent_id: root.id }),
  ];
  const readReplierIds = async () =>
    (await aiko.call(getMessage, messagePathParamsOf(root))).data.reply_user_ids;
  expect(await readReplierIds()).toEqual([an.id, minh.id]);
  await an.call(deleteMessage, messagePathParamsOf(thirdReply));
  expect(await readReplierIds()).toEqual([minh.id, an.id]);
  await minh.call(deleteMessage, messagePathParamsOf(secondReply));
  expect(await readReplierIds()).toEqual([an.id]);
  await an.call(deleteMessage, messagePathParamsOf(firstReply));
  expect((await aiko.call(getMessage, messagePathParamsOf(root))).data).toMatchObject({
    reply_count: 0,
    reply_user_ids: [],
  });
  await sendText(minh, id, "fourth", { parent_id: root.id });
  expect(await readReplierIds()).toEqual([minh.id]);
});

test("a reply is not doubled by sending it again, and nobody replies to a reply", async () => {
  const { aiko, an } = testPeople;
  const id = await createDirectRoom(aiko, an);
  const root = await sendText(aiko, id, "root");
  const client_id = randomUUID();
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => sendText(an, id, "once", { parent_id: root.id, client_id })),
  );
  expect(new Set(replies.map((reply) => reply.id)).size).toBe(1);
  expect((await aiko.call(getMessage, messagePathParamsOf(root))).data.reply_count).toBe(1);
  const [reply] = replies;
  for (const parent_id of [reply?.id ?? "", randomUUID()])
    expect((await trySendText(an, id, "deeper", { parent_id })).status).toBe(404);
  const otherConversation = await createDirectRoom(an, testPeople.minh);
  expect((await trySendText(an, otherConversation, "across", { parent_id: root.id })).status).toBe(404);
  expect((await trySendText(testPeople.minh, id, "stranger", { parent_id: root.id })).status).toBe(404);
});

test("a thread is read in windows, and its list shows the newest two", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createGroupRoom(aiko, an);
  const root = await sendText(aiko, id, "root");
  for (let number = 1; number <= 25; number++) await sendText(an, id, `r${number}`, { parent_id: root.id });
  const newestReplies = await aiko.call(listReplies, {
    ...messagePathParamsOf(root),
    query: { paging: "5" },
  });
  expect(listContents(newestReplies.data)).toEqual(["r21", "r22", "r23", "r24", "r25"]);
  expect(newestReplies.meta).toMatchObject({ above: true, below: false });
  const replyId = newestReplies.data[0]?.id ?? "";
  const aroundReply = {
    params: { ...messagePathParamsOf(root).params, rid: replyId },
    query: { paging: "3" },
  };
  expect(listContents((await aiko.call(listRepliesAbove, aroundReply)).data)).toEqual(["r18", "r19", "r20"]);
  expect(listContents((await aiko.call(listRepliesBelow, aroundReply)).data)).toEqual(["r22", "r23", "r24"]);
  expect(listContents((await aiko.call(listRepliesAround, aroundReply)).data)).toEqual(["r20", "r21", "r22"]);
  const { data: thread } = await aiko.call(getThread, { params: { id: root.id } });
  expect(listContents(thread.replies)).toEqual(["r24", "r25"]);
  expect(thread).toMatchObject({ last_number: 25, unread_count: 25, conversation: { id, kind: "GROUP" } });
  const missingReply = await aiko.call(listOmittedReplies, {
    params: { id: root.id },
    query: { count_other_message: "3" },
  });
  expect(listContents(missingReply.data)).toEqual(["r21", "r22", "r23"]);
  const otherMessage = await sendText(an, id, "another");
  const otherRoomPaging = { params: { ...messagePathParamsOf(otherMessage).params, rid: replyId } };
  for (const endpoint of [listRepliesAbove, listRepliesBelow, listRepliesAround]) {
    expect((await aiko.call(endpoint, otherRoomPaging)).status).toBe(404);
    expect((await minh.call(endpoint, aroundReply)).status).toBe(404);
  }
  expect((await minh.call(getThread, { params: { id: root.id } })).status).toBe(404);
  expect((await minh.call(listReplies, messagePathParamsOf(root))).status).toBe(404);
});

test("those who began or replied follow a thread; each has a mark of their own", async () => {
  const { kenji, linh, emma } = testPeople;
  const id = await createGroupRoom(kenji, linh, emma);
  const root = await sendText(kenji, id, "root");
  const countUnread = async (person: typeof kenji) =>
    (await person.call(countUnreadThreads)).data.count_unread;
  const firstReply = await sendText(linh, id, "one", { parent_id: root.id });
  const secondReply = await sendText(linh, id, "two", { parent_id: root.id });
  expect([await countUnread(kenji), await countUnread(linh), await countUnread(emma)]).toEqual([1, 0, 0]);
  expect((await emma.call(listThreads)).data).toEqual([]);

  const listener = await connectAndSubscribe(serverUrl, kenji);
  expect((await kenji.call(markMessageRead, messagePathParamsOf(firstReply))).data).toEqual({
    read_number: 1,
    unread_count: 1,
  });
  await listener.waitForEvent((event) => event.type === "THREAD_READ_CHANGED" && event.unread_count === 1);
  listener.socket.close();
  await kenji.call(markMessageRead, messagePathParamsOf(secondReply));
  expect(await countUnread(kenji)).toBe(0);
  expect((await kenji.call(markMessageRead, messagePathParamsOf(firstReply))).data.read_number).toBe(2);

  expect((await linh.call(markMessageUnread, messagePathParamsOf(firstReply))).data).toEqual({
    read_number: 0,
    unread_count: 0,
  });
  await sendText(kenji, id, "three", { parent_id: root.id });
  expect(await countUnread(linh)).toBe(1);
  expect((await linh.call(listThreads)).data).toMatchObject([{ unread_count: 1, last_number: 3 }]);
  const newerMessage = await sendText(linh, id, "newer");
  await sendText(linh, id, "own", { parent_id: newerMessage.id });
  const listThreadContents = async (query?: { unread: string }) => {
    const { data, meta } = await linh.call(listThreads, query && { query });
    return [...listContents(data.map(({ message }) => message)), meta?.total];
  };
  expect(await listThreadContents()).toEqual(["newer", "root", 2]);
  expect(await listThreadContents({ unread: "true" })).toEqual(["root", 1]);
  await linh.call(removeConversationMember, { params: { id }, query: { user_id: linh.id } });
  expect(await countUnread(linh)).toBe(0);
  expect((await linh.call(listThreads)).data).toEqual([]);
});

test("who stops following has no notices of a thread, until they reply, are named or follow again", async () => {
  const { kenji, linh, emma } = testPeople;
  const id = await createGroupRoom(kenji, linh, emma);
  const root = await sendText(kenji, id, "root");
  const thread = { params: { id: root.id } };
  const replyInThread = (words: string) => sendText(linh, id, words, { parent_id: root.id });
  const viewThread = async (person: typeof kenji) => {
    const { following, unread_count } = (await person.call(getThread, thread)).data;
    const isListed = (await person.call(listThreads)).data.some(({ message }) => message.id === root.id);
    return { following, unread_count, listed: isListed };
  };
  await replyInThread("one");
  expect(await viewThread(kenji)).toEqual({ following: true, unread_count: 1, listed: true });
  const countThreadsAndUnread = async () => [
    (await kenji.call(listThreads)).meta?.total,
    (await kenji.call(countUnreadThreads)).data.count_unread,
  ];
  const [threads = 0, unreadCount = 0] = await countThreadsAndUnread();

  const listener = await connectAndSubscribe(serverUrl, kenji);
  expect((await kenji.call(unfollowThread, thread)).data).toEqual({ following: false });
  await listener.waitForEvent(
    (event) => event.type === "THREAD_FOLLOW_CHANGED" && event.parent_id === root.id && !event.following,
  );
  listener.socket.close();
  const secondReply = await replyInThread("two");
  expect(await viewThread(kenji)).toEqual({ following: false, unread_count: 0, listed: false });
  expect(await countThreadsAndUnread()).toEqual([threads - 1, unreadCount - 1]);
  expect((await kenji.call(markMessageUnread, messagePathParamsOf(secondReply))).data.unread_count).toBe(0);

  await kenji.call(followThread, thread);
  expect(await viewThread(kenji)).toEqual({ following: true, unread_count: 0, listed: true });
  await replyInThread("three");
  expect((await viewThread(kenji)).unread_count).toBe(1);
  // Following a thread that the person already follows changes nothing: unread replies stay unread.
  await kenji.call(followThread, thread);
  expect((await viewThread(kenji)).unread_count).toBe(1);

  await kenji.call(unfollowThread, thread);
  await replyInThread(`@[${kenji.name}](${kenji.id}) please`);
  expect(await viewThread(kenji)).toEqual({ following: true, unread_count: 1, listed: true });
  await kenji.call(unfollowThread, thread);
  await sendText(kenji, id, "own", { parent_id: root.id });
  expect(await viewThread(kenji)).toEqual({ following: true, unread_count: 0, listed: true });
});

test("a thread can be followed without a word in it, before its first reply too; a stranger cannot", async () => {
  const { kenji, linh, emma, minh } = testPeople;
  const id = await createGroupRoom(kenji, linh, emma);
  const root = await sendText(kenji, id, "quiet root");
  const thread = { params: { id: root.id } };
  expect((await kenji.call(getThread, thread)).data.following).toBe(true);
  expect((await emma.call(getThread, thread)).data.following).toBe(false);
  await emma.call(followThread, thread);
  await kenji.call(unfollowThread, thread);
  expect((await emma.call(listThreads)).data).toMatchObject([{ unread_count: 0, following: true }]);
  const reply = await sendText(linh, id, "one", { parent_id: root.id });
  expect((await emma.call(countUnreadThreads)).data.count_unread).toBe(1);
  expect((await kenji.call(getThread, thread)).data).toMatchObject({ following: false, unread_count: 0 });
  for (const endpoint of [followThread, unfollowThread]) {
    expect((await minh.call(endpoint, thread)).status).toBe(404);
    expect((await emma.call(endpoint, { params: { id: reply.id } })).status).toBe(404);
  }
});

test("a deleted reply leaves the count, a deleted first message leaves its thread", async () => {
  const { aiko, kenji } = testPeople;
  const id = await createDirectRoom(aiko, kenji);
  const root = await sendText(aiko, id, "root");
  const [reply] = [await sendText(kenji, id, "one", { parent_id: root.id })];
  await sendText(kenji, id, "two", { parent_id: root.id });
  const { data: deletedReply } = await kenji.call(deleteMessage, messagePathParamsOf(reply));
  expect(deletedReply.deleted).toBe(true);
  const { data: rootMessage } = await aiko.call(getMessage, messagePathParamsOf(root));
  expect(rootMessage).toMatchObject({ reply_count: 1, changed_seq: deletedReply.changed_seq + 1 });
  expect((await aiko.call(getThread, { params: { id: root.id } })).data.unread_count).toBe(1);
  await kenji.call(editMessage, { ...messagePathParamsOf(reply), body: { content: "x" } });
  await aiko.call(deleteMessage, messagePathParamsOf(root));
  expect((await kenji.call(getMessage, messagePathParamsOf(root))).data).toMatchObject({
    deleted: true,
    reply_count: 1,
  });
  expect(listContents((await kenji.call(listReplies, messagePathParamsOf(root))).data)).toEqual(["", "two"]);
  expect((await trySendText(kenji, id, "still", { parent_id: root.id })).status).toBe(200);
});

test("the readers of a message are listed for that message", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createGroupRoom(aiko, an, minh);
  const [firstMessage, secondMessage] = [await sendText(aiko, id, "1"), await sendText(aiko, id, "2")];
  await an.call(markMessageRead, messagePathParamsOf(firstMessage));
  await minh.call(markMessageRead, messagePathParamsOf(secondMessage));
  expect((await aiko.call(listMessageReaders, messagePathParamsOf(firstMessage))).data).toMatchObject({
    total: 2,
  });
  const { data } = await aiko.call(listMessageReaders, messagePathParamsOf(secondMessage));
  expect(data.users.map(({ id }) => id)).toEqual([minh.id]);
  await minh.call(markMessageUnread, messagePathParamsOf(firstMessage));
  expect((await aiko.call(listMessageReaders, messagePathParamsOf(secondMessage))).data.total).toBe(1);
  expect((await testPeople.linh.call(listMessageReaders, messagePathParamsOf(secondMessage))).status).toBe(
    404,
  );
});

test("whoever joins later has seen a message once they read something newer", async () => {
  const { aiko, an, minh, linh } = testPeople;
  const id = await createGroupRoom(aiko, an, minh);
  const message = await sendText(aiko, id, "before");
  expect(
    (await aiko.call(addConversationMembers, { params: { id }, body: { user_ids: [linh.id] } })).error,
  ).toBeUndefined();
  const listIdsOfPeopleWhoSaw = async () =>
    (await aiko.call(listMessageReaders, messagePathParamsOf(message))).data.users.map((user) => user.id);
  expect(await listIdsOfPeopleWhoSaw()).toEqual([]);
  await linh.call(markMessageRead, messagePathParamsOf(await sendText(aiko, id, "after")));
  expect(await listIdsOfPeopleWhoSaw()).toEqual([linh.id]);
});
