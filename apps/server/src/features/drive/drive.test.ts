import { randomUUID } from "node:crypto";
import {
  changeDriveEntry,
  copyDriveFile,
  createFolder,
  type DriveEntry,
  emptyDriveTrash,
  getDriveEntry,
  listDriveEntries,
  maximumDriveDepth,
  restoreDriveEntry,
  shareDriveFile,
  trashDriveEntry,
} from "@kakehashi/contract/drive";
import { getStorageUse } from "@kakehashi/contract/files";
import { listMessages, sendMessage } from "@kakehashi/contract/messages";
import { expect, test } from "vitest";
import { uploadToDrive } from "../../test/drive.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createDirectRoom } from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import type { TestPerson } from "../../test/world.ts";

const personQuotaBytes = 20_000;
const { server, testPeople } = await setUpTestServer({ storageQuotas: { perPerson: personQuotaBytes } });
const serverAddress = await server.listen();

const uploadEntry = (person: TestPerson, name: string, folderId: string | null = null, content = "bytes") =>
  uploadToDrive(serverAddress, person, name, { folderId, content });

async function addDriveFolder(
  person: TestPerson,
  name: string,
  folder_id: string | null = null,
): Promise<DriveEntry> {
  const { data, error } = await person.call(createFolder, { body: { name, folder_id } });
  if (error) throw new Error(error.message);
  return data;
}

const listNames = async (person: TestPerson, query: Record<string, string> = {}) =>
  (await person.call(listDriveEntries, { query })).data.map(({ name }) => name);
const changeEntry = (person: TestPerson, id: string, body: object) =>
  person.call(changeDriveEntry, { params: { id }, body });
const moveToTrash = (person: TestPerson, id: string) => person.call(trashDriveEntry, { params: { id } });
const deleteEntryForGood = (person: TestPerson, id: string) =>
  person.call(trashDriveEntry, { params: { id }, query: { for_good: "1" } });
const restoreEntry = (person: TestPerson, id: string) => person.call(restoreDriveEntry, { params: { id } });
const fetchFileBytes = (person: TestPerson, id: string) =>
  fetch(`${serverAddress}/api/files/${id}`, {
    headers: { authorization: `Bearer ${person.tokens.access_token}`, connection: "close" },
  });

test("folders come first, numbers in names sort by value, and the search ignores case, width and accents", async () => {
  const { aiko } = testPeople;
  const topFolder = await addDriveFolder(aiko, "Zoo");
  const innerFolder = await addDriveFolder(aiko, "Kế hoạch", topFolder.id);
  for (const name of ["file 10.txt", "file 2.txt"]) await uploadEntry(aiko, name, topFolder.id);
  await uploadEntry(aiko, "ﾃｽﾄ 設計.txt", innerFolder.id, "longer bytes");
  expect(await listNames(aiko, { folder_id: topFolder.id })).toEqual([
    "Kế hoạch",
    "file 2.txt",
    "file 10.txt",
  ]);
  expect(await listNames(aiko, { folder_id: topFolder.id, order: "desc" })).toEqual([
    "Kế hoạch",
    "file 10.txt",
    "file 2.txt",
  ]);
  expect(await listNames(aiko, { search: "テスト" })).toEqual(["ﾃｽﾄ 設計.txt"]);
  expect(await listNames(aiko, { search: "ke hoach" })).toEqual(["Kế hoạch"]);
  // A search result in the drive names the folder that contains the found entry.
  const { data: foundEntries } = await aiko.call(listDriveEntries, { query: { search: "テスト" } });
  expect(foundEntries).toMatchObject([{ folder_id: innerFolder.id, folder_name: "Kế hoạch" }]);
  expect(topFolder.folder_name).toBeNull();
  expect(await listNames(aiko, { search: "100%_" })).toEqual([]);
  expect(await listNames(aiko, { kind: "folder" })).toEqual(["Zoo"]);
  const { data } = await aiko.call(getDriveEntry, { params: { id: innerFolder.id } });
  expect(data.path).toEqual([{ id: topFolder.id, name: "Zoo" }]);
  const page = await aiko.call(listDriveEntries, {
    query: { folder_id: topFolder.id, paging: "2", page: "2" },
  });
  expect([page.data.length, page.meta]).toEqual([1, { page: 2, paging: 2, total: 3, has_more: false }]);
});

