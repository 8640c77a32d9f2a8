import { randomUUID } from "node:crypto";
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { updateSettings } from "@kakehashi/contract/account-settings";
import { deleteMessage } from "@kakehashi/contract/changes";
import { removeConversationMember } from "@kakehashi/contract/conversation-members";
import { createFolder, trashDriveEntry } from "@kakehashi/contract/drive";
import {
  type DataExport,
  downloadDataExport,
  getDataExport,
  requestDataExport,
} from "@kakehashi/contract/exports";
import { sendInvitation } from "@kakehashi/contract/invitations";
import { listNotifications } from "@kakehashi/contract/notifications";
import { applyToProject } from "@kakehashi/contract/project-members";
import { saveTranslationDraft } from "@kakehashi/contract/translation-drafts";
import { createTranslation } from "@kakehashi/contract/translations";
import { setInterfaceLanguage } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { uploadToDrive } from "../../test/drive.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import { createDirectRoom, createGroupRoom, sendText } from "../../test/rooms.ts";
import type { TestPerson } from "../../test/world.ts";
import { readZip } from "../../test/zip.ts";

const { server, testPeople } = await setUpTestServer();
const serverAddress = await server.listen();

const fetchExport = (person: TestPerson, id: string) =>
  fetch(`${serverAddress}/api/users/export/${id}`, {
    // Close the connection after the response. An open connection would delay the server's close after the last test.
    headers: { authorization: `Bearer ${person.tokens.access_token}`, connection: "close" },
  });

async function waitForExport(person: TestPerson): Promise<DataExport> {
  await expect
    .poll(async () => (await person.call(getDataExport)).data?.state, { timeout: 15_000 })
    .toBe("READY");
  const { data } = await person.call(getDataExport);
  if (!data) throw new Error("There is none");
  return data;
}

