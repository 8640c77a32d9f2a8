import { listAudit } from "@kakehashi/contract/audit";
import { deleteMessage, editMessage } from "@kakehashi/contract/changes";
import type { Language } from "@kakehashi/contract/languages";
import {
  changeMemoryEntry,
  exportMemory,
  listMemorySuggestions,
  removeMemoryEntry,
  searchMemory,
} from "@kakehashi/contract/memory";
import type { Message } from "@kakehashi/contract/messages";
import { restoreTranslation } from "@kakehashi/contract/translation-history";
import { approveTranslation, createTranslation, rejectTranslation } from "@kakehashi/contract/translations";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { createDirectRoom, createGroupRoom, messagePathParamsOf, sendText } from "../../test/rooms.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();

const createUnitParams = ({ id }: Message, language: Language) => ({ params: { mid: id, language } });
const writeTranslation = async (
  person: TestPerson,
  message: Message,
  language: Language,
  content: string,
) => {
  const { error } = await person.call(createTranslation, {
    ...createUnitParams(message, language),
    body: { content, revision: message.revision, confirmed: true },
  });
  expect(error).toBeUndefined();
};
const listSuggestionsFor = async (person: TestPerson, message: Message, language: Language) =>
  (await person.call(listMemorySuggestions, createUnitParams(message, language))).data;
const searchPairs = async (
  person: TestPerson,
  query: { search: string; from?: Language; approved?: string },
) => (await person.call(searchMemory, { query })).data;

test("what was translated is suggested where the same or something like it is said, in any width", async () => {
  const { aiko, linh } = testPeople;
  const room = await createGroupRoom(aiko, linh);
  const firstMessage = await sendText(aiko, room, "明日までにテスト結果を送ってください。");
  await writeTranslation(linh, firstMessage, "vi", "Vui lòng gửi kết quả kiểm thử trước ngày mai.");
  const equalMessage = await sendText(aiko, room, "明日までにﾃｽﾄ結果を送ってください。");
  expect(await listSuggestionsFor(linh, equalMessage, "vi")).toMatchObject([
    {
      percentage: 100,
      target: "Vui lòng gửi kết quả kiểm thử trước ngày mai.",
      approved: false,
      user: { id: linh.id },
    },
  ]);
  const similarMessage = await sendText(aiko, room, "明日までに設計結果を送ってください。");
  const [bestHit] = await listSuggestionsFor(linh, similarMessage, "vi");
  expect(bestHit?.percentage).toBe(84);
  expect(bestHit?.differences.filter(({ kind }) => kind !== "same")).toEqual([
    { kind: "removed", text: "テスト" },
    { kind: "added", text: "設計" },
  ]);
  expect(await listSuggestionsFor(linh, similarMessage, "en")).toEqual([]);
  expect(await listSuggestionsFor(linh, await sendText(aiko, room, "了解しました。"), "vi")).toEqual([]);
});

test("a text that is brought back is known again, as its writer's; one from older words is not", async () => {
  const { aiko, linh, kenji } = testPeople;
  const message = await sendText(
    aiko,
    await createGroupRoom(aiko, linh, kenji),
    "来週の予定を確認してください。",
  );
  const firstText = "Please check next week's schedule.";
  const listSuggestedTexts = async () =>
    (await listSuggestionsFor(linh, message, "en")).map(({ target, user }) => [target, user?.id]);
  await writeTranslation(linh, message, "en", firstText);
  await linh.call(rejectTranslation, {
    ...createUnitParams(message, "en"),
    body: { revision: 1, reason: "unclear" },
  });
  await linh.call(createTranslation, {
    ...createUnitParams(message, "en"),
    body: { content: "Look at the plan for next week.", version: 1, revision: 1 },
  });
  expect(await listSuggestedTexts()).toEqual([["Look at the plan for next week.", linh.id]]);
  const restoreVersion = (current_version: number, revision: number) =>
    kenji.call(restoreTranslation, {
      ...createUnitParams(message, "en"),
      body: { version: 1, current_version, revision },
    });
  expect((await restoreVersion(2, 1)).status).toBe(200);
  expect(await listSuggestedTexts()).toContainEqual([firstText, linh.id]);

  const editedText = "再来週の会議は中止になりました。";
  await aiko.call(editMessage, { ...messagePathParamsOf(message), body: { content: editedText } });
  await linh.call(createTranslation, {
    ...createUnitParams(message, "en"),
    body: { content: "The meeting in two weeks is off.", version: 3, revision: 2 },
  });
  expect((await restoreVersion(4, 2)).status).toBe(200);
  expect(await listSuggestedTexts()).toEqual([["The meeting in two weeks is off.", linh.id]]);
});

