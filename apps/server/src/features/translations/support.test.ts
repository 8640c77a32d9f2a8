import { markForTranslation } from "@kakehashi/contract/bookmarks";
import { agreeToInvitation, inviteToProject } from "@kakehashi/contract/project-members";
import { getProject } from "@kakehashi/contract/projects";
import { listExactHits, listTranslationQueue } from "@kakehashi/contract/translation-queue";
import { approveTranslation, claimTranslation, rejectTranslation } from "@kakehashi/contract/translations";
import { setLanguages } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { openWorld } from "../../test/open-world.ts";
import { acceptProfiles, startProject } from "../../test/projects.ts";
import { at, group, send, trySend } from "../../test/rooms.ts";
import { into, translate } from "../../test/translations.ts";
import { addPerson, type Person } from "../../test/world.ts";
import { supportRoomsJob } from "../projects/support-rooms.ts";

const { server, world } = await openWorld();
const { aiko, linh, emma } = world;
await acceptProfiles(server, aiko, linh);
const id = await startProject(aiko);
await aiko.call(inviteToProject, { params: { id, user_id: linh.id } });
await linh.call(agreeToInvitation, { params: { id } });
const { team, support } = (await aiko.call(getProject, { params: { id } })).data.conversations;

const queue = async (person: Person) =>
  (await person.call(listTranslationQueue)).data.map(({ message }) => message.id);
const ask = async (content: string, room = support ?? "") => {
  const message = await send(aiko, room, content);
  const body = { marked: true, languages: ["en" as const] };
  expect((await aiko.call(markForTranslation, { ...at(message), body })).status).toBe(200);
  return message;
};

test("what is asked for in a support room waits on the desk of its admins who know both languages", async () => {
  const message = await ask("請求書の宛名を変更できますか。");
  const ofTeam = await ask("仕様書を更新しました。", team ?? "");
  // The support room has no translators, not even those of the project. So Linh sees only the request in the team's
  // room.
  expect(await queue(linh)).toEqual([ofTeam.id]);
  // No translator is in the support room. So the only admin sees the request, although they do not know Japanese yet.
  expect(await queue(emma)).toEqual([message.id]);
  await emma.call(setLanguages, { body: { languages: ["ja"] } });
  expect(await queue(emma)).toEqual([message.id]);
  const unit = into(message, "en");
  expect((await emma.call(claimTranslation, unit)).status).toBe(200);
  expect(
    (await translate(emma, message, "en", "Can the invoice be addressed to somebody else?")).status,
  ).toBe(200);
  expect(await queue(emma)).toEqual([]);
  expect(
    (await emma.call(approveTranslation, { ...unit, body: { revision: 1 } })).data.translation,
  ).toMatchObject({
    state: "APPROVED",
  });

  const nextMessage = await send(aiko, support ?? "", "請求書の宛名を変更できますか。");
  expect(nextMessage.translations).toMatchObject([{ origin: "MEMORY" }]);
  const { data: hits } = await emma.call(listExactHits);
  expect(hits.map((hit) => hit.message.id)).toEqual([nextMessage.id]);
  const rejected = { ...into(nextMessage, "en"), body: { revision: 1, reason: "Which invoice?" } };
  expect((await emma.call(rejectTranslation, rejected)).status).toBe(200);
  expect(await queue(emma)).toEqual([nextMessage.id]);
});

test("where no admin of a support room knows both languages, each of them sees what waits there", async () => {
  const second = await addPerson(server, { email: "s@x.example", name: "S", role: "admin", language: "en" });
  await emma.call(setLanguages, { body: { languages: [] } });
  await server.runJob(supportRoomsJob);
  await expect.poll(async () => (await trySend(second, support ?? "", "Good morning")).status).toBe(200);
  const message = await ask("契約書の控えをいただけますか。");
  expect(await queue(emma)).toContain(message.id);
  expect(await queue(second)).toContain(message.id);
  // The admin sees the request but may not claim it, because they do not know both languages.
  const refused = await emma.call(claimTranslation, into(message, "en"));
  expect([refused.status, refused.error?.code]).toEqual([403, "TRANSLATION.LANGUAGES"]);
  expect(await queue(linh)).not.toContain(message.id);
  // Requests outside of support rooms are shown only to people who know both languages, also to admins.
  const elsewhere = await ask("来週は出社しません。", await group(aiko, emma));
  expect(await queue(emma)).not.toContain(elsewhere.id);

  await second.call(setLanguages, { body: { languages: ["ja"] } });
  expect(await queue(emma)).not.toContain(message.id);
  expect(await queue(second)).toContain(message.id);
  // A person whose account is blocked does not count as somebody who can translate. So every admin sees the request
  // again.
  await server.db.pool.query("update users set blocked_at = now() where id = $1", [second.id]);
  expect(await queue(emma)).toContain(message.id);
});

test("elsewhere an admin who knows both languages writes, and leaves the queue and the approval to translators", async () => {
  await emma.call(setLanguages, { body: { languages: ["ja"] } });
  const message = await ask("明日は祝日です。", await group(aiko, emma, linh));
  expect(await queue(emma)).not.toContain(message.id);
  expect(await queue(linh)).toContain(message.id);
  expect((await translate(emma, message, "en", "Tomorrow is a holiday.")).status).toBe(200);
  const approved = await emma.call(approveTranslation, { ...into(message, "en"), body: { revision: 1 } });
  expect([approved.status, approved.error?.code]).toEqual([403, "ERR.FORBIDDEN"]);
});
