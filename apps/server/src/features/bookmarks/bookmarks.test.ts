import {
  countBookmarks,
  listBookmarks,
  markBookmarkRead,
  markForTranslation,
} from "@kakehashi/contract/bookmarks";
import { deleteMessage } from "@kakehashi/contract/changes";
import { removeConversationMember } from "@kakehashi/contract/conversation-members";
import { getMessage } from "@kakehashi/contract/messages";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { createDirectRoom, createGroupRoom, messagePathParamsOf, sendText } from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";

const { server, testPeople } = await setUpTestServer();

test("a mark is one's own; the message shows that somebody marked it", async () => {
  const { aiko, an, minh } = testPeople;
  const message = await sendText(aiko, await createGroupRoom(aiko, an, minh), "翻訳してください");
  const listener = await connectAndSubscribe(await server.listen(), minh);
  const { data } = await an.call(markForTranslation, messagePathParamsOf(message));
  expect(data).toMatchObject({ marked: true, message: { bookmarked: true } });
  await listener.waitForEvent((event) => event.type === "MESSAGE_UPDATED" && event.message.bookmarked);
  listener.socket.close();
  expect((await minh.call(listBookmarks)).data).toEqual([]);
  await minh.call(markForTranslation, { ...messagePathParamsOf(message), body: { marked: true } });
  const { data: ownBookmarks } = await an.call(listBookmarks);
  expect(ownBookmarks).toMatchObject([{ done: false, unread: false, message: { id: message.id } }]);
  await an.call(markForTranslation, messagePathParamsOf(message));
  expect((await aiko.call(getMessage, messagePathParamsOf(message))).data.bookmarked).toBe(true);
  await minh.call(markForTranslation, messagePathParamsOf(message));
  expect((await aiko.call(getMessage, messagePathParamsOf(message))).data.bookmarked).toBe(false);
});

test("a translated bookmark is unread until it is opened", async () => {
  const { kenji, linh } = testPeople;
  const message = await sendText(kenji, await createDirectRoom(kenji, linh), "お願いします");
  await sendText(kenji, message.conversation_id, "other");
  await kenji.call(markForTranslation, messagePathParamsOf(message));
  const readBookmarkCountOfKenji = async () => (await kenji.call(countBookmarks)).data;
  expect(await readBookmarkCountOfKenji()).toEqual({ count_done: 0, count_untranslated: 1 });
  expect((await kenji.call(markBookmarkRead, messagePathParamsOf(message))).data).toMatchObject({
    done: false,
    unread: false,
  });
  await server.db.pool.query("update bookmarks set done_at = now() where message_id = $1", [message.id]);
  expect(await readBookmarkCountOfKenji()).toEqual({ count_done: 1, count_untranslated: 0 });
  expect((await kenji.call(listBookmarks, { query: { done: "true" } })).data).toMatchObject([
    { unread: true },
  ]);
  expect((await kenji.call(listBookmarks, { query: { done: "false" } })).data).toEqual([]);
  expect((await kenji.call(markBookmarkRead, messagePathParamsOf(message))).data).toMatchObject({
    done: true,
    unread: false,
  });
  expect((await linh.call(markBookmarkRead, messagePathParamsOf(message))).status).toBe(404);
});

test("a bookmark is deleted with its message, and hidden when its person leaves the room", async () => {
  const { emma, an, minh } = testPeople;
  const id = await createGroupRoom(emma, an);
  const [firstMessage, secondMessage] = [await sendText(emma, id, "one"), await sendText(emma, id, "two")];
  await an.call(markForTranslation, messagePathParamsOf(firstMessage));
  await an.call(markForTranslation, messagePathParamsOf(secondMessage));
  expect((await minh.call(markForTranslation, messagePathParamsOf(firstMessage))).status).toBe(404);
  await emma.call(deleteMessage, messagePathParamsOf(firstMessage));
  expect((await an.call(countBookmarks)).data.count_untranslated).toBe(1);
  expect((await an.call(markForTranslation, messagePathParamsOf(firstMessage))).status).toBe(409);
  await an.call(removeConversationMember, { params: { id }, query: { user_id: an.id } });
  expect((await an.call(listBookmarks)).data).toEqual([]);
  expect((await an.call(countBookmarks)).data.count_untranslated).toBe(0);
});
