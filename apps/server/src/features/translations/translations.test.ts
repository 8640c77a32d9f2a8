import { deleteMessage, editMessage, setMessageLanguage } from "@kakehashi/contract/changes";
import { removeConversationMember } from "@kakehashi/contract/conversation-members";
import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import { addGlossaryEntry } from "@kakehashi/contract/glossary";
import { getMessage, type Message } from "@kakehashi/contract/messages";
import { listNotifications } from "@kakehashi/contract/notifications";
import {
  listTranslationHistory,
  maximumLateTextsPerTranslation,
  restoreTranslation,
} from "@kakehashi/contract/translation-history";
import {
  approveExactHits,
  listMyTranslations,
  listUnapprovedExactHits,
} from "@kakehashi/contract/translation-queue";
import {
  approveTranslation,
  claimTranslation,
  getTranslation,
  handOverTranslation,
  rejectTranslation,
  releaseTranslation,
  requestRetranslation,
} from "@kakehashi/contract/translations";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom, messagePathParamsOf, sendText } from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { resubmitTranslation, submitTranslation, translationPathParamsOf } from "../../test/translations.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();
const { aiko, an, minh, linh, kenji, emma } = testPeople;

const japaneseText = "明日の午後三時に打ち合わせをお願いします。";
const englishText = "Could we meet tomorrow at three in the afternoon?";

/**
 * Makes each message's text different. Otherwise the translation memory would fill in a translation that an earlier
 * test has approved.
 */
let messageCount = 0;
const createNewText = () => `${japaneseText}（${++messageCount}）`;

async function sendMessage(content = createNewText()): Promise<Message> {
  return sendText(aiko, await createGroupRoom(aiko, an, linh, kenji, emma), content);
}
const currentMessage = async (message: Message) =>
  (await aiko.call(getMessage, messagePathParamsOf(message))).data;
const readHistory = async (message: Message, language: "en" | "vi" = "en") =>
  (await linh.call(listTranslationHistory, translationPathParamsOf(message, language))).data;

test("a translation reaches its readers live, with the message, and stands in every answer with it", async () => {
  const message = await sendMessage();
  const listener = await connectAndSubscribe(serverUrl, emma);
  const { status, data } = await submitTranslation(linh, message, "en", englishText);
  expect(status).toBe(200);
  expect(data.translation).toMatchObject({
    language: "en",
    state: "TRANSLATED",
    content: englishText,
    revision: 1,
    version: 1,
    origin: "PERSON",
    user_id: linh.id,
  });
  const event = await listener.waitForEvent((event) => event.type === "TRANSLATION_CHANGED");
  listener.socket.close();
  expect(event).toMatchObject({ message: { id: message.id, translations: [data.translation] } });
  expect((await currentMessage(message)).translations).toEqual([data.translation]);
  const { data: changes } = await an.call(getConversationChanges, {
    params: { id: message.conversation_id },
    query: { since: String(message.seq) },
  });
  expect(changes.messages.map(({ translations }) => translations)).toEqual([[data.translation]]);
});

test("an edit of the original puts its translations out of date in the same change", async () => {
  const message = await sendMessage();
  await submitTranslation(linh, message, "en", englishText);
  await linh.call(approveTranslation, { ...translationPathParamsOf(message, "en"), body: { revision: 1 } });
  const editResponse = await aiko.call(editMessage, {
    ...messagePathParamsOf(message),
    body: { content: "明日は休みます。" },
  });
  expect(editResponse.data).toMatchObject({
    revision: 2,
    translations: [{ state: "NEEDS_RETRANSLATION", revision: 1, content: englishText }],
  });
  expect((await readHistory(message)).map(({ event }) => event)).toEqual([
    "EXPIRED",
    "APPROVED",
    "SUBMITTED",
  ]);
  await resubmitTranslation(linh, message, "en", "I am away tomorrow.", { revision: 2 });
  expect((await currentMessage(message)).translations).toMatchObject([
    { state: "TRANSLATED", revision: 2, version: 2 },
  ]);
});

test("a submit after an edit of the original gets a conflict, and its text is kept", async () => {
  const message = await sendMessage();
  await aiko.call(editMessage, { ...messagePathParamsOf(message), body: { content: "明日は休みます。" } });
  const { status, error } = await submitTranslation(linh, message, "en", englishText, { revision: 1 });
  expect([status, error?.code]).toEqual([409, "TRANSLATION.ORIGINAL"]);
  expect(error?.current).toEqual({ content: "明日は休みます。", revision: 2 });
  expect(await readHistory(message)).toMatchObject([
    { event: "SUPERSEDED", content: englishText, user_id: linh.id },
  ]);
  expect((await currentMessage(message)).translations ?? []).toEqual([]);
});

