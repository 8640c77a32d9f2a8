import { markForTranslation } from "@kakehashi/contract/bookmarks";
import { editMessage } from "@kakehashi/contract/changes";
import type { Message } from "@kakehashi/contract/messages";
import { searchEverything } from "@kakehashi/contract/search";
import { listTranslationHistory } from "@kakehashi/contract/translation-history";
import { listUnapprovedExactHits } from "@kakehashi/contract/translation-queue";
import { approveTranslation, claimTranslation } from "@kakehashi/contract/translations";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { createDirectRoom, createGroupRoom, messagePathParamsOf, sendText } from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { submitTranslation, translationPathParamsOf } from "../../test/translations.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();
const { aiko, an, linh, kenji, emma } = testPeople;

/** Linh translates a message and approves the translation, so that the translation memory has an approved pair. */
async function addApprovedPair(room: string, original: string, language: "en" | "vi", content: string) {
  const message = await sendText(aiko, room, original);
  await submitTranslation(linh, message, language, content, { confirmed: true });
  await linh.call(approveTranslation, {
    ...translationPathParamsOf(message, language),
    body: { revision: 1 },
  });
}
const countRows = async ({ id }: Message) =>
  (await server.db.pool.query("select from translations where subject_id = $1", [id])).rowCount;

test("what was approved for the very same words comes with the message, for each language that is read", async () => {
  const room = await createGroupRoom(aiko, an, linh, kenji, emma);
  await addApprovedPair(room, "テスト結果を送ります。", "vi", "Tôi gửi kết quả kiểm thử.");
  await addApprovedPair(room, "テスト結果を送ります。", "en", "I am sending the test results.");

  const listener = await connectAndSubscribe(serverUrl, an);
  const message = await sendText(aiko, room, "ﾃｽﾄ結果を送ります。 ");
  const recalledFields = { state: "TRANSLATED", origin: "MEMORY", revision: 1, version: 1, user_id: null };
  expect(message.translations).toMatchObject([
    { ...recalledFields, language: "en", content: "I am sending the test results." },
    { ...recalledFields, language: "vi", content: "Tôi gửi kết quả kiểm thử." },
  ]);
  const event = await listener.waitForEvent(
    (listenerEvent) => "message" in listenerEvent && listenerEvent.message.id === message.id,
  );
  expect(event).toMatchObject({ type: "MESSAGE_CREATED", message: { translations: message.translations } });
  const { data: history } = await linh.call(listTranslationHistory, translationPathParamsOf(message, "vi"));
  expect(history).toMatchObject([{ event: "RECALLED", version: 1, content: "Tôi gửi kết quả kiểm thử." }]);

  // A text from the translation memory is stored as a row like any other translation, so it can be claimed and
  // approved.
  const { data: claimedUnit } = await linh.call(claimTranslation, translationPathParamsOf(message, "vi"));
  expect(claimedUnit.translation).toEqual({
    ...message.translations?.[1],
    claimed_by: linh.id,
    claimed_at: expect.any(String),
  });
  expect(claimedUnit.message.translations?.[0]).toEqual(message.translations?.[0]);
  const { data: exactHits } = await linh.call(listUnapprovedExactHits, {});
  const hitsOfMessage = exactHits.filter((unit) => unit.message.id === message.id);
  expect(hitsOfMessage.map(({ language }) => language).sort()).toEqual(["en", "vi"]);
  const { data } = await linh.call(approveTranslation, {
    ...translationPathParamsOf(message, "vi"),
    body: { revision: 1, version: 1 },
  });
  expect(data.translation?.state).toBe("APPROVED");
  expect(listener.listEvents().filter(({ type }) => type === "MESSAGE_CREATED")).toHaveLength(1);
  listener.socket.close();
});