async function sendFile(person: TestPerson, room: string, name: string, bytes: string): Promise<void> {
  const form = new FormData();
  form.set("client_id", randomUUID());
  form.set("content", "with a file");
  form.append("files", new Blob([bytes]), name);
  const response = await fetch(`${serverAddress}/api/conversations/${room}/messages`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${person.tokens.access_token}` },
  });
  expect(response.status).toBe(200);
}

test("an export contains what a person wrote and what is stored about them, and nothing of others", async () => {
  const { an, aiko, minh } = testPeople;
  const room = await createDirectRoom(an, aiko);
  const leftRoom = await createGroupRoom(minh, an, aiko);
  await sendText(an, room, "written by An");
  await sendText(aiko, room, "written by Aiko");
  const deletedMessage = await sendText(an, room, "taken back");
  await an.call(deleteMessage, { params: { id: room, mid: deletedMessage.id } });
  await sendText(an, leftRoom, "from a room that An left");
  await an.call(removeConversationMember, { params: { id: leftRoom }, query: { user_id: an.id } });
  await sendFile(an, room, "báo cáo 日本.txt", "the bytes of An");
  await sendFile(aiko, room, "hers.txt", "the bytes of Aiko");
  await an.call(setInterfaceLanguage, { body: { language: "vi" } });
  await an.call(updateSettings, { body: { time_zone: "Asia/Ho_Chi_Minh" } });

  await addAcceptedProfiles(server, aiko, an);
  await an.call(applyToProject, { params: { id: await createTestProject(aiko) } });
  await an.call(sendInvitation, { body: { email: "guest@elsewhere.example" } });
  await server.db.pool.query(
    `insert into email_changes (id, user_id, old_email, new_email, old_hash, expires_at)
     values ($1, $2, $3, 'an@elsewhere.example', 'a link', now() + interval '1 day')`,
    [randomUUID(), an.id, an.email],
  );

  const mailCountBefore = server.mails.sentMails.filter(({ recipient }) => recipient === an.email).length;
  expect((await an.call(requestDataExport)).data.state).toBe("WAITING");
  const dataExport = await waitForExport(an);
  expect(dataExport.done).toBe(dataExport.total);

  const response = await fetchExport(an, dataExport.id);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="kakehashi-.*\.zip"$/);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBe(dataExport.size);
  const files = readZip(bytes);
  const readJson = (path: string) => JSON.parse(files.get(path)?.toString("utf8") ?? "");
  expect(readJson("account.json")).toMatchObject({
    email: an.email,
    settings: { time_zone: "Asia/Ho_Chi_Minh" },
  });
  expect(
    readJson("messages.json")
      .map(({ content }: { content: string }) => content)
      .sort(),
  ).toEqual(["from a room that An left", "with a file", "written by An"]);
  expect(readJson("files.json").map(({ name }: { name: string }) => name)).toEqual(["báo cáo 日本.txt"]);
  const [path = ""] = [...files.keys()].filter((name) => name.startsWith("files/"));
  expect(path).toMatch(/ báo cáo 日本\.txt$/);
  expect(files.get(path)?.toString()).toBe("the bytes of An");
  expect(readJson("sign-ins.json")).toHaveLength(1);
  expect(readJson("projects.json")).toMatchObject([
    { name: "Sakura booking", status: "WAITING", ended_at: null, created: null },
  ]);
  expect(Object.keys(readJson("profile.json")).join()).not.toContain("folded");
  expect(readJson("invitations.json")).toMatchObject([
    { email: "guest@elsewhere.example", accepted_at: null },
  ]);
  expect(readJson("address-changes.json")).toMatchObject([
    { new_email: "an@elsewhere.example", done_at: null },
  ]);
  expect(readJson("audit.json").map(({ action }: { action: string }) => action)).toContain("data.export");
  // The export contains no password hash, no other secret for signing in, and no other person's messages.
  const allTexts = [...files.values()].map((file) => file.toString("utf8")).join("\n");
  expect(allTexts).not.toMatch(/Aiko|argon2|password_hash|live_endpoint|old_hash/);

  const mail = await server.mails.waitForMail(an.email, mailCountBefore);
  expect(mail.subject).toBe("Dữ liệu của bạn đã sẵn sàng");
  expect(mail.text).toContain("/settings#data");
  const { data: notifications } = await an.call(listNotifications);
  expect(notifications.map(({ type }) => type)).toContain("EXPORT_READY");
});

test("a person is told that their data could not be collected, and can request it again", async () => {
  const { kenji } = testPeople;
  // The archive is written into a folder. A file in its place makes each attempt fail.
  const folder = join(server.dataDir, "incoming");
  await rename(folder, `${folder}-moved`);
  await writeFile(folder, "");
  await kenji.call(requestDataExport);
  await expect
    .poll(async () => (await kenji.call(getDataExport)).data?.state, { timeout: 30_000 })
    .toBe("FAILED");
  const { data: notifications } = await kenji.call(listNotifications);
  expect(notifications.map(({ type }) => type)).toEqual(["EXPORT_FAILED"]);
  server.jobErrors.length = 0;

  await rm(folder);
  await rename(`${folder}-moved`, folder);
  expect((await kenji.call(requestDataExport)).error).toBeUndefined();
  await waitForExport(kenji);
});

test("a copy holds the person's drive, in its folders, and what is in the trash", async () => {
  const { minh } = testPeople;
  const folder = { name: "Kế hoạch", folder_id: null };
  const { data } = await minh.call(createFolder, { body: folder });
  await uploadToDrive(serverAddress, minh, "計画.txt", { folderId: data.id, content: "of the drive" });
  const trashedFile = await uploadToDrive(serverAddress, minh, "old.txt", { content: "of the trash" });
  await minh.call(trashDriveEntry, { params: { id: trashedFile.id } });
  await minh.call(requestDataExport);
  const { id } = await waitForExport(minh);
  const files = readZip(Buffer.from(await (await fetchExport(minh, id)).arrayBuffer()));
  expect(files.get("drive/Kế hoạch/計画.txt")?.toString()).toBe("of the drive");
  expect(files.get(`drive-trash/${trashedFile.id} old.txt`)?.toString()).toBe("of the trash");
  const exportedDriveEntries: { path: string }[] = JSON.parse(files.get("drive.json")?.toString() ?? "");
  expect(exportedDriveEntries.map(({ path }) => path)).toEqual(["Kế hoạch", "Kế hoạch/計画.txt", "old.txt"]);
});

test("an export of somebody else or an expired one is not found, and its bytes are deleted", async () => {
  const { kenji, linh } = testPeople;
  await kenji.call(requestDataExport);
  const { id } = await waitForExport(kenji);
  expect((await linh.call(getDataExport)).data).toBeNull();
  expect((await linh.call(downloadDataExport, { params: { id } })).error?.code).toBe("ERR.NOT_FOUND");
  expect((await fetchExport(kenji, id)).status).toBe(200);
  await server.db.pool.query("update data_exports set expires_at = now() where id = $1", [id]);
  expect((await fetchExport(kenji, id)).status).toBe(404);
  expect((await kenji.call(getDataExport)).data).toBeNull();
  const listArchives = () => readdir(join(server.dataDir, "files", "exports"));
  expect(await listArchives()).toContain(`${id}.zip`);
  await server.runJob("prune");
  await expect.poll(listArchives).not.toContain(`${id}.zip`);
});

test("a new copy takes the place of the one before", async () => {
  const { kenji } = testPeople;
  await kenji.call(requestDataExport);
  const firstExport = await waitForExport(kenji);
  await kenji.call(requestDataExport);
  await expect.poll(async () => (await kenji.call(getDataExport)).data?.id).not.toBe(firstExport.id);
  const secondExport = await waitForExport(kenji);
  await expect.poll(async () => (await fetchExport(kenji, firstExport.id)).status).toBe(404);
  expect((await fetchExport(kenji, secondExport.id)).status).toBe(200);
});

test("a person has one export running at a time", async () => {
  const exportResponses = await Promise.all([1, 2, 3].map(() => testPeople.minh.call(requestDataExport)));
  expect(exportResponses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
  await waitForExport(testPeople.minh);
  await server.db.pool.query("insert into data_exports (id, user_id) values (gen_random_uuid(), $1)", [
    testPeople.minh.id,
  ]);
  const refusedExport = await testPeople.minh.call(requestDataExport);
  expect([refusedExport.status, refusedExport.error?.code]).toEqual([409, "EXPORT.RUNNING"]);
});

test("a translator gets every translation that they wrote, also one that took another's place, and their drafts", async () => {
  const { aiko, linh } = testPeople;
  const message = await sendText(aiko, await createGroupRoom(aiko, linh), "来週リリースします。");
  const translationParams = { params: { mid: message.id, language: "en" as const } };
  const texts = ["We release next week.", "The release is next week."];
  for (const content of texts)
    await linh.call(createTranslation, {
      ...translationParams,
      body: { content, revision: 1, confirmed: true },
    });
  const draft = { content: "Đang dịch dở.", version: 0, revision: 1 };
  await linh.call(saveTranslationDraft, {
    params: { mid: message.id, language: "vi" },
    body: draft,
  });
  await linh.call(requestDataExport);
  const { id } = await waitForExport(linh);
  const files = readZip(Buffer.from(await (await fetchExport(linh, id)).arrayBuffer()));
  const translations = JSON.parse(files.get("translations.json")?.toString("utf8") ?? "");
  expect(translations).toMatchObject(
    texts.map((content) => ({ message_id: message.id, from: "ja", to: "en", content })),
  );
  expect(JSON.stringify(translations)).not.toContain("来週");
  expect(JSON.parse(files.get("translation-drafts.json")?.toString("utf8") ?? "")).toMatchObject([
    { message_id: message.id, language: "vi", content: draft.content },
  ]);
});
