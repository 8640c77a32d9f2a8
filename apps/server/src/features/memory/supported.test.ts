import { deleteMessage } from "@kakehashi/contract/changes";
import { changeMemoryEntry, listMemorySuggestions, searchMemory } from "@kakehashi/contract/memory";
import type { Message } from "@kakehashi/contract/messages";
import {
  approveTranslation,
  rejectTranslation,
  requestRetranslation,
} from "@kakehashi/contract/translations";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom, messagePathParamsOf, sendText } from "../../test/rooms.ts";
import { submitTranslation, translationPathParamsOf } from "../../test/translations.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, linh, kenji } = testPeople;

const writeTranslation = async (message: Message, content: string) =>
  expect((await submitTranslation(linh, message, "en", content, { confirmed: true })).error).toBeUndefined();
const searchTargets = async (search: string) =>
  (await linh.call(searchMemory, { query: { search } })).data.map(({ target }) => target);

test("a pair that two messages have goes with the last of them", async () => {
  const room = await createGroupRoom(aiko, linh);
  const [firstMessage, secondMessage] = [
    await sendText(aiko, room, "棚卸を始めます。"),
    await sendText(aiko, room, "棚卸を始めます。"),
  ];
  for (const message of [firstMessage, secondMessage])
    await writeTranslation(message, "We start the stocktaking.");
  await aiko.call(deleteMessage, messagePathParamsOf(firstMessage));
  expect(await searchTargets("棚卸")).toEqual(["We start the stocktaking."]);
  await aiko.call(deleteMessage, messagePathParamsOf(secondMessage));
  expect(await searchTargets("棚卸")).toEqual([]);
});

test("an approval at another message keeps the pair; a rejection there lets it go", async () => {
  const room = await createGroupRoom(aiko, linh, kenji);
  const firstMessage = await sendText(aiko, room, "検収が終わりました。");
  await writeTranslation(firstMessage, "The acceptance is done.");
  await kenji.call(approveTranslation, {
    ...translationPathParamsOf(firstMessage, "en"),
    body: { revision: 1 },
  });
  const secondMessage = await sendText(
    aiko,
    await createGroupRoom(aiko, linh, kenji, testPeople.emma),
    "検収が終わりました。",
  );
  expect(secondMessage.translations).toMatchObject([{ origin: "MEMORY" }]);
  await kenji.call(approveTranslation, {
    ...translationPathParamsOf(secondMessage, "en"),
    body: { revision: 1 },
  });
  await aiko.call(deleteMessage, messagePathParamsOf(firstMessage));
  expect(await searchTargets("検収")).toEqual(["The acceptance is done."]);
  const rejectBody = { revision: 1, reason: "Say who accepted." };
  await kenji.call(rejectTranslation, { ...translationPathParamsOf(secondMessage, "en"), body: rejectBody });
  expect(await searchTargets("検収")).toEqual([]);
});

test("a message whose translation was done anew no longer gives the text it had", async () => {
  const room = await createGroupRoom(aiko, linh, kenji, testPeople.emma);
  const text = "工数を見直します。";
  const firstMessage = await sendText(aiko, room, text);
  await writeTranslation(firstMessage, "We look at the hours again.");
  await kenji.call(approveTranslation, {
    ...translationPathParamsOf(firstMessage, "en"),
    body: { revision: 1 },
  });
  await aiko.call(requestRetranslation, {
    ...translationPathParamsOf(firstMessage, "en"),
    body: { revision: 1, reason: "Too vague." },
  });
  const readSuggestions = async (message: Message) =>
    (await linh.call(listMemorySuggestions, translationPathParamsOf(message, "en"))).data.map(
      ({ target }) => target,
    );
  // The text was rejected as the translation of this message. So it is not suggested for this message again.
  expect(await readSuggestions(firstMessage)).toEqual([]);
  expect(
    (
      await submitTranslation(linh, firstMessage, "en", "We are revising the estimate of effort.", {
        version: 1,
      })
    ).error,
  ).toBeUndefined();
  expect(await searchTargets("工数")).toEqual(["We are revising the estimate of effort."]);
  const secondMessage = await sendText(aiko, room, text);
  expect((secondMessage.translations ?? []).filter(({ version }) => version > 0)).toEqual([]);
  const approval = await kenji.call(approveTranslation, {
    ...translationPathParamsOf(firstMessage, "en"),
    body: { revision: 1 },
  });
  expect(approval.error).toBeUndefined();
  expect((await sendText(aiko, room, text)).translations).toMatchObject([
    { origin: "MEMORY", content: "We are revising the estimate of effort." },
  ]);
});

