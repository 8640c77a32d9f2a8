import {
  agreeToProjectInvitation,
  inviteToProject,
  removeFromProject,
} from "@kakehashi/contract/project-members";
import { getProject } from "@kakehashi/contract/projects";
import { listTranslationQueue } from "@kakehashi/contract/translation-queue";
import { claimTranslation, requestRetranslation } from "@kakehashi/contract/translations";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import { createGroupRoom, sendText } from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { submitTranslation, translationPathParamsOf } from "../../test/translations.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();
const { aiko, linh, kenji } = testPeople;
await addAcceptedProfiles(server, aiko, linh, kenji);

test("a translator who is removed from a project loses their claim there, and another one goes on", async () => {
  const id = await createTestProject(aiko);
  for (const person of [linh, kenji]) {
    await aiko.call(inviteToProject, { params: { id, user_id: person.id } });
    await person.call(agreeToProjectInvitation, { params: { id } });
  }
  const room = (await linh.call(getProject, { params: { id } })).data.conversations.team ?? "";
  const message = await sendText(aiko, room, "金曜日までに画面を直してください。");
  await submitTranslation(linh, message, "en", "Please mend the screen by Friday.");
  await aiko.call(requestRetranslation, {
    ...translationPathParamsOf(message, "en"),
    body: { revision: 1, reason: "Which screen?" },
  });
  await linh.call(claimTranslation, translationPathParamsOf(message, "en"));
  expect((await submitTranslation(kenji, message, "en", "Too early.", { version: 1 })).error?.code).toBe(
    "TRANSLATION.CLAIMED",
  );

  const listener = await connectAndSubscribe(serverUrl, kenji);
  await aiko.call(removeFromProject, { params: { id, user_id: linh.id } });
  const changedEvent = await listener.waitForEvent(
    (event) => event.type === "TRANSLATION_CHANGED" && event.message.id === message.id,
  );
  listener.socket.close();
  expect(JSON.stringify(changedEvent)).not.toContain(`"claimed_by":"${linh.id}"`);
  // The person was removed from the room and now submits a translation. The server responds as if there were no such
  // message.
  expect((await submitTranslation(linh, message, "en", "Please mend the login screen.")).status).toBe(404);
  expect((await linh.call(listTranslationQueue)).data).toEqual([]);
  // The text from before the removal stays, and other people can continue the translation.
  const [waitingUnit] = (await kenji.call(listTranslationQueue)).data;
  expect(waitingUnit?.translation).toMatchObject({
    content: "Please mend the screen by Friday.",
    claimed_by: null,
  });
  const { data } = await kenji.call(claimTranslation, translationPathParamsOf(message, "en"));
  expect(data.translation?.claimed_by).toBe(kenji.id);
});

test("a claim of somebody who has left is free, also if the server stopped before it could end the claim", async () => {
  const room = await createGroupRoom(aiko, linh, kenji);
  const message = await sendText(aiko, room, "木曜日に在庫を数えてください。");
  await linh.call(claimTranslation, translationPathParamsOf(message, "en"));
  // Simulates a removal whose process stopped after the commit, so the person's claims have not ended.
  await server.db.pool.query("delete from conversation_members where conversation_id = $1 and user_id = $2", [
    room,
    linh.id,
  ]);
  const { data } = await kenji.call(claimTranslation, translationPathParamsOf(message, "en"));
  expect(data.translation?.claimed_by).toBe(kenji.id);
});