test("a claim is shown, and keeps others from submitting until 15 minutes without activity", async () => {
  const message = await sendMessage();
  const claimAs = (translator: TestPerson) =>
    translator.call(claimTranslation, translationPathParamsOf(message, "en"));
  expect((await claimAs(linh)).data.translation).toMatchObject({
    claimed_by: linh.id,
    state: "NEEDS_TRANSLATION",
    version: 0,
  });
  const { changed_seq, translations } = await currentMessage(message);
  expect((await claimAs(linh)).status).toBe(200);
  expect((await currentMessage(message)).changed_seq).toBe(changed_seq);
  // A claim expires 15 minutes after the last activity of the translator. Each activity renews it, and readers must get
  // an event about that.
  await server.db.pool.query(
    "update translations set claimed_at = claimed_at - interval '5 minutes' where subject_id = $1",
    [message.id],
  );
  const { data: renewedClaim } = await claimAs(linh);
  expect(renewedClaim.translation?.claimed_at).toBe(renewedClaim.claimed_at);
  expect(Date.parse(renewedClaim.claimed_at ?? "")).toBeGreaterThan(
    Date.parse(translations?.[0]?.claimed_at ?? ""),
  );
  expect((await currentMessage(message)).changed_seq).toBeGreaterThan(changed_seq);
  expect((await claimAs(kenji)).error?.code).toBe("TRANSLATION.CLAIMED");
  expect((await submitTranslation(kenji, message, "en", englishText)).error?.code).toBe(
    "TRANSLATION.CLAIMED",
  );
  expect((await kenji.call(releaseTranslation, translationPathParamsOf(message, "en"))).error?.code).toBe(
    "TRANSLATION.CLAIMED",
  );
  expect(await readHistory(message)).toMatchObject([{ event: "SUPERSEDED", user_id: kenji.id }]);
  await server.db.pool.query(
    "update translations set claimed_at = now() - interval '16 minutes' where subject_id = $1",
    [message.id],
  );
  expect((await claimAs(kenji)).data.translation?.claimed_by).toBe(kenji.id);
  const handOverTo = (person: TestPerson) =>
    kenji.call(handOverTranslation, {
      ...translationPathParamsOf(message, "en"),
      body: { user_id: person.id, note: "The date is still open." },
    });
  expect((await handOverTo(an)).error?.fields).toHaveProperty("user_id");
  expect((await handOverTo(minh)).error?.fields).toHaveProperty("user_id");
  const listener = await connectAndSubscribe(serverUrl, linh);
  const { data: handedOverUnit } = await handOverTo(linh);
  const handOverEvent = await listener.waitForFrame(
    "MESSAGE",
    ({ body }) => JSON.parse(body).type === "TRANSLATION_HANDED_OVER",
  );
  listener.socket.close();
  const { data: notices } = await linh.call(listNotifications, {
    query: { type: "TRANSLATION_HANDED_OVER" },
  });
  expect(JSON.parse(handOverEvent.body)).toMatchObject({ notification: notices[0], count_unread: 1 });
  expect(notices).toMatchObject([
    {
      actor: { id: kenji.id },
      data: { message_id: message.id, language: "en", note: "The date is still open." },
      read: false,
    },
  ]);
  expect(handedOverUnit.translation?.claimed_by).toBe(linh.id);
  expect(handedOverUnit).toMatchObject({
    handed_over_by: kenji.id,
    hand_over_note: "The date is still open.",
  });
  expect((await claimAs(linh)).data.hand_over_note).toBe("The date is still open.");
  const submitResponse = await submitTranslation(linh, message, "en", englishText);
  expect(submitResponse.data.translation).toMatchObject({ claimed_by: null, state: "TRANSLATED" });
  expect(submitResponse.data).toMatchObject({ handed_over_by: null, hand_over_note: "" });
  await claimAs(linh);
  expect(
    (await linh.call(releaseTranslation, translationPathParamsOf(message, "en"))).data.translation,
  ).toMatchObject({
    claimed_by: null,
    state: "TRANSLATED",
  });
});

