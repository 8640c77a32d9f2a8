import { deleteMessage } from "@kakehashi/contract/changes";
import { removeConversationMember } from "@kakehashi/contract/conversation-members";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import {
  getTranslationDraft,
  maximumTranslationDraftBytesPerPerson,
  maximumTranslationDraftsPerPerson,
  saveTranslationDraft,
  type TranslationDraft,
} from "@kakehashi/contract/translation-drafts";
import { claimTranslation, handOverTranslation } from "@kakehashi/contract/translations";
import { describe, expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom, messagePathParamsOf, sendText } from "../../test/rooms.ts";
import { connectAndSubscribe, type StompClient } from "../../test/stomp.ts";
import { submitTranslation, translationPathParamsOf } from "../../test/translations.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();
const { aiko, an, linh, kenji } = testPeople;

const earlierTime = "2026-01-01T10:00:00.000Z";
const laterTime = "2026-01-01T11:00:00.000Z";

const saveDraftOf = (
  person: TestPerson,
  message: Pick<Message, "id">,
  content: string,
  fields: object = {},
) =>
  person.call(saveTranslationDraft, {
    ...translationPathParamsOf(message, "vi"),
    body: { content, version: 0, revision: 1, ...fields },
  });
const readDraftOf = async (person: TestPerson, message: Pick<Message, "id">, language: Language = "vi") =>
  (await person.call(getTranslationDraft, translationPathParamsOf(message, language))).data;

/** Resolves when the client gets the event of a draft for which `matches` is true. */
const waitForDraftEvent = (client: StompClient, matches: (draft: TranslationDraft) => boolean) =>
  client.waitForFrame("MESSAGE", ({ body }) => {
    const event = JSON.parse(body) as PersonalEvent;
    return event.type === "TRANSLATION_DRAFT_CHANGED" && matches(event.draft);
  });

async function createUnit() {
  const room = await createGroupRoom(aiko, linh, kenji);
  return sendText(aiko, room, "画面を見てください。");
}

test("a draft is the same on every device of its writer, for each language, and nobody else's", async () => {
  const message = await createUnit();
  const listener = await connectAndSubscribe(serverUrl, linh);
  expect(await readDraftOf(linh, message)).toBeNull();
  await saveDraftOf(linh, message, "Vui lòng", { from_memory: true });
  const savedDraft = await saveDraftOf(linh, message, "Vui lòng xem");
  expect(savedDraft.data).toMatchObject({ content: "Vui lòng xem", set_aside: "", from_memory: false });
  await waitForDraftEvent(listener, ({ content }) => content === "Vui lòng xem");
  listener.socket.close();
  expect(await readDraftOf(linh, message)).toEqual(savedDraft.data);
  expect(await readDraftOf(linh, message, "en")).toBeNull();
  expect(await readDraftOf(kenji, message)).toBeNull();
  await saveDraftOf(linh, message, " \n");
  expect((await readDraftOf(linh, message))?.content).toBe("");
});

describe("two devices", () => {
  test("go on from each other, whatever their clocks say", async () => {
    const message = await createUnit();
    const firstDraft = (await saveDraftOf(linh, message, "Một.", { edited_at: laterTime })).data;
    const nextSaveResponse = await saveDraftOf(linh, message, "Hai.", {
      edited_at: earlierTime,
      base: firstDraft.edited_at,
    });
    expect(nextSaveResponse.data).toMatchObject({ content: "Hai.", set_aside: "" });
    expect(nextSaveResponse.data.edited_at > firstDraft.edited_at).toBe(true);
  });

  test("that wrote separately lose nothing: the later text stays, the other is set aside until it is dealt with", async () => {
    const message = await createUnit();
    await saveDraftOf(linh, message, "Máy bàn.", { edited_at: laterTime });
    const earlierSave = await saveDraftOf(linh, message, "Điện thoại.", { edited_at: earlierTime });
    expect(earlierSave.data).toMatchObject({
      content: "Máy bàn.",
      edited_at: laterTime,
      set_aside: "Điện thoại.",
    });
    // The device did not get the response to its first save, so it saves the first text again.
    expect((await saveDraftOf(linh, message, "Điện thoại.", { edited_at: earlierTime })).data).toEqual(
      earlierSave.data,
    );
    const thirdSave = await saveDraftOf(linh, message, "Máy khác.", {
      edited_at: "2026-01-01T12:00:00.000Z",
    });
    expect(thirdSave.data).toMatchObject({ content: "Máy khác.", set_aside: "Máy bàn.\n\nĐiện thoại." });
    const baseTime = thirdSave.data.edited_at;
    const latestSave = await saveDraftOf(linh, message, "Máy khác!", {
      base: baseTime,
      edited_at: laterTime,
    });
    expect(latestSave.data.set_aside).toBe("Máy bàn.\n\nĐiện thoại.");
    const saveWithoutSetAsideText = await saveDraftOf(linh, message, "Máy khác!", {
      base: latestSave.data.edited_at,
      edited_at: laterTime,
      forget_set_aside: true,
    });
    expect(saveWithoutSetAsideText.data.set_aside).toBe("");
  });

  test("discard only what they saw, and what was discarded does not come back", async () => {
    const message = await createUnit();
    await saveDraftOf(linh, message, "Bản mới.", { edited_at: earlierTime });
    const saveWithWrongBase = await saveDraftOf(linh, message, "", { edited_at: laterTime, base: laterTime });
    expect(saveWithWrongBase.data.content).toBe("Bản mới.");
    const emptiedSave = await saveDraftOf(linh, message, "", {
      base: saveWithWrongBase.data.edited_at,
      edited_at: laterTime,
    });
    expect(emptiedSave.data).toMatchObject({ content: "", set_aside: "" });
    const olderSave = await saveDraftOf(linh, message, "Bản cũ.", { edited_at: earlierTime });
    expect(olderSave.data).toMatchObject({ content: "", set_aside: "Bản cũ." });
  });
});