test("a text that another message has stays when one message gets another text", async () => {
  const room = await createGroupRoom(aiko, linh);
  const messages = [
    await sendText(aiko, room, "承知しました、急ぎます。"),
    await sendText(aiko, room, "承知しました、急ぎます。"),
  ];
  for (const message of messages) await writeTranslation(message, "Understood, we hurry.");
  const [firstMessage] = messages;
  if (!firstMessage) throw new Error("not sent");
  expect(
    (await submitTranslation(linh, firstMessage, "en", "Got it, we will hurry.", { version: 1 })).error,
  ).toBeUndefined();
  expect((await searchTargets("急ぎます")).sort()).toEqual([
    "Got it, we will hurry.",
    "Understood, we hurry.",
  ]);
});

test("of two messages that are deleted at once none leaves the pair to the other", async () => {
  const [firstRoom, secondRoom] = [await createGroupRoom(aiko, linh), await createGroupRoom(aiko, linh)];
  for (let round = 0; round < 5; round++) {
    const text = `出荷 ${round} を確認しました。`;
    const messages = [await sendText(aiko, firstRoom, text), await sendText(aiko, secondRoom, text)];
    for (const message of messages) await writeTranslation(message, `Shipment ${round} is checked.`);
    const responses = await Promise.all(
      messages.map((message) => aiko.call(deleteMessage, messagePathParamsOf(message))),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  }
  expect(await searchTargets("出荷")).toEqual([]);
  expect(
    (
      await server.db.pool.query(
        "select from memory_supports s join messages m on m.id = s.message_id where m.deleted_at is not null",
      )
    ).rowCount,
  ).toBe(0);
});

test("a correction of a pair that somebody else has changed meanwhile is refused, with the pair as it is", async () => {
  await writeTranslation(
    await sendText(aiko, await createGroupRoom(aiko, linh), "稟議を回しました。"),
    "I sent the approval request.",
  );
  const [pairBeforeChanges] = (await linh.call(searchMemory, { query: { search: "稟議" } })).data;
  if (!pairBeforeChanges) throw new Error("not remembered");
  const changePair = (person: typeof linh, body: object) =>
    person.call(changeMemoryEntry, {
      params: { id: pairBeforeChanges.id },
      body: body as { changed_at: string },
    });
  const { data: firstChange } = await changePair(kenji, {
    approved: true,
    changed_at: pairBeforeChanges.changed_at,
  });
  const outdatedChangeResponse = await changePair(linh, {
    target: "The request is on its way.",
    changed_at: pairBeforeChanges.changed_at,
  });
  expect([
    outdatedChangeResponse.status,
    outdatedChangeResponse.error?.code,
    outdatedChangeResponse.error?.entry,
  ]).toEqual([409, "MEMORY.CHANGED", firstChange]);
  expect(
    (await changePair(kenji, { approved: true, changed_at: pairBeforeChanges.changed_at })).data,
  ).toEqual(firstChange);
  const body = { target: "The request is on its way.", changed_at: firstChange.changed_at };
  expect((await changePair(linh, body)).data).toMatchObject({ target: body.target, approved: true });
  const changeWithoutTime = await changePair(linh, { target: "On its way." });
  expect([changeWithoutTime.status, Object.keys(changeWithoutTime.error?.fields ?? {})]).toEqual([
    422,
    ["changed_at"],
  ]);
});

test("the same pair said again is no change, an approval is one", async () => {
  const room = await createGroupRoom(aiko, linh, kenji);
  const targetText = "The estimate is attached.";
  await writeTranslation(await sendText(aiko, room, "見積を添付します。"), targetText);
  const findTestPair = async () => {
    const [pair] = (await linh.call(searchMemory, { query: { search: "見積を添付" } })).data;
    if (!pair) throw new Error("not remembered");
    return pair;
  };
  const firstPair = await findTestPair();
  const nextMessage = await sendText(aiko, room, "見積を添付します。");
  await writeTranslation(nextMessage, targetText);
  const changedPair = await findTestPair();
  expect(changedPair).toEqual({ ...firstPair, updated_at: changedPair.updated_at });
  expect(Date.parse(changedPair.updated_at)).toBeGreaterThan(Date.parse(firstPair.updated_at));
  const correctPair = (body: object, changed_at: string) =>
    linh.call(changeMemoryEntry, { params: { id: firstPair.id }, body: { ...body, changed_at } });
  const { data: correctedPair } = await correctPair(
    { target: "I attach the estimate." },
    firstPair.changed_at,
  );
  expect(correctedPair).toMatchObject({ target: "I attach the estimate.", approved: false });

  const lastMessage = await sendText(aiko, room, "見積を添付します。");
  await writeTranslation(lastMessage, "I attach the estimate.");
  await kenji.call(approveTranslation, {
    ...translationPathParamsOf(lastMessage, "en"),
    body: { revision: 1 },
  });
  const outdatedChangeResponse = await correctPair(
    { target: "See the estimate.", approved: false },
    correctedPair.changed_at,
  );
  expect([outdatedChangeResponse.status, outdatedChangeResponse.error?.entry]).toMatchObject([
    409,
    { approved: true },
  ]);
});
