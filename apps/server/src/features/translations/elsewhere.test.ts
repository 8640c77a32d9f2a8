import { editMessage } from "@kakehashi/contract/changes";
import { listConversations } from "@kakehashi/contract/conversations";
import { listNotifications } from "@kakehashi/contract/notifications";
import { searchEverything } from "@kakehashi/contract/search";
import { listThreads } from "@kakehashi/contract/threads";
import { defaultSettings } from "@kakehashi/contract/user-settings";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom, messagePathParamsOf, sendText } from "../../test/rooms.ts";
import { resubmitTranslation, submitTranslation } from "../../test/translations.ts";
import type { TestPerson } from "../../test/world.ts";
import { createPushMessage } from "../push/push-message.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, linh, emma } = testPeople;

test("a search finds what is said in any language, once, and shows its reader's own", async () => {
  const room = await createGroupRoom(aiko, an, linh, emma);
  const message = await sendText(aiko, room, "見積書を送ります。Invoice 42");
  await submitTranslation(linh, message, "en", "I will send the quotation. Invoice 42");
  await submitTranslation(linh, message, "vi", "Tôi sẽ gửi báo giá. Invoice 42");
  const findHits = async (person: TestPerson, q: string) => {
    await server.app.services.search.catchUp();
    const { data } = await person.call(searchEverything, { query: { q, type: "messages", in: room } });
    return data.messages.map(({ message_id, language, excerpt }) => [message_id, language, excerpt]);
  };
  const vietnameseHit = [message.id, "vi", "Tôi sẽ gửi báo giá. Invoice 42"];
  const englishHit = [message.id, "en", "I will send the quotation. Invoice 42"];
  expect(await findHits(an, "bao gia")).toEqual([vietnameseHit]);
  expect(await findHits(an, "quotation")).toEqual([englishHit]);
  expect(await findHits(an, "invoice")).toEqual([vietnameseHit]);
  expect(await findHits(emma, "invoice")).toEqual([englishHit]);
  expect((await findHits(aiko, "invoice"))[0]?.[1]).toBe("ja");
  await resubmitTranslation(linh, message, "en", "I will send the estimate. Invoice 42", { version: 1 });
  expect(await findHits(an, "quotation")).toEqual([]);
  expect(await findHits(an, "estimate")).toHaveLength(1);
});

test("a notification quotes what its reader reads, and the original once that says something else", async () => {
  const room = await createGroupRoom(aiko, an, linh);
  const message = await sendText(aiko, room, `@[${an.name}](${an.id}) 確認してください。`);
  await submitTranslation(linh, message, "vi", `@[${an.name}](${an.id}) kiểm tra giúp mình nhé.`);
  const quoteOfQuestion = async () => {
    const { data } = await an.call(listNotifications);
    return data.find((notification) => notification.data?.message_id === message.id)?.quote;
  };
  await expect.poll(quoteOfQuestion).toEqual({ text: `@${an.name} kiểm tra giúp mình nhé.`, language: "vi" });
  await aiko.call(editMessage, {
    ...messagePathParamsOf(message),
    body: { content: `@[${an.name}](${an.id}) もう大丈夫です。` },
  });
  expect(await quoteOfQuestion()).toEqual({ text: `@${an.name} もう大丈夫です。`, language: "ja" });
});

test("rooms and threads in lists include the translations of the messages that they show", async () => {
  const room = await createGroupRoom(aiko, an, linh);
  const root = await sendText(aiko, room, "確認してください。");
  const reply = await sendText(an, room, "Vâng, em xem ngay ạ.", { parent_id: root.id });
  await submitTranslation(linh, root, "vi", "Nhờ bạn kiểm tra.");
  await submitTranslation(linh, reply, "ja", "はい、すぐに見ます。");
  const { data: rooms } = await an.call(listConversations);
  expect(rooms.find(({ id }) => id === room)?.last_message?.translations).toMatchObject([
    { content: "Nhờ bạn kiểm tra." },
  ]);
  const { data: threads } = await aiko.call(listThreads);
  expect(threads.find(({ message }) => message.id === root.id)).toMatchObject({
    message: { translations: [{ language: "vi" }] },
    replies: [{ translations: [{ content: "はい、すぐに見ます。" }] }],
  });
});

test("a push message says what was written in its reader's language, unless the original says something else by now", async () => {
  const room = await createGroupRoom(aiko, an, linh);
  const message = await sendText(aiko, room, "確認してください。");
  const { data } = await submitTranslation(linh, message, "vi", "Nhờ bạn kiểm tra.");
  const { translation } = data;
  if (!translation) throw new Error("No translation");
  const translatedMessage = { ...message, author: aiko.name, translations: [translation] };
  const notice = (revision: number, reads: "vi" | "en") =>
    createPushMessage(
      [{ ...translatedMessage, revision }],
      { interfaceLanguage: "en", readLanguage: reads, settings: defaultSettings },
      { id: room, kind: "GROUP", name: "a group" },
    ).body;
  expect(notice(1, "vi")).toBe("Nhờ bạn kiểm tra.");
  expect(notice(1, "en")).toBe("確認してください。");
  expect(notice(2, "vi")).toBe("確認してください。");
});