test("what differs is shown as it is read: a mention is a name", async () => {
  const { aiko, linh } = testPeople;
  const room = await createGroupRoom(aiko, linh);
  const createSourceText = (subject: string) =>
    `@[Linh](${linh.id}) ${subject}の結果を今日中に共有してください。`;
  const firstMessage = await sendText(aiko, room, createSourceText("レビュー"));
  await writeTranslation(linh, firstMessage, "vi", "Hãy chia sẻ kết quả review trong hôm nay.");
  const [bestHit] = await listSuggestionsFor(
    linh,
    await sendText(aiko, room, createSourceText("テスト")),
    "vi",
  );
  expect(bestHit?.differences).toEqual([
    { kind: "same", text: "@Linh " },
    { kind: "removed", text: "レビュー" },
    { kind: "added", text: "テスト" },
    { kind: "same", text: "の結果を今日中に共有してください。" },
  ]);
});

test("an approved pair comes before another of the same words, and a rejected one is forgotten", async () => {
  const { emma, linh } = testPeople;
  const room = await createGroupRoom(emma, linh);
  const text = "The release is planned for Friday evening.";
  const firstMessage = await sendText(emma, room, text);
  const secondMessage = await sendText(emma, room, text);
  await writeTranslation(linh, firstMessage, "vi", "Bản phát hành dự kiến vào tối thứ Sáu.");
  await writeTranslation(linh, secondMessage, "vi", "Dự kiến phát hành tối thứ Sáu.");
  const listSuggestedTargets = async () =>
    (await listSuggestionsFor(linh, secondMessage, "vi")).map(({ target }) => target);
  expect(await listSuggestedTargets()).toEqual([
    "Dự kiến phát hành tối thứ Sáu.",
    "Bản phát hành dự kiến vào tối thứ Sáu.",
  ]);
  await linh.call(approveTranslation, { ...createUnitParams(firstMessage, "vi"), body: { revision: 1 } });
  expect(await listSuggestedTargets()).toEqual([
    "Bản phát hành dự kiến vào tối thứ Sáu.",
    "Dự kiến phát hành tối thứ Sáu.",
  ]);
  await linh.call(rejectTranslation, {
    ...createUnitParams(secondMessage, "vi"),
    body: { revision: 1, reason: "too short" },
  });
  expect(await listSuggestedTargets()).toEqual(["Bản phát hành dự kiến vào tối thứ Sáu."]);
  await emma.call(deleteMessage, messagePathParamsOf(firstMessage));
  expect(await listSuggestedTargets()).toEqual([]);
});

test("a rejected text reaches no further message, whichever of its messages was rejected", async () => {
  const { emma, linh, minh } = testPeople;
  const room = await createGroupRoom(emma, linh, minh);
  const text = "The nightly build has passed again.";
  const firstMessage = await sendText(emma, room, text);
  await writeTranslation(linh, firstMessage, "vi", "Bản dựng đêm qua lại thành công.");
  await linh.call(approveTranslation, { ...createUnitParams(firstMessage, "vi"), body: { revision: 1 } });
  const secondMessage = await sendText(emma, room, text);
  expect(secondMessage.translations).toMatchObject([{ origin: "MEMORY", state: "TRANSLATED" }]);
  await linh.call(rejectTranslation, {
    ...createUnitParams(secondMessage, "vi"),
    body: { revision: 1, reason: "wrong" },
  });
  const thirdMessage = await sendText(emma, room, text);
  expect(thirdMessage.translations ?? []).toEqual([]);
  expect(await listSuggestionsFor(linh, secondMessage, "vi")).toEqual([]);
  // The rejection of the second message's translation does not stop suggestions of this text for other messages. Only
  // the rejection of the first message's translation stops them, because the text comes from there.
  const targetText = "Bản dựng đêm qua lại thành công.";
  const listSuggestedTargets = async () =>
    (await listSuggestionsFor(linh, thirdMessage, "vi")).map((suggestion) => suggestion.target);
  expect(await listSuggestedTargets()).toEqual([targetText]);
  await linh.call(rejectTranslation, {
    ...createUnitParams(firstMessage, "vi"),
    body: { revision: 1, reason: "wrong" },
  });
  expect(await listSuggestedTargets()).toEqual([]);
});

