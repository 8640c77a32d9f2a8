import { markForTranslation } from "@kakehashi/contract/bookmarks";
import { agreeToProjectInvitation, inviteToProject } from "@kakehashi/contract/project-members";
import { getProject } from "@kakehashi/contract/projects";
import { listTranslationQueue, listUnapprovedExactHits } from "@kakehashi/contract/translation-queue";
import { approveTranslation, claimTranslation, rejectTranslation } from "@kakehashi/contract/translations";
import { setKnownLanguages } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import { createGroupRoom, messagePathParamsOf, sendText, trySendText } from "../../test/rooms.ts";
import { submitTranslation, translationPathParamsOf } from "../../test/translations.ts";
import { addSignedInPerson, type TestPerson } from "../../test/world.ts";
import { supportRoomsJob } from "../projects/support-rooms.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, linh, emma } = testPeople;
await addAcceptedProfiles(server, aiko, linh);
const projectId = await createTestProject(aiko);
await aiko.call(inviteToProject, { params: { id: projectId, user_id: linh.id } });
await linh.call(agreeToProjectInvitation, { params: { id: projectId } });
const { team, support } = (await aiko.call(getProject, { params: { id: projectId } })).data.conversations;

const readQueue = async (person: TestPerson) =>
  (await person.call(listTranslationQueue)).data.map(({ message }) => message.id);
const sendAndRequest = async (content: string, room = support ?? "") => {
  const message = await sendText(aiko, room, content);
  const body = { marked: true, languages: ["en" as const] };
  expect((await aiko.call(markForTranslation, { ...messagePathParamsOf(message), body })).status).toBe(200);
  return message;
};

test("what is asked for in a support room waits on the desk of its admins who know both languages", async () => {
  const message = await sendAndRequest("請求書の宛名を変更できますか。");
  const teamMessage = await sendAndRequest("仕様書を更新しました。", team ?? "");
  // No translator is in the support room. Linh translates for the project, but sees only the request in the team's
  // room.
  expect(await readQueue(linh)).toEqual([teamMessage.id]);
  // Because no translator is in the support room, the only admin sees the request there, even without knowing Japanese
  // yet.
  expect(await readQueue(emma)).toEqual([message.id]);
  await emma.call(setKnownLanguages, { body: { languages: ["ja"] } });
  expect(await readQueue(emma)).toEqual([message.id]);
  const unit = translationPathParamsOf(message, "en");
  expect((await emma.call(claimTranslation, unit)).status).toBe(200);
  expect(
    (await submitTranslation(emma, message, "en", "Can the invoice be addressed to somebody else?")).status,
  ).toBe(200);
  expect(await readQueue(emma)).toEqual([]);
  expect(
    (await emma.call(approveTranslation, { ...unit, body: { revision: 1 } })).data.translation,
  ).toMatchObject({
    state: "APPROVED",
  });

  const nextMessage = await sendText(aiko, support ?? "", "請求書の宛名を変更できますか。");
  expect(nextMessage.translations).toMatchObject([{ origin: "MEMORY" }]);
  const { data: exactHits } = await emma.call(listUnapprovedExactHits);
  expect(exactHits.map((hit) => hit.message.id)).toEqual([nextMessage.id]);
  const rejectOptions = {
    ...translationPathParamsOf(nextMessage, "en"),
    body: { revision: 1, reason: "Which invoice?" },
  };
  expect((await emma.call(rejectTranslation, rejectOptions)).status).toBe(200);
  expect(await readQueue(emma)).toEqual([nextMessage.id]);
});

test("where no admin of a support room knows both languages, each of them sees what waits there", async () => {
  const secondAdmin = await addSignedInPerson(server, {
    email: "s@x.example",
    name: "S",
    role: "admin",
    language: "en",
  });
  await emma.call(setKnownLanguages, { body: { languages: [] } });
  await server.runJob(supportRoomsJob);
  await expect
    .poll(async () => (await trySendText(secondAdmin, support ?? "", "Good morning")).status)
    .toBe(200);
  const message = await sendAndRequest("契約書の控えをいただけますか。");
  expect(await readQueue(emma)).toContain(message.id);
  expect(await readQueue(secondAdmin)).toContain(message.id);
  // The admin sees the request, but may not claim it without knowing both languages.
  const refusedClaim = await emma.call(claimTranslation, translationPathParamsOf(message, "en"));
  expect([refusedClaim.status, refusedClaim.error?.code]).toEqual([403, "TRANSLATION.LANGUAGES"]);
  expect(await readQueue(linh)).not.toContain(message.id);
  // In other rooms, only people who know both languages see a request. This is also true for admins.
  const groupMessage = await sendAndRequest("来週は出社しません。", await createGroupRoom(aiko, emma));
  expect(await readQueue(emma)).not.toContain(groupMessage.id);

  await secondAdmin.call(setKnownLanguages, { body: { languages: ["ja"] } });
  expect(await readQueue(emma)).not.toContain(message.id);
  expect(await readQueue(secondAdmin)).toContain(message.id);
  // A blocked translator does not count as a translator in the room. So every admin sees the request again.
  await server.db.pool.query("update users set blocked_at = now() where id = $1", [secondAdmin.id]);
  expect(await readQueue(emma)).toContain(message.id);
});

test("elsewhere an admin who knows both languages writes, and leaves the queue and the approval to translators", async () => {
  await emma.call(setKnownLanguages, { body: { languages: ["ja"] } });
  const message = await sendAndRequest("明日は祝日です。", await createGroupRoom(aiko, emma, linh));
  expect(await readQueue(emma)).not.toContain(message.id);
  expect(await readQueue(linh)).toContain(message.id);
  expect((await submitTranslation(emma, message, "en", "Tomorrow is a holiday.")).status).toBe(200);
  const approvedResponse = await emma.call(approveTranslation, {
    ...translationPathParamsOf(message, "en"),
    body: { revision: 1 },
  });
  expect([approvedResponse.status, approvedResponse.error?.code]).toEqual([403, "ERR.FORBIDDEN"]);
});