test("a draft goes once its text is submitted, also one that is saved only afterwards", async () => {
  const message = await createUnit();
  await saveDraftOf(linh, message, "Vui lòng xem màn hình.");
  await saveDraftOf(kenji, message, "Của Kenji.");
  const listener = await connectAndSubscribe(serverUrl, linh);
  expect((await submitTranslation(linh, message, "vi", "Vui lòng xem màn hình.")).status).toBe(200);
  await waitForDraftEvent(listener, ({ content }) => content === "");
  listener.socket.close();
  expect(await readDraftOf(linh, message)).toMatchObject({ content: "", set_aside: "" });
  expect((await readDraftOf(kenji, message))?.content).toBe("Của Kenji.");
  // Linh's text was submitted first, so the server refuses Kenji's text. Kenji's draft must stay.
  expect((await submitTranslation(kenji, message, "vi", "Của Kenji.")).status).toBe(409);
  expect((await readDraftOf(kenji, message))?.content).toBe("Của Kenji.");

  const otherMessage = await createUnit();
  await submitTranslation(linh, otherMessage, "vi", "Vui lòng xem màn hình.");
  const lateSave = await saveDraftOf(linh, otherMessage, "Vui lòng", { edited_at: earlierTime });
  expect(lateSave.data.content).toBe("");
});

test("a text that was set aside outlives a discarded and a submitted draft", async () => {
  const message = await createUnit();
  await saveDraftOf(linh, message, "Máy bàn.", { edited_at: laterTime });
  const { data } = await saveDraftOf(linh, message, "Điện thoại.", { edited_at: earlierTime });
  const discardingSave = await saveDraftOf(linh, message, "", { base: data.edited_at, edited_at: laterTime });
  expect(discardingSave.data).toMatchObject({ content: "", set_aside: "Điện thoại." });
  const savedAgain = await saveDraftOf(linh, message, "Vui lòng xem màn hình.", {
    base: discardingSave.data.edited_at,
  });
  const draft_base = savedAgain.data.edited_at;
  await submitTranslation(linh, message, "vi", "Vui lòng xem màn hình.", { draft_base });
  expect(await readDraftOf(linh, message)).toMatchObject({ content: "", set_aside: "Điện thoại." });
});

test("a submit sets aside the draft of another device, which its writer did not see", async () => {
  const message = await createUnit();
  const seenSave = await saveDraftOf(linh, message, "Vui lòng xem", { edited_at: earlierTime });
  const baseTime = seenSave.data.edited_at;
  await saveDraftOf(linh, message, "Xem giúp tôi.", { base: baseTime, edited_at: laterTime });
  await submitTranslation(linh, message, "vi", "Vui lòng xem màn hình.", { draft_base: baseTime });
  expect(await readDraftOf(linh, message)).toMatchObject({ content: "", set_aside: "Xem giúp tôi." });

  const unloadedUnit = await createUnit();
  await saveDraftOf(linh, unloadedUnit, "Xem giúp tôi.");
  await submitTranslation(linh, unloadedUnit, "vi", "Vui lòng xem màn hình.", { draft_base: null });
  expect(await readDraftOf(linh, unloadedUnit)).toMatchObject({ content: "", set_aside: "Xem giúp tôi." });

  // The submitted text contains the whole text of the draft. So nothing of the draft need be set aside.
  const unit = await createUnit();
  await saveDraftOf(linh, unit, "Vui lòng xem");
  await submitTranslation(linh, unit, "vi", "Vui lòng xem màn hình.", { draft_base: null });
  expect(await readDraftOf(linh, unit)).toMatchObject({ content: "", set_aside: "" });
});

