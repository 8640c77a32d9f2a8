import { editMessage } from "@kakehashi/contract/changes";
import { getMessage, type Message } from "@kakehashi/contract/messages";
import { restoreTranslation } from "@kakehashi/contract/translation-history";
import {
  approveTranslation,
  createTranslation,
  rejectTranslation,
  requestRetranslation,
  updateTranslation,
} from "@kakehashi/contract/translations";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom, messagePathParamsOf, sendText } from "../../test/rooms.ts";
import { resubmitTranslation, submitTranslation, translationPathParamsOf } from "../../test/translations.ts";

const { testPeople } = await setUpTestServer();
const { aiko, an, linh, kenji, emma } = testPeople;

const englishText = "Could we meet tomorrow at three in the afternoon?";
const sendMessage = async () =>
  sendText(
    aiko,
    await createGroupRoom(aiko, an, linh, kenji, emma),
    "明日の午後三時に打ち合わせをお願いします。",
  );
const readCurrentMessage = async (message: Message) =>
  (await aiko.call(getMessage, messagePathParamsOf(message))).data;

test("what was decided on another text or another original changes nothing", async () => {
  const message = await sendMessage();
  await submitTranslation(linh, message, "en", englishText);
  await resubmitTranslation(linh, message, "en", "Tomorrow at three?", { version: 1 });
  const restoreVersion = (current_version: number, revision: number) =>
    kenji.call(restoreTranslation, {
      ...translationPathParamsOf(message, "en"),
      body: { version: 1, current_version, revision },
    });
  const refusedRestore = await restoreVersion(1, 1);
  expect([refusedRestore.status, refusedRestore.error?.code]).toEqual([409, "TRANSLATION.STEP"]);
  expect(refusedRestore.error?.current).toEqual({ content: "Tomorrow at three?", revision: 2 });
  await aiko.call(editMessage, { ...messagePathParamsOf(message), body: { content: "明日は休みます。" } });
  const translationsBefore = (await readCurrentMessage(message)).translations;
  const body = { revision: 1, reason: "Too blunt." };
  const responses = [
    await restoreVersion(2, 1),
    await kenji.call(approveTranslation, {
      ...translationPathParamsOf(message, "en"),
      body: { revision: 1 },
    }),
    await kenji.call(rejectTranslation, { ...translationPathParamsOf(message, "en"), body }),
    await emma.call(requestRetranslation, { ...translationPathParamsOf(message, "en"), body }),
  ];
  for (const { status, error } of responses) {
    expect([status, error?.code]).toEqual([409, "TRANSLATION.EDITED"]);
    expect(error?.current).toEqual({ content: "明日は休みます。", revision: 2 });
  }
  expect((await readCurrentMessage(message)).translations).toEqual(translationsBefore);
});

test("each step says which revision of the original it was decided on", async () => {
  const message = await sendMessage();
  const bodies = [
    [createTranslation, { content: englishText }],
    [updateTranslation, { content: englishText }],
    [approveTranslation, { version: 1 }],
    [rejectTranslation, { reason: "Too blunt." }],
    [requestRetranslation, { reason: "Too blunt." }],
    [restoreTranslation, { version: 1, current_version: 1 }],
  ] as const;
  for (const [endpoint, body] of bodies) {
    const { status, error } = await linh.call(endpoint, {
      ...translationPathParamsOf(message, "en"),
      body,
    } as never);
    expect([status, error?.code, Object.keys(error?.fields ?? {})]).toEqual([422, "ERR.INPUT", ["revision"]]);
  }
});