test("direct messages are suggested to nobody else, and found by nobody", async () => {
  const { aiko, linh, emma } = testPeople;
  const text = "内密にお願いしたいことがあります。";
  const secretMessage = await sendText(aiko, await createDirectRoom(aiko, linh), text);
  await writeTranslation(linh, secretMessage, "en", "I have something to ask you in confidence.");
  expect(await listSuggestionsFor(linh, secretMessage, "en")).toHaveLength(1);
  const otherMessage = await sendText(aiko, await createGroupRoom(aiko, linh, emma), text);
  expect(await listSuggestionsFor(linh, otherMessage, "en")).toEqual([]);
  expect(await searchPairs(linh, { search: "内密" })).toEqual([]);
});

test("a person who cannot read the message or does not know both languages gets no suggestions", async () => {
  const { aiko, linh, minh, an } = testPeople;
  const message = await sendText(aiko, await createGroupRoom(aiko, linh, an), "承認をお願いします。");
  expect((await minh.call(listMemorySuggestions, createUnitParams(message, "vi"))).status).toBe(404);
  expect((await an.call(listMemorySuggestions, createUnitParams(message, "en"))).error?.code).toBe(
    "TRANSLATION.LANGUAGES",
  );
  expect((await linh.call(listMemorySuggestions, createUnitParams(message, "ja"))).error?.code).toBe(
    "TRANSLATION.SAME_LANGUAGE",
  );
});

test("others than translators are suggested what was said in their own rooms", async () => {
  const { aiko, linh, an } = testPeople;
  await server.db.pool.query("update users set languages = array['ja','vi'] where id = $1", [an.id]);
  const text = "本番環境の設定を変更しました。";
  await writeTranslation(
    linh,
    await sendText(aiko, await createGroupRoom(aiko, linh), text),
    "vi",
    "Đã thay đổi cấu hình môi trường thật.",
  );
  const room = await createGroupRoom(aiko, linh, an);
  const sharedMessage = await sendText(aiko, room, text);
  expect(await listSuggestionsFor(an, sharedMessage, "vi")).toEqual([]);
  expect(await listSuggestionsFor(linh, sharedMessage, "vi")).toHaveLength(1);
});

test("translators and admins search both languages, correct and remove; the log says so", async () => {
  const { aiko, linh, emma, an } = testPeople;
  const message = await sendText(aiko, await createGroupRoom(aiko, linh), "見積書を添付しました。");
  await writeTranslation(linh, message, "vi", "Tôi đã đính kèm báo giá.");
  expect((await an.call(searchMemory)).error?.code).toBe("MEMORY.TRANSLATORS");
  const [bestHit] = await searchPairs(linh, { search: "bao gia" });
  expect(bestHit).toMatchObject({ source: "見積書を添付しました。", source_language: "ja" });
  expect(await searchPairs(emma, { search: "見積" })).toHaveLength(1);
  expect(await searchPairs(linh, { search: "見積", from: "vi" })).toEqual([]);
  expect(await searchPairs(linh, { search: "—" })).toEqual([]);
  expect(await searchPairs(linh, { search: "見積", approved: "true" })).toEqual([]);
  expect(await searchPairs(linh, { search: "見積", approved: "false" })).toHaveLength(1);
  if (!bestHit) return;
  const params = { id: bestHit.id };
  expect(
    (await an.call(changeMemoryEntry, { params, body: { target: "x", changed_at: bestHit.changed_at } }))
      .status,
  ).toBe(403);
  const { data } = await linh.call(changeMemoryEntry, {
    params,
    body: { target: "Tôi đã gửi kèm báo giá.", approved: true, changed_at: bestHit.changed_at },
  });
  expect(data).toMatchObject({ target: "Tôi đã gửi kèm báo giá.", approved: true });
  expect(await searchPairs(linh, { search: "đính kèm" })).toEqual([]);
  await linh.call(removeMemoryEntry, { params });
  expect((await linh.call(removeMemoryEntry, { params })).status).toBe(404);
  const { data: log } = await emma.call(listAudit, { query: { user_id: linh.id } });
  expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(["memory.change", "memory.remove"]));
});

