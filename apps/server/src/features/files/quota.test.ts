import { randomUUID } from "node:crypto";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { deleteMessage } from "@kakehashi/contract/changes";
import { createConversation } from "@kakehashi/contract/conversations";
import { discardFile, getStorageUse, maximumUnfinishedUploads } from "@kakehashi/contract/files";
import type { Message } from "@kakehashi/contract/messages";
import { FileStore } from "@tus/file-store";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { addSignedInPerson, type TestPerson } from "../../test/world.ts";
import { UploadPieceStore } from "./pieces.ts";

const personQuotaBytes = 10_000;
const quotaBytes = 25_000;
let server: TestApp;
let serverAddress: string;

beforeAll(async () => {
  server = await createTestApp({ storageQuotas: { perPerson: personQuotaBytes, total: quotaBytes } });
  serverAddress = await server.listen();
});
afterAll(() => server.close());

/** Adds a new person who has a room for their own notes. */
async function addPersonWithNotesRoom() {
  const person = await addSignedInPerson(server, {
    email: `${randomUUID()}@kakehashi.example`,
    name: "Newcomer",
    role: "dev",
    language: "en",
  });
  const { data } = await person.call(createConversation, { body: { kind: "MY_CHAT" } });
  const readUsedBytes = async () => (await person.call(getStorageUse)).data.used;
  return { person, room: data.id, readUsedBytes };
}

const authorizationHeader = ({ tokens }: TestPerson) => ({ authorization: `Bearer ${tokens.access_token}` });

async function sendFile(person: TestPerson, room: string, bytes: number) {
  const form = new FormData();
  form.set("client_id", randomUUID());
  form.append("files", new Blob(["x".repeat(bytes)]), "a.txt");
  const url = `${serverAddress}/api/conversations/${room}/messages`;
  const response = await fetch(url, { method: "POST", body: form, headers: authorizationHeader(person) });
  const body: { data: Message; error?: { code: string } } = JSON.parse(await response.text());
  return { status: response.status, message: body.data, code: body.error?.code };
}

const encodeBase64 = (text: string) => Buffer.from(text).toString("base64");
const beginUpload = (person: TestPerson, room: string, bytes: number, body?: string) =>
  fetch(`${serverAddress}/api/uploads`, {
    method: "POST",
    headers: {
      ...authorizationHeader(person),
      "tus-resumable": "1.0.0",
      "upload-length": String(bytes),
      "upload-metadata": `conversation_id ${encodeBase64(room)},filename ${encodeBase64("a.bin")}`,
      ...(body !== undefined && { "content-type": "application/offset+octet-stream" }),
    },
    ...(body !== undefined && { body }),
  });
const sendRestOfUpload = (person: TestPerson, location: string, bytes: number) =>
  fetch(new URL(location, serverAddress), {
    method: "PATCH",
    body: "x".repeat(bytes),
    headers: {
      ...authorizationHeader(person),
      "tus-resumable": "1.0.0",
      "content-type": "application/offset+octet-stream",
      "upload-offset": "0",
    },
  });
const findUploadLocation = (uploadResponse: Response | undefined) =>
  uploadResponse?.headers.get("location") ?? "";
const cancelUpload = (person: TestPerson, location: string) =>
  fetch(new URL(location, serverAddress), {
    method: "DELETE",
    headers: { ...authorizationHeader(person), "tus-resumable": "1.0.0" },
  });

test("stored bytes count towards the person's quota, are refused above it, and are freed by deleting", async () => {
  const { person, room, readUsedBytes } = await addPersonWithNotesRoom();
  const { message } = await sendFile(person, room, 9_000);
  expect(await readUsedBytes()).toBe(9_000);
  expect(await sendFile(person, room, 1_001)).toMatchObject({ status: 413, code: "FILE.QUOTA" });
  expect(await readUsedBytes()).toBe(9_000);
  expect((await person.call(deleteMessage, { params: { id: room, mid: message.id } })).status).toBe(200);
  await expect.poll(readUsedBytes).toBe(0);
  expect((await sendFile(person, room, 1_001)).status).toBe(200);
});