test("a recalled text is found by a search, and a mark of its message is done at once", async () => {
  const room = await createGroupRoom(aiko, an, linh);
  await addApprovedPair(room, "納品日は金曜日です。", "vi", "Ngày giao hàng là thứ Sáu.");
  const message = await sendText(aiko, room, "納品日は金曜日です。");
  await server.app.services.search.catchUp();
  const { data } = await an.call(searchEverything, { query: { q: "giao hang", type: "messages", in: room } });
  expect(data.messages.map(({ message_id }) => message_id)).toContain(message.id);
  const { data: markedMessage } = await an.call(markForTranslation, {
    ...messagePathParamsOf(message),
    body: {},
  });
  expect(markedMessage.message.translations).toEqual(message.translations);
});

test("replies have it too, and each of many sends its own", async () => {
  const room = await createGroupRoom(aiko, an, linh);
  await addApprovedPair(room, "承知しました。", "vi", "Tôi đã hiểu.");
  await addApprovedPair(room, "確認します。", "vi", "Tôi sẽ kiểm tra.");
  const root = await sendText(aiko, room, "確認します。");
  const reply = await sendText(aiko, room, "承知しました。", { parent_id: root.id });
  expect(reply.translations).toMatchObject([{ language: "vi", content: "Tôi đã hiểu." }]);
  const sentMessages = await Promise.all(
    ["承知しました。", "まだ誰も訳していません。", "確認します。", "承知しました。"].map((text) =>
      sendText(aiko, room, text),
    ),
  );
  expect(sentMessages.map(({ translations }) => translations?.[0]?.content)).toEqual([
    "Tôi đã hiểu.",
    undefined,
    "Tôi sẽ kiểm tra.",
    "Tôi đã hiểu.",
  ]);
});

test("nothing is recalled that is not approved, that nobody there reads, or that comes from direct messages", async () => {
  const room = await createGroupRoom(aiko, an, linh);
  const openMessage = await sendText(aiko, room, "少々お待ちください。");
  await submitTranslation(linh, openMessage, "vi", "Vui lòng đợi một chút.");
  await addApprovedPair(room, "おはようございます。", "en", "Good morning.");
  const directRoom = await createDirectRoom(aiko, linh);
  const secret = await sendText(aiko, directRoom, "秘密の話です。");
  await submitTranslation(linh, secret, "vi", "Đây là chuyện bí mật.");
  await linh.call(approveTranslation, { ...translationPathParamsOf(secret, "vi"), body: { revision: 1 } });
  for (const text of ["少々お待ちください。", "おはようございます。", "秘密の話です。"]) {
    const message = await sendText(aiko, room, text);
    expect(message).not.toHaveProperty("translations");
    expect(await countRows(message)).toBe(0);
  }
  // The translation memory also stores a pair from a direct conversation, but suggests it only in that conversation.
  const nextMessage = await sendText(aiko, directRoom, "秘密の話です。");
  expect(nextMessage.translations ?? []).toMatchObject([
    { language: "vi", content: "Đây là chuyện bí mật." },
  ]);
});

test("an edit brings what is known of the new words, and puts what it brought before out of date", async () => {
  const room = await createGroupRoom(aiko, an, linh);
  await addApprovedPair(room, "会議は三時です。", "vi", "Cuộc họp lúc ba giờ.");
  const message = await sendText(aiko, room, "会議は二時です。");
  const editText = async (content: string) =>
    (await aiko.call(editMessage, { ...messagePathParamsOf(message), body: { content } })).data.translations;
  const recalledText = { language: "vi", content: "Cuộc họp lúc ba giờ.", origin: "MEMORY" };
  expect(await editText("会議は三時です。")).toMatchObject([
    { ...recalledText, state: "TRANSLATED", revision: 2 },
  ]);
  expect(await editText("会議は中止です。")).toMatchObject([
    { ...recalledText, state: "NEEDS_RETRANSLATION", revision: 2 },
  ]);
  expect(await editText("会議は三時です。")).toMatchObject([
    { ...recalledText, state: "TRANSLATED", revision: 4 },
  ]);
});