test("translators and admins take the memory with them as a file, without what two people said to each other", async () => {
  const { aiko, linh, an } = testPeople;
  const room = await createGroupRoom(aiko, linh);
  await writeTranslation(linh, await sendText(aiko, room, "在庫 < 5 & 発注"), "en", "Stock < 5 & order");
  await writeTranslation(
    linh,
    await sendText(aiko, await createDirectRoom(aiko, linh), "二人だけの話です。"),
    "en",
    "Between us.",
  );
  expect((await an.call(exportMemory)).error?.code).toBe("MEMORY.TRANSLATORS");
  const address = await server.listen();
  const file = async (query: string) => {
    const response = await fetch(`${address}/api/memory/export${query}`, {
      headers: { authorization: `Bearer ${linh.tokens.access_token}` },
    });
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="memory-.*\.tmx"$/);
    return response.text();
  };
  const wholeExport = await file("");
  expect(wholeExport).toContain("<seg>在庫 &lt; 5 &amp; 発注</seg>");
  expect(wholeExport).not.toContain("二人だけ");
  expect(wholeExport.endsWith("</tmx>\n")).toBe(true);
  expect(await file("?from=vi")).not.toContain("在庫");
});

test("what was searched for is marked in both texts, in half-width kana and combining forms too", async () => {
  const { aiko, linh } = testPeople;
  const message = await sendText(aiko, await createGroupRoom(aiko, linh), "ｻｰﾊﾞｰを再起動しました。");
  await writeTranslation(linh, message, "vi", "Đã khởi động lại máy chủ.");
  const searchAndListHighlights = async (words: string) => {
    const [foundPair] = await searchPairs(linh, { search: words });
    if (!foundPair) throw new Error(`${words} was not found`);
    const listMarkedTexts = (text: string, highlightedRanges: readonly { start: number; end: number }[]) =>
      highlightedRanges.map(({ start, end }) => text.slice(start, end));
    return [
      listMarkedTexts(foundPair.source, foundPair.source_marks),
      listMarkedTexts(foundPair.target, foundPair.target_marks),
    ];
  };
  expect(await searchAndListHighlights("サーバー")).toEqual([["ｻｰﾊﾞｰ"], []]);
  expect(await searchAndListHighlights("khởi động".normalize("NFD"))).toEqual([[], ["khởi", "động"]]);
  expect(await searchAndListHighlights("再起動 máy")).toEqual([["再起動"], ["máy"]]);
});

test("a correction that makes a pair twice is refused", async () => {
  const { aiko, linh } = testPeople;
  const room = await createGroupRoom(aiko, linh);
  for (const target of ["I will check it.", "Let me check it."])
    await writeTranslation(linh, await sendText(aiko, room, "確認いたします。"), "en", target);
  const searchResponse = await searchPairs(linh, { search: "確認いたします" });
  const [firstHit, secondHit] = searchResponse;
  if (!firstHit || !secondHit) throw new Error("not remembered");
  const { error } = await linh.call(changeMemoryEntry, {
    params: { id: firstHit.id },
    body: { target: secondHit.target, changed_at: firstHit.changed_at },
  });
  expect(error?.code).toBe("MEMORY.KNOWN");
});