test("a submitted text with a mention is the draft that was saved, and is not set aside", async () => {
  const message = await createUnit();
  await saveDraftOf(linh, message, `@${aiko.name} xem giúp tôi.`);
  await submitTranslation(linh, message, "vi", `@[${aiko.name}](${aiko.id}) xem giúp tôi.`, {
    draft_base: null,
  });
  expect(await readDraftOf(linh, message)).toMatchObject({ content: "", set_aside: "" });
});

test("a draft whose message is gone stays on all devices, with what was typed last, until each of its texts is discarded", async () => {
  const [removedMessage, deletedMessage] = [await createUnit(), await createUnit()];
  for (const message of [removedMessage, deletedMessage]) {
    await saveDraftOf(linh, message, "Máy bàn.", { edited_at: laterTime });
    await saveDraftOf(linh, message, "Điện thoại.", { edited_at: earlierTime });
  }
  const params = { id: removedMessage.conversation_id };
  await aiko.call(removeConversationMember, { params, query: { user_id: linh.id } });
  await aiko.call(deleteMessage, messagePathParamsOf(deletedMessage));

  const otherClient = await connectAndSubscribe(serverUrl, linh);
  for (const message of [removedMessage, deletedMessage]) {
    const unseenSave = await saveDraftOf(linh, message, "", { base: earlierTime, edited_at: earlierTime });
    expect(unseenSave.data).toMatchObject({ content: "Máy bàn.", set_aside: "Điện thoại." });
    const lastSave = await saveDraftOf(linh, message, "Máy bàn và", {
      base: laterTime,
      edited_at: laterTime,
    });
    expect(lastSave.data).toMatchObject({ content: "Máy bàn và", set_aside: "Điện thoại." });
    await waitForDraftEvent(otherClient, ({ content }) => content === "Máy bàn và");
    const discardBody = { base: lastSave.data.edited_at, edited_at: laterTime };
    const { data } = await saveDraftOf(linh, message, "", discardBody);
    expect(data).toMatchObject({ content: "", set_aside: "Điện thoại." });
    await waitForDraftEvent(
      otherClient,
      ({ content, set_aside }) => content === "" && set_aside === "Điện thoại.",
    );
    expect(await readDraftOf(linh, message)).toEqual(data);
    const clearingBody = { base: data.edited_at, edited_at: laterTime, forget_set_aside: true };
    expect((await saveDraftOf(linh, message, "", clearingBody)).data).toMatchObject({
      content: "",
      set_aside: "",
    });
    await waitForDraftEvent(otherClient, ({ content, set_aside }) => content === "" && set_aside === "");
    // Another device that reads the draft later learns that its text was discarded.
    expect(await readDraftOf(linh, message)).toMatchObject({ content: "", set_aside: "" });
  }
  otherClient.socket.close();
});

test("the draft of a message that was deleted 30 days ago goes when its writer ends another", async () => {
  const [oldMessage, otherMessage] = [await createUnit(), await createUnit()];
  await saveDraftOf(linh, oldMessage, "Tôi đã bắt đầu.");
  await saveDraftOf(kenji, oldMessage, "Của Kenji.");
  await aiko.call(deleteMessage, messagePathParamsOf(oldMessage));
  await saveDraftOf(linh, otherMessage, "");
  expect((await readDraftOf(linh, oldMessage))?.content).toBe("Tôi đã bắt đầu.");
  await server.db.pool.query("update messages set deleted_at = now() - interval '31 days' where id = $1", [
    oldMessage.id,
  ]);
  await saveDraftOf(linh, otherMessage, "");
  expect(await readDraftOf(linh, oldMessage)).toBeNull();
  expect((await readDraftOf(kenji, oldMessage))?.content).toBe("Của Kenji.");
});

test("the empty drafts of a person who never submits do not stay for ever, either", async () => {
  const [oldMessage, otherMessage] = [await createUnit(), await createUnit()];
  await saveDraftOf(linh, oldMessage, "");
  await server.db.pool.query(
    "update translation_drafts set edited_at = now() - interval '31 days' where subject_id = $1",
    [oldMessage.id],
  );
  await saveDraftOf(linh, otherMessage, "");
  expect(await readDraftOf(linh, oldMessage)).toBeNull();
  expect((await readDraftOf(linh, otherMessage))?.content).toBe("");
});