test("names are unique in a folder: a taken name is refused for a rename, and numbered for an upload or move", async () => {
  const { an } = testPeople;
  const [targetFolder, sourceFolder] = [await addDriveFolder(an, "here"), await addDriveFolder(an, "there")];
  const refusedResponse = await an.call(createFolder, { body: { name: "HERE", folder_id: null } });
  expect([
    refusedResponse.status,
    refusedResponse.error?.code,
    Object.keys(refusedResponse.error?.fields ?? {}),
  ]).toEqual([409, "DRIVE.NAME_TAKEN", ["name"]]);
  for (let count = 0; count < 3; count++) await uploadEntry(an, "Plan.pdf", targetFolder.id);
  expect(await listNames(an, { folder_id: targetFolder.id })).toEqual([
    "Plan (2).pdf",
    "Plan (3).pdf",
    "Plan.pdf",
  ]);
  const movedFile = await uploadEntry(an, "plan.PDF", sourceFolder.id);
  expect((await changeEntry(an, movedFile.id, { folder_id: targetFolder.id })).data.name).toBe(
    "plan (4).PDF",
  );
  expect((await changeEntry(an, movedFile.id, { name: "PLAN.pdf" })).error?.code).toBe("DRIVE.NAME_TAKEN");
  // A file or folder can be renamed to the same name in another case. The entry's own name is no conflict.
  expect((await changeEntry(an, targetFolder.id, { name: "Here" })).data.name).toBe("Here");
  expect((await changeEntry(an, movedFile.id, { name: "a/b" })).error?.fields).toHaveProperty("name");
  const downloadResponse = await fetch(`${serverAddress}/api/files/${movedFile.id}?download=1`, {
    headers: { authorization: `Bearer ${an.tokens.access_token}`, connection: "close" },
  });
  await downloadResponse.arrayBuffer();
  expect(downloadResponse.headers.get("content-disposition")).toContain("plan (4).PDF");
  // Several simultaneous uploads with the same name get different names.
  const uploadResponses = await Promise.all(
    Array.from({ length: 8 }, () => uploadEntry(an, "same.txt", sourceFolder.id)),
  );
  expect(uploadResponses.map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect(new Set(await listNames(an, { folder_id: sourceFolder.id })).size).toBe(8);
});

test("a folder cannot be moved into itself, not even by two moves at once, nor too deep", async () => {
  const { minh } = testPeople;
  const [a, b] = [await addDriveFolder(minh, "a"), await addDriveFolder(minh, "b")];
  expect((await changeEntry(minh, a.id, { folder_id: a.id })).error?.code).toBe("DRIVE.INSIDE_ITSELF");
  const moveResponses = await Promise.all([
    changeEntry(minh, a.id, { folder_id: b.id }),
    changeEntry(minh, b.id, { folder_id: a.id }),
  ]);
  expect(moveResponses.map(({ status }) => status).sort()).toEqual([200, 409]);

  const outerFolder = await addDriveFolder(minh, "deep");
  let innerFolder = outerFolder;
  for (let depth = 2; depth <= maximumDriveDepth; depth++)
    innerFolder = await addDriveFolder(minh, "deep", innerFolder.id);
  const tooDeepResponse = await minh.call(createFolder, {
    body: { name: "deeper", folder_id: innerFolder.id },
  });
  expect([tooDeepResponse.status, tooDeepResponse.error?.code]).toEqual([422, "DRIVE.TOO_DEEP"]);
  const outermostFolder = await addDriveFolder(minh, "around");
  expect((await changeEntry(minh, outerFolder.id, { folder_id: outermostFolder.id })).error?.code).toBe(
    "DRIVE.TOO_DEEP",
  );
  // An entry cannot be moved into a file.
  const file = await uploadEntry(minh, "f.txt");
  expect((await changeEntry(minh, outermostFolder.id, { folder_id: file.id })).status).toBe(404);
});

test("an entry is restored from the trash to its folder, and is deleted for good only from the trash", async () => {
  const { linh } = testPeople;
  const workFolder = await addDriveFolder(linh, "work");
  const subfolder = await addDriveFolder(linh, "sub", workFolder.id);
  const earlyFile = await uploadEntry(linh, "early.txt", subfolder.id);
  const keptFile = await uploadEntry(linh, "kept.txt", subfolder.id);
  expect((await deleteEntryForGood(linh, earlyFile.id)).error?.code).toBe("DRIVE.NOT_IN_TRASH");
  await moveToTrash(linh, earlyFile.id);
  await moveToTrash(linh, workFolder.id);
  // Moving an entry to the trash twice changes nothing the second time.
  expect((await moveToTrash(linh, workFolder.id)).status).toBe(200);
  expect(await listNames(linh)).toEqual([]);
  expect(await listNames(linh, { search: "kept" })).toEqual([]);
  expect(await listNames(linh, { trash: "1" })).toEqual(["work", "early.txt"]);
  expect((await linh.call(listDriveEntries, { query: { folder_id: workFolder.id } })).error?.code).toBe(
    "DRIVE.IN_TRASH",
  );
  expect((await uploadEntry(linh, "late.txt", subfolder.id)).code).toBe("DRIVE.IN_TRASH");
  expect((await restoreEntry(linh, keptFile.id)).error?.code).toBe("DRIVE.IN_TRASH");
  // The file's former folder is in the trash, so the file is restored to the top of the drive.
  expect((await restoreEntry(linh, earlyFile.id)).data.folder_id).toBeNull();
  await addDriveFolder(linh, "Work");
  expect((await restoreEntry(linh, workFolder.id)).data.name).toBe("work (2)");
  expect(await listNames(linh, { folder_id: subfolder.id })).toEqual(["kept.txt"]);

  const readUsedBytes = async () => (await linh.call(getStorageUse)).data.used;
  const usedBytesBefore = await readUsedBytes();
  await moveToTrash(linh, workFolder.id);
  expect(await readUsedBytes()).toBe(usedBytesBefore);
  expect((await deleteEntryForGood(linh, workFolder.id)).status).toBe(200);
  expect(await readUsedBytes()).toBe(usedBytesBefore - 5);
  expect((await fetchFileBytes(linh, keptFile.id)).status).toBe(404);
  await moveToTrash(linh, earlyFile.id);
  expect((await linh.call(emptyDriveTrash)).data.count).toBe(1);
  expect(await readUsedBytes()).toBe(0);
});

test("the job deletes entries that have been in the trash for 30 days, and keeps newer ones", async () => {
  const { kenji } = testPeople;
  const [oldFolder, recentFolder] = [
    await addDriveFolder(kenji, "old"),
    await addDriveFolder(kenji, "young"),
  ];
  const innerFile = await uploadEntry(kenji, "inside.txt", oldFolder.id);
  await moveToTrash(kenji, oldFolder.id);
  await moveToTrash(kenji, recentFolder.id);
  await server.db.pool.query(
    "update drive_entries set trashed_at = now() - interval '31 days' where trashed_with = $1",
    [oldFolder.id],
  );
  await server.runJob("prune");
  await expect.poll(() => listNames(kenji, { trash: "1" })).toEqual(["young"]);
  await expect.poll(async () => (await fetchFileBytes(kenji, innerFile.id)).status).toBe(404);
});

test("a message gets its own copy of a shared file, which stays when the original is deleted for good", async () => {
  const { aiko, an, minh } = testPeople;
  const room = await createDirectRoom(aiko, an);
  const file = await uploadEntry(aiko, "contract.txt", null, "the words");
  const copyFileToRoom = (conversation_id: string, id = file.id) =>
    aiko.call(shareDriveFile, { params: { id }, body: { conversation_id } });
  expect((await copyFileToRoom(await createDirectRoom(an, minh))).status).toBe(404);
  expect((await copyFileToRoom(room, (await addDriveFolder(aiko, "no file")).id)).status).toBe(404);
  const { data: sharedFile } = await copyFileToRoom(room);
  expect(sharedFile).toMatchObject({ name: "contract.txt", size: 9 });
  const body = { client_id: randomUUID(), content: "please read", file_ids: [sharedFile.id] };
  expect((await aiko.call(sendMessage, { params: { id: room }, body })).status).toBe(200);
  // A file of the drive cannot be attached to a message. Only a copy of the file that was made for the conversation can
  // be attached.
  const messageWithDriveFile = { client_id: randomUUID(), content: "", file_ids: [file.id] };
  expect(
    (await aiko.call(sendMessage, { params: { id: room }, body: messageWithDriveFile })).error?.code,
  ).toBe("FILE.GONE");

  await moveToTrash(aiko, file.id);
  await deleteEntryForGood(aiko, file.id);
  expect(await (await fetchFileBytes(an, sharedFile.id)).text()).toBe("the words");
  const { data: messages } = await an.call(listMessages, { params: { id: room } });
  expect(messages.at(-1)?.files?.map(({ name }) => name)).toEqual(["contract.txt"]);
});

test("a copy has bytes and a name of its own", async () => {
  const { aiko } = testPeople;
  const file = await uploadEntry(aiko, "copied.txt", null, "twice");
  const { data: copiedFile } = await aiko.call(copyDriveFile, { params: { id: file.id }, body: {} });
  expect(copiedFile.name).toBe("copied (2).txt");
  await moveToTrash(aiko, file.id);
  await deleteEntryForGood(aiko, file.id);
  expect(await (await fetchFileBytes(aiko, copiedFile.id)).text()).toBe("twice");
});

test("no call reaches another person's drive", async () => {
  const { aiko, an, emma } = testPeople;
  const ownFolder = await addDriveFolder(aiko, "mine alone");
  const file = await uploadEntry(aiko, "secret.txt", ownFolder.id);
  const ownFile = await uploadEntry(an, "own.txt");
  const room = await createDirectRoom(an, aiko);
  for (const person of [an, emma]) {
    for (const id of [ownFolder.id, file.id]) {
      const refusedResponses = [
        await person.call(getDriveEntry, { params: { id } }),
        await changeEntry(person, id, { name: "taken" }),
        await moveToTrash(person, id),
        await deleteEntryForGood(person, id),
        await restoreEntry(person, id),
        await person.call(copyDriveFile, { params: { id }, body: {} }),
        await person.call(shareDriveFile, { params: { id }, body: { conversation_id: room } }),
      ];
      expect(refusedResponses.map(({ status }) => status)).toEqual(refusedResponses.map(() => 404));
    }
    expect((await fetchFileBytes(person, file.id)).status).toBe(404);
    expect((await person.call(listDriveEntries, { query: { folder_id: ownFolder.id } })).status).toBe(404);
    const refusedFolder = await person.call(createFolder, { body: { name: "x", folder_id: ownFolder.id } });
    expect([refusedFolder.status, Object.keys(refusedFolder.error?.fields ?? {})]).toEqual([
      404,
      ["folder_id"],
    ]);
  }
  const refusedCopy = await an.call(copyDriveFile, {
    params: { id: ownFile.id },
    body: { folder_id: ownFolder.id },
  });
  expect([refusedCopy.status, Object.keys(refusedCopy.error?.fields ?? {})]).toEqual([404, ["folder_id"]]);
  expect((await changeEntry(an, ownFile.id, { folder_id: ownFolder.id })).status).toBe(404);
  expect((await uploadEntry(an, "pushed in.txt", ownFolder.id)).status).toBe(404);
  expect(await listNames(aiko, { folder_id: ownFolder.id })).toEqual(["secret.txt"]);
});

test("a file beyond the quota is refused with a reason, and nothing of it is kept", async () => {
  const { minh } = testPeople;
  const namesBefore = await listNames(minh);
  const refusedUpload = await uploadEntry(minh, "large.bin", null, "x".repeat(personQuotaBytes + 1));
  expect([refusedUpload.status, refusedUpload.code]).toEqual([413, "FILE.QUOTA"]);
  expect(await listNames(minh)).toEqual(namesBefore);
  // A copy of a file in the drive also counts for the quota.
  const halfQuotaFile = await uploadEntry(minh, "half.bin", null, "x".repeat(personQuotaBytes / 2 + 100));
  const copyResponse = await minh.call(copyDriveFile, { params: { id: halfQuotaFile.id }, body: {} });
  expect([copyResponse.status, copyResponse.error?.code]).toEqual([413, "FILE.QUOTA"]);
});

test("only the person's own tabs get an event about a change", async () => {
  const { aiko, an } = testPeople;
  const [ownListener, otherListener] = await Promise.all([
    connectAndSubscribe(serverAddress, aiko),
    connectAndSubscribe(serverAddress, an),
  ]);
  await addDriveFolder(aiko, "told to the other tab");
  await ownListener.waitForEvent((event) => (event.type as string) === "DRIVE_CHANGED");
  expect(otherListener.listEvents().map(({ type }) => type as string)).not.toContain("DRIVE_CHANGED");
  ownListener.socket.close();
  otherListener.socket.close();
});