test("uploads at the same time do not pass the quota together", async () => {
  const { person, room, readUsedBytes } = await addPersonWithNotesRoom();
  const sendResponses = await Promise.all(Array.from({ length: 6 }, () => sendFile(person, room, 3_000)));
  expect(sendResponses.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(sendResponses.filter(({ code }) => code === "FILE.QUOTA")).toHaveLength(3);
  expect(await readUsedBytes()).toBe(9_000);
  for (const { message } of sendResponses)
    if (message) await person.call(deleteMessage, { params: { id: room, mid: message.id } });
  await expect.poll(readUsedBytes).toBe(0);
});

test("an upload in pieces counts from its beginning, and once", async () => {
  const { person, room, readUsedBytes } = await addPersonWithNotesRoom();
  const uploadResponses = await Promise.all([1, 2, 3].map(() => beginUpload(person, room, 4_000)));
  const [firstUpload, secondUpload] = uploadResponses.filter(({ status }) => status === 201);
  expect(uploadResponses.map(({ status }) => status).sort()).toEqual([201, 201, 413]);
  expect(await readUsedBytes()).toBe(8_000);
  const lastResponse = await sendRestOfUpload(person, findUploadLocation(firstUpload), 4_000);
  const { data }: { data: { id: string } } = JSON.parse(await lastResponse.text());
  expect(await readUsedBytes()).toBe(8_000);
  await cancelUpload(person, findUploadLocation(secondUpload));
  await expect.poll(readUsedBytes).toBe(4_000);
  await person.call(discardFile, { params: { id: data.id } });
  await expect.poll(readUsedBytes).toBe(0);
});

test("uploads past the installation's quota are refused with the name of that quota", async () => {
  const people = await Promise.all([1, 2, 3].map(addPersonWithNotesRoom));
  const sendResponses = [];
  for (const { person, room } of people) sendResponses.push(await sendFile(person, room, 8_500));
  expect(sendResponses.map(({ code }) => code)).toEqual([undefined, undefined, "FILE.QUOTA_TOTAL"]);
});

test("an upload locks its person's sum before the total, so it does not block others while it waits", async () => {
  const { person, room } = await addPersonWithNotesRoom();
  await sendFile(person, room, 100);
  const otherConnection = await server.db.pool.connect();
  await otherConnection.query("begin");
  await otherConnection.query("select from storage_used where user_id = $1 for update", [person.id]);
  const upload = sendFile(person, room, 100);
  const countLockWaits = async () => {
    const { rows } = await server.db.pool.query(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows[0].count;
  };
  await expect.poll(countLockWaits).toBe(1);
  // This transaction has locked the row with this person's sum, and now locks the row with everybody's sum. An upload
  // that locked the two rows in the opposite order would cause a deadlock.
  await otherConnection.query("update storage_total set bytes = bytes");
  await otherConnection.query("commit");
  otherConnection.release();
  expect((await upload).status).toBe(200);
});

describe("an abandoned upload", () => {
  afterEach(() => vi.restoreAllMocks());
  const fullDiskError = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const listUploadPaths = (location: string) => {
    const { piecesFolder } = server.app.services.files.staging;
    const id = location.split("/").at(-1) ?? "";
    return [id, `${id}.json`].map((name) => join(piecesFolder, name));
  };
  async function setUploadAge(location: string, ageMinutes: number): Promise<void> {
    const pastTime = new Date(Date.now() - ageMinutes * 60_000);
    for (const path of listUploadPaths(location)) await utimes(path, pastTime, pastTime);
  }

  async function startUpload(person: TestPerson, room: string): Promise<string> {
    const uploadResponse = await beginUpload(person, room, 1_000);
    expect(uploadResponse.status).toBe(201);
    return findUploadLocation(uploadResponse);
  }

  test("does not count if the disk had no space to begin it", async () => {
    const { person, room, readUsedBytes } = await addPersonWithNotesRoom();
    vi.spyOn(FileStore.prototype, "create").mockRejectedValue(fullDiskError);
    expect((await beginUpload(person, room, 1_000)).status).toBe(507);
    expect(await readUsedBytes()).toBe(0);
  });

  test("an upload whose first request failed does not count, because the client never got its address", async () => {
    const { person, room, readUsedBytes } = await addPersonWithNotesRoom();
    const { piecesFolder } = server.app.services.files.staging;
    const fileNamesBefore = await readdir(piecesFolder);
    vi.spyOn(UploadPieceStore.prototype, "write").mockRejectedValue(fullDiskError);
    expect((await beginUpload(person, room, 1_000, "x".repeat(1_000))).status).toBe(507);
    expect(await readUsedBytes()).toBe(0);
    expect(await readdir(piecesFolder)).toEqual(fileNamesBefore);
  });

  test("an upload does not count once its sender has left the room", async () => {
    const { person, room, readUsedBytes } = await addPersonWithNotesRoom();
    const location = await startUpload(person, room);
    await server.db.pool.query("delete from conversation_members where user_id = $1", [person.id]);
    expect((await sendRestOfUpload(person, location, 1_000)).status).toBe(404);
    expect(await readUsedBytes()).toBe(0);
    expect((await cancelUpload(person, location)).status).toBe(404);
  });

  test("does not count once its bytes are deleted", async () => {
    const { person, room, readUsedBytes } = await addPersonWithNotesRoom();
    const location = await startUpload(person, room);
    await setUploadAge(location, 25 * 60);
    await server.app.services.files.deleteUnused();
    expect(await readUsedBytes()).toBe(0);
  });

  test("makes room for a new one, and a person has a limited number of running uploads", async () => {
    const { person, room, readUsedBytes } = await addPersonWithNotesRoom();
    const uploadResponses: Response[] = [];
    for (let count = 0; count < maximumUnfinishedUploads; count++)
      uploadResponses.push(await beginUpload(person, room, 10));
    expect(new Set(uploadResponses.map(({ status }) => status))).toEqual(new Set([201]));
    const refusedUpload = await beginUpload(person, room, 10);
    expect([refusedUpload.status, await refusedUpload.json()]).toMatchObject([
      429,
      { error: { code: "FILE.TOO_MANY_UPLOADS" } },
    ]);
    expect(await readUsedBytes()).toBe(10 * maximumUnfinishedUploads);

    await setUploadAge(findUploadLocation(uploadResponses[3]), 6);
    const secondUpload = await beginUpload(person, room, 100);
    expect(secondUpload.status).toBe(201);
    expect(await readUsedBytes()).toBe(10 * (maximumUnfinishedUploads - 1) + 100);
    expect((await cancelUpload(person, findUploadLocation(uploadResponses[3]))).status).toBe(404);
    for (const uploadResponse of [...uploadResponses.toSpliced(3, 1), secondUpload])
      await cancelUpload(person, findUploadLocation(uploadResponse));
    await expect.poll(readUsedBytes).toBe(0);
  });
});