test("a draft stays with its writer after a hand-over; nobody begins one of a message that is gone", async () => {
  const message = await createUnit();
  await linh.call(claimTranslation, translationPathParamsOf(message, "vi"));
  await saveDraftOf(linh, message, "Tôi đã bắt đầu.");
  const body = { user_id: kenji.id };
  expect(
    (await linh.call(handOverTranslation, { ...translationPathParamsOf(message, "vi"), body })).status,
  ).toBe(200);
  expect((await readDraftOf(linh, message))?.content).toBe("Tôi đã bắt đầu.");
  expect(await readDraftOf(kenji, message)).toBeNull();

  await aiko.call(deleteMessage, messagePathParamsOf(message));
  for (const content of ["Muộn rồi.", ""])
    expect((await saveDraftOf(kenji, message, content)).status).toBe(404);
  expect(await readDraftOf(kenji, message)).toBeNull();
});

test("wrong drafts are refused with the field's name", async () => {
  const message = await createUnit();
  const listRefusedFields = async (fields: object) =>
    Object.keys((await saveDraftOf(linh, message, "x", fields)).error?.fields ?? {});
  expect(await listRefusedFields({ edited_at: "yesterday" })).toEqual(["edited_at"]);
  expect(await listRefusedFields({ version: -1 })).toEqual(["version"]);
  expect(await listRefusedFields({ revision: 0 })).toEqual(["revision"]);
  expect(await listRefusedFields({ content: "x".repeat(40_001) })).toEqual(["content"]);
  // Characters that are valid in JSON but that PostgreSQL cannot store.
  expect((await saveDraftOf(linh, message, "a\u0000b\ud800")).data.content).toBe("a\ufffdb\ufffd");
  expect((await saveDraftOf(an, message, "x")).status).toBe(404);
});

describe("more drafts than are kept", () => {
  async function fillDrafts(person: TestPerson, message: Message, count: number, bytes: number) {
    await server.db.pool.query("delete from translation_drafts where user_id = $1", [person.id]);
    const insertDraftPair = async (number: number) => {
      const { id } = await sendText(aiko, message.conversation_id, `${number}`);
      await server.db.pool.query(
        `insert into translation_drafts (user_id, subject_kind, subject_id, conversation_id, language, content,
           version, revision, edited_at)
         select $1, 'MESSAGE', $2, $3, language, repeat('x', $4), 0, 1, now() from unnest(array['vi', 'en']) language`,
        [person.id, id, message.conversation_id, bytes],
      );
    };
    // More parallel calls of one session would be refused.
    const pairsAtOnce = 100;
    for (let start = 0; start < count; start += pairsAtOnce)
      await Promise.all(
        Array.from({ length: Math.min(pairsAtOnce, count - start) }, (_, index) =>
          insertDraftPair(start + index),
        ),
      );
  }

  test("are refused and change nothing; another can be changed and discarded, and then there is room", async () => {
    const message = await createUnit();
    const otherMessage = await sendText(aiko, message.conversation_id, "次です。");
    await fillDrafts(linh, message, maximumTranslationDraftsPerPerson / 2, 5);
    await server.db.pool.query(
      "delete from translation_drafts where ctid = (select ctid from translation_drafts where user_id = $1 limit 1)",
      [linh.id],
    );
    expect((await saveDraftOf(linh, message, "Còn chỗ.")).status).toBe(200);
    expect(await saveDraftOf(linh, otherMessage, "Hết chỗ.")).toMatchObject({
      status: 409,
      error: { code: "TRANSLATION.TOO_MANY_DRAFTS" },
    });
    expect(await readDraftOf(linh, otherMessage)).toBeNull();
    expect((await saveDraftOf(linh, message, "")).status).toBe(200);
    expect((await saveDraftOf(linh, otherMessage, "Có chỗ.")).status).toBe(200);
  }, 60_000);

  test("are refused when they are too long together, with what is set aside; one may always get shorter", async () => {
    const message = await createUnit();
    await fillDrafts(kenji, message, 25, maximumTranslationDraftBytesPerPerson / 50 - 20);
    const firstSave = await saveDraftOf(kenji, message, "x".repeat(900));
    expect(firstSave.status).toBe(200);
    expect((await saveDraftOf(kenji, message, "x".repeat(1_001))).error?.code).toBe(
      "TRANSLATION.TOO_MANY_DRAFTS",
    );
    const saveWithLongSetAsideText = await saveDraftOf(kenji, message, "y".repeat(200), {
      edited_at: earlierTime,
    });
    expect(saveWithLongSetAsideText.error?.code).toBe("TRANSLATION.TOO_MANY_DRAFTS");
    const baseTime = firstSave.data.edited_at;
    expect(
      (await saveDraftOf(kenji, message, "x".repeat(800), { base: baseTime })).data.content,
    ).toHaveLength(800);
  });
});