test("a claim that nobody asked for leaves nothing behind; who leaves the room translates there no longer", async () => {
  const message = await sendMessage();
  await linh.call(claimTranslation, translationPathParamsOf(message, "en"));
  expect(
    (await linh.call(releaseTranslation, translationPathParamsOf(message, "en"))).data.translation,
  ).toBeNull();
  await linh.call(claimTranslation, translationPathParamsOf(message, "en"));
  const listener = await connectAndSubscribe(serverUrl, aiko);
  await aiko.call(removeConversationMember, {
    params: { id: message.conversation_id },
    query: { user_id: linh.id },
  });
  await listener.waitForEvent(
    (event) => event.type === "TRANSLATION_CHANGED" && event.message.id === message.id,
  );
  listener.socket.close();
  expect((await currentMessage(message)).translations).toBeUndefined();
  expect((await submitTranslation(linh, message, "en", englishText)).status).toBe(404);
});

test("of two simultaneous submits one wins, and the other gets a conflict with its text kept", async () => {
  const message = await sendMessage();
  const responses = await Promise.all([
    submitTranslation(linh, message, "en", englishText, { version: 0 }),
    submitTranslation(kenji, message, "en", "A meeting tomorrow at 3 pm, please.", { version: 0 }),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refusedSubmit = responses.find(({ status }) => status === 409);
  const acceptedSubmit = responses.find(({ status }) => status === 200);
  expect(refusedSubmit?.error).toMatchObject({
    code: "TRANSLATION.CHANGED",
    current: { content: acceptedSubmit?.data.translation?.content, revision: 1 },
  });
  expect((await readHistory(message)).map(({ event }) => event)).toEqual(["SUPERSEDED", "SUBMITTED"]);
  expect((await currentMessage(message)).translations).toEqual([acceptedSubmit?.data.translation]);
});

test("the history keeps the last twenty texts that came too late, and everything else", async () => {
  const message = await sendMessage();
  await submitTranslation(linh, message, "en", englishText);
  for (let lateSubmits = 1; lateSubmits <= maximumLateTextsPerTranslation + 3; lateSubmits++)
    expect(
      (await submitTranslation(kenji, message, "en", `Late ${lateSubmits}`, { version: 0 })).status,
    ).toBe(409);
  const { data: newestHistory } = await linh.call(
    listTranslationHistory,
    translationPathParamsOf(message, "en"),
  );
  const { data: olderHistory } = await linh.call(listTranslationHistory, {
    ...translationPathParamsOf(message, "en"),
    query: { before: `${newestHistory.at(-1)?.step}` },
  });
  const entries = [...newestHistory, ...olderHistory];
  expect(entries.map(({ content }) => content)).toEqual([
    ...Array.from(
      { length: maximumLateTextsPerTranslation },
      (_, index) => `Late ${maximumLateTextsPerTranslation + 3 - index}`,
    ),
    englishText,
  ]);
  expect((await currentMessage(message)).translations).toMatchObject([
    { content: englishText, state: "TRANSLATED" },
  ]);
});

test("the same submit again, for its answer was lost, changes nothing", async () => {
  const message = await sendMessage();
  const firstTranslation = await submitTranslation(linh, message, "en", englishText);
  const secondTranslation = await submitTranslation(linh, message, "en", englishText);
  expect(secondTranslation.data).toEqual(firstTranslation.data);
  expect(await readHistory(message)).toHaveLength(1);
});

test.each([
  ["empty", { content: "" }, "ERR.INPUT"],
  ["blank", { content: " \n " }, "ERR.INPUT"],
  ["too long", { content: "x".repeat(40_001) }, "ERR.INPUT"],
  ["the same as the original", { content: japaneseText }, "TRANSLATION.WARNED"],
  ["the same in half width", { content: ` ${japaneseText.normalize("NFKD")}` }, "TRANSLATION.WARNED"],
  ["in another language", { content: "はい、明日でお願いします。" }, "TRANSLATION.WARNED"],
  ["without its number", { content: "Could we meet tomorrow at noon?" }, "TRANSLATION.WARNED"],
  ["with other lines", { content: englishText.replace("?", "\n?") }, "TRANSLATION.WARNED"],
  ["with a word twice", { content: englishText.replace("meet", "meet meet") }, "TRANSLATION.WARNED"],
  ["without the end of its sentence", { content: englishText.replace("?", ",") }, "TRANSLATION.WARNED"],
  ["more than ten times as long", { content: "meet ".repeat(60) }, "TRANSLATION.WARNED"],
])("a translation that is %s is refused, and its field named", async (_, { content }, code) => {
  const message = await sendMessage(japaneseText);
  const { status, error } = await submitTranslation(linh, message, "en", content, { confirmed: false });
  expect([status, error?.code]).toEqual([422, code]);
  expect(error?.fields).toHaveProperty("content");
  expect(await readHistory(message)).toEqual([]);
  if (code !== "TRANSLATION.WARNED") return;
  expect((await submitTranslation(linh, message, "en", content)).status).toBe(200);
});

test("a text for an earlier original is not compared with the present one, and is kept in the history", async () => {
  const message = await sendMessage("会議は三時です。");
  await aiko.call(editMessage, { ...messagePathParamsOf(message), body: { content: "会議は四時です。" } });
  const lateSubmit = await submitTranslation(linh, message, "en", "The meeting is at 3 o'clock.", {
    confirmed: false,
  });
  expect(lateSubmit.error?.code).toBe("TRANSLATION.ORIGINAL");
  expect(await readHistory(message)).toMatchObject([{ event: "SUPERSEDED" }]);
});

test.each([
  ["revision", { revision: 2_147_483_648 }],
  ["version", { version: 2_147_483_648 }],
])("a %s that no text can have is refused, and its field named", async (field, fields) => {
  const message = await sendMessage(japaneseText);
  const { status, error } = await submitTranslation(linh, message, "en", englishText, fields);
  expect(status).toBe(422);
  expect(Object.keys(error?.fields ?? {})).toEqual([field]);
});

test("a term that is translated otherwise than the glossary says is asked about; the one it says is saved", async () => {
  await linh.call(addGlossaryEntry, { body: { ja: "受け入れ試験", en: "acceptance test" } });
  const message = await sendMessage("金曜日に受け入れ試験を行います。");
  const otherTranslation = "We hold the entrance exam on Friday.";
  const { status, error } = await submitTranslation(linh, message, "en", otherTranslation, {
    confirmed: false,
  });
  expect([status, error?.code]).toEqual([422, "TRANSLATION.WARNED"]);
  expect(error?.fields?.content).toMatch(/glossary|thuật ngữ|用語集/);
  expect(await readHistory(message)).toEqual([]);
  expect((await submitTranslation(linh, message, "en", otherTranslation)).status).toBe(200);
  const secondMessage = await sendMessage("金曜日に受け入れ試験を行います。");
  const glossaryTranslation = "We run the acceptance tests on Friday.";
  expect(
    (await submitTranslation(linh, secondMessage, "en", glossaryTranslation, { confirmed: false })).status,
  ).toBe(200);
  expect(
    (await submitTranslation(linh, secondMessage, "vi", "Thứ Sáu chúng tôi chạy kiểm thử.")).status,
  ).toBe(200);
});

test("nobody translates into the language that a message is written in", async () => {
  const message = await sendMessage();
  const { status, error } = await submitTranslation(linh, message, "ja", englishText);
  expect([status, error?.code]).toEqual([422, "TRANSLATION.SAME_LANGUAGE"]);
  expect((await linh.call(getTranslation, translationPathParamsOf(message, "ja"))).status).toBe(422);
});

test("nobody changes a translation that is not there", async () => {
  const message = await sendMessage();
  expect((await resubmitTranslation(linh, message, "en", englishText)).status).toBe(404);
  for (const endpoint of [approveTranslation, requestRetranslation, rejectTranslation])
    expect(
      (
        await linh.call(endpoint, {
          ...translationPathParamsOf(message, "en"),
          body: { revision: 1, reason: "Why?" },
        } as never)
      ).status,
    ).not.toBe(200);
});

test("its author corrects in which language a message is; what is said in that language is not shown twice", async () => {
  const message = await sendMessage("meeting OK");
  expect(message.language).toBe("ja");
  await submitTranslation(linh, message, "en", "The meeting is fine.");
  const { data } = await aiko.call(setMessageLanguage, {
    params: { mid: message.id },
    body: { language: "en" },
  });
  expect(data.language).toBe("en");
  expect(data.translations ?? []).toEqual([]);
  await submitTranslation(linh, message, "vi", "Họp được nhé.");
  const { data: restoredMessage } = await aiko.call(setMessageLanguage, {
    params: { mid: message.id },
    body: { language: "ja" },
  });
  expect(restoredMessage.translations?.map(({ language }) => language)).toEqual(["en", "vi"]);
  const setLanguageAs = (person: TestPerson) =>
    person.call(setMessageLanguage, { params: { mid: message.id }, body: { language: "vi" } });
  expect((await setLanguageAs(linh)).status).toBe(403);
  expect((await setLanguageAs(minh)).status).toBe(404);
});

test("a deleted message takes its translations along, and has none any more", async () => {
  const message = await sendMessage();
  await submitTranslation(linh, message, "en", englishText);
  const { data } = await aiko.call(deleteMessage, messagePathParamsOf(message));
  expect(data.translations).toBeUndefined();
  expect((await submitTranslation(linh, message, "en", englishText)).error?.code).toBe("MESSAGE.DELETED");
  const { rows } = await server.db.pool.query("select from translations where subject_id = $1", [message.id]);
  expect(rows).toEqual([]);
  expect((await linh.call(listMyTranslations)).data.map((unit) => unit.message.id)).not.toContain(message.id);
});

test("a rejected text goes back with its reason; an approved one can be asked for anew", async () => {
  const message = await sendMessage();
  await submitTranslation(linh, message, "en", englishText);
  const rejectResponse = await kenji.call(rejectTranslation, {
    ...translationPathParamsOf(message, "en"),
    body: { revision: 1, reason: "Too blunt.", version: 1 },
  });
  expect(rejectResponse.data).toMatchObject({
    reason: "Too blunt.",
    translation: { state: "NEEDS_RETRANSLATION", revision: 1 },
  });
  expect(rejectResponse.data.waiting_since).not.toBeNull();
  await resubmitTranslation(linh, message, "en", "Would tomorrow at three suit you?", { version: 1 });
  expect(
    (
      await kenji.call(approveTranslation, {
        ...translationPathParamsOf(message, "en"),
        body: { revision: 1, version: 1 },
      })
    ).error?.code,
  ).toBe("TRANSLATION.STEP");
  const approveResponse = await kenji.call(approveTranslation, {
    ...translationPathParamsOf(message, "en"),
    body: { revision: 1, version: 2 },
  });
  expect(approveResponse.data).toMatchObject({ waiting_since: null, reason: "", approved_by: kenji.id });
  const requestResponse = await emma.call(requestRetranslation, {
    ...translationPathParamsOf(message, "en"),
    body: { revision: 1, reason: "Which three?" },
  });
  expect(requestResponse.data).toMatchObject({
    reason: "Which three?",
    translation: { state: "NEEDS_RETRANSLATION" },
  });
  expect(
    (
      await emma.call(requestRetranslation, {
        ...translationPathParamsOf(message, "en"),
        body: { revision: 1, reason: "" },
      })
    ).status,
  ).toBe(422);
  expect((await readHistory(message)).map(({ event }) => event)).toEqual([
    "REQUESTED",
    "APPROVED",
    "SUBMITTED",
    "REJECTED",
    "SUBMITTED",
  ]);
});

test("an older text can be restored, and one of an older original is then outdated", async () => {
  const message = await sendMessage();
  await submitTranslation(linh, message, "en", englishText);
  await resubmitTranslation(linh, message, "en", "Tomorrow at three?", { version: 1 });
  const restoreVersion = (version: number, current_version: number, revision: number) =>
    linh.call(restoreTranslation, {
      ...translationPathParamsOf(message, "en"),
      body: { version, current_version, revision },
    });
  expect((await restoreVersion(1, 2, 1)).data.translation).toMatchObject({
    content: englishText,
    version: 3,
    state: "TRANSLATED",
  });
  await aiko.call(editMessage, { ...messagePathParamsOf(message), body: { content: "明日は休みます。" } });
  await resubmitTranslation(linh, message, "en", "I am away tomorrow.", { revision: 2, version: 3 });
  expect((await restoreVersion(1, 4, 2)).data.translation).toMatchObject({
    content: englishText,
    revision: 1,
    state: "NEEDS_RETRANSLATION",
  });
  expect((await restoreVersion(99, 5, 2)).status).toBe(404);
});

test("a translation comes with what was said around it, and with its thread", async () => {
  const room = await createGroupRoom(aiko, an, linh);
  const allMessages: Message[] = [];
  for (let count = 0; count < 14; count++) allMessages.push(await sendText(aiko, room, `言葉 ${count}`));
  const middleMessage = allMessages[7];
  if (!middleMessage) throw new Error("No middle");
  const reply = await sendText(linh, room, "Ý bạn là gì?", { parent_id: middleMessage.id });
  const { data } = await linh.call(getTranslation, translationPathParamsOf(middleMessage, "vi"));
  expect(data.unit).toMatchObject({
    message: { id: middleMessage.id },
    translation: null,
    waiting_since: null,
  });
  expect(data.above.map(({ id }) => id)).toEqual(allMessages.slice(2, 7).map(({ id }) => id));
  expect(data.below.map(({ id }) => id)).toEqual(allMessages.slice(8, 13).map(({ id }) => id));
  expect(data.replies.map(({ id }) => id)).toEqual([reply.id]);
  expect((await linh.call(getTranslation, translationPathParamsOf(reply, "ja"))).data.root?.id).toBe(
    middleMessage.id,
  );
});

test("exact hits of the memory are approved together; what a person wrote, or somebody changed, is not among them", async () => {
  const [firstMessage, secondMessage, thirdMessage] = [
    await sendMessage(),
    await sendMessage(),
    await sendMessage(),
  ];
  const { translations } = server.app.services;
  for (const message of [firstMessage, secondMessage])
    await translations.fill(message, "en", { content: englishText, origin: "MEMORY", revision: 1 });
  await submitTranslation(linh, thirdMessage, "en", englishText);
  const { data: exactHits, meta } = await linh.call(listUnapprovedExactHits);
  expect(exactHits.map(({ message }) => message.id)).toEqual([secondMessage.id, firstMessage.id]);
  expect(meta.total).toBe(2);
  expect((await an.call(listUnapprovedExactHits)).data).toEqual([]);
  await resubmitTranslation(kenji, secondMessage, "en", "Tomorrow at three, please.");
  const units = [firstMessage, secondMessage, thirdMessage].map(({ id }) => ({
    message_id: id,
    language: "en",
    version: 1,
    revision: 1,
  }));
  expect((await an.call(approveExactHits, { body: { units } })).data.map(({ code }) => code)).toEqual([
    "TRANSLATION.LANGUAGES",
    "TRANSLATION.LANGUAGES",
    "TRANSLATION.LANGUAGES",
  ]);
  const { data } = await linh.call(approveExactHits, { body: { units } });
  expect(data.map(({ code }) => code)).toEqual([null, "TRANSLATION.STEP", "TRANSLATION.STEP"]);
  expect((await currentMessage(firstMessage)).translations).toMatchObject([
    { state: "APPROVED", origin: "MEMORY" },
  ]);
  expect((await linh.call(listUnapprovedExactHits)).data).toEqual([]);
});

test("a machine's text is read, and replaced by nothing that came too late", async () => {
  const message = await sendMessage();
  const { translations } = server.app.services;
  const machineText = { content: englishText, origin: "MACHINE" as const, revision: 1 };
  await translations.fill(message, "en", machineText);
  expect((await currentMessage(message)).translations).toMatchObject([
    { state: "MACHINE", user_id: null, version: 1 },
  ]);
  expect((await submitTranslation(linh, message, "en", "Shall we meet tomorrow at three?")).status).toBe(200);
  await translations.fill(message, "en", machineText);
  await aiko.call(editMessage, { ...messagePathParamsOf(message), body: { content: "明日は休みます。" } });
  await translations.fill(message, "en", machineText);
  expect((await currentMessage(message)).translations).toMatchObject([
    { state: "NEEDS_RETRANSLATION", version: 2 },
  ]);
});

test("the list of my translations has what I wrote or claimed, the newest first", async () => {
  const [firstMessage, secondMessage] = [await sendMessage(), await sendMessage()];
  await submitTranslation(kenji, firstMessage, "en", englishText);
  await kenji.call(claimTranslation, translationPathParamsOf(secondMessage, "en"));
  const { data, meta } = await kenji.call(listMyTranslations);
  expect(data.map(({ message }) => message.id).slice(0, 2)).toEqual([secondMessage.id, firstMessage.id]);
  expect(meta.total).toBeGreaterThanOrEqual(2);
  const claimedTranslations = await kenji.call(listMyTranslations, { query: { claimed: "true" } });
  expect(claimedTranslations.data.map(({ message }) => message.id)).toEqual([secondMessage.id]);
  expect((await minh.call(listMyTranslations)).data).toEqual([]);
});
