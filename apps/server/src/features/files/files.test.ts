import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { deleteMessage, removeMessageFiles } from "@kakehashi/contract/changes";
import { createConversation } from "@kakehashi/contract/conversations";
import {
  discardFile,
  listConversationsWithFiles,
  listFiles,
  uploadMessageFiles,
} from "@kakehashi/contract/files";
import { listMessages, type Message, sendMessage } from "@kakehashi/contract/messages";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { addTestPeople, type TestPeople, type TestPerson } from "../../test/world.ts";

let server: TestApp;
let testPeople: TestPeople;
let roomId: string;
let serverAddress: string;

beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
  roomId = await startDirectConversation(testPeople.aiko, testPeople.an);
  serverAddress = await server.listen();
});
afterAll(() => server.close());

async function startDirectConversation(person: TestPerson, partner: TestPerson): Promise<string> {
  const { data } = await person.call(createConversation, {
    body: { kind: "DIRECT", user_ids: [partner.id] },
  });
  return data.id;
}

interface FilePart {
  name: string;
  bytes: Uint8Array<ArrayBuffer> | string;
  type?: string;
}

async function postForm(
  person: TestPerson,
  path: string,
  fileParts: readonly FilePart[],
  fields: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const filePart of fileParts)
    form.append("files", new Blob([filePart.bytes], { type: filePart.type ?? "" }), filePart.name);
  const response = await fetch(`${serverAddress}/api${path}`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${person.tokens.access_token}` },
  });
  const json = (await response.json()) as {
    data: Message;
    error?: { code: string; fields?: Record<string, string> };
  };
  return { status: response.status, ...json };
}

const sendFiles = (person: TestPerson, id: string, parts: readonly FilePart[], content = "") =>
  postForm(person, `/conversations/${id}/messages`, parts, { client_id: randomUUID(), content });

const fetchPath = (person: TestPerson | null, path: string, headers: Record<string, string> = {}) =>
  fetch(`${serverAddress}/api${path}`, {
    headers: { ...(person && { authorization: `Bearer ${person.tokens.access_token}` }), ...headers },
  });

async function sendOneFile(part: FilePart, person = testPeople.aiko, id = roomId) {
  const { data, status } = await sendFiles(person, id, [part]);
  expect(status).toBe(200);
  const [file] = data.files;
  if (!file) throw new Error("The message carries no file");
  return file;
}

const drawPicture = async (width: number, height: number, format: "png" | "jpeg" = "png") =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: "#3D4EAC" } })
      .toFormat(format)
      .toBuffer(),
  );

const countFilesOnDisk = async () =>
  (
    await readdir(join(server.dataDir, "files"), { recursive: true, withFileTypes: true }).catch(() => [])
  ).filter((entry) => entry.isFile()).length;
const countUploads = async () =>
  (await readdir(join(server.dataDir, "incoming"), { withFileTypes: true }).catch(() => [])).filter((entry) =>
    entry.isFile(),
  ).length;

test("a message carries its files, in their order, to everybody in the room", async () => {
  const { data } = await sendFiles(
    testPeople.aiko,
    roomId,
    [
      { name: "設計書.txt", bytes: "一行目\n" },
      { name: "画面.png", bytes: await drawPicture(1600, 900) },
    ],
    "ご確認ください",
  );
  expect(data.content).toBe("ご確認ください");
  expect(data.files).toMatchObject([
    { name: "設計書.txt", type: "text/plain", category: "application", width: null },
    { name: "画面.png", type: "image/png", category: "image", width: 1600, height: 900 },
  ]);
  const { data: messages } = await testPeople.an.call(listMessages, { params: { id: roomId } });
  expect(messages.at(-1)).toEqual(data);
  const text = await fetchPath(testPeople.an, `/files/${data.files[0]?.id}`);
  expect(await text.text()).toBe("一行目\n");
});

test("a message may be files alone, but not nothing", async () => {
  expect((await sendFiles(testPeople.aiko, roomId, [{ name: "a.txt", bytes: "a" }])).data.content).toBe("");
  const emptyMessageResponse = await sendFiles(testPeople.aiko, roomId, []);
  expect(emptyMessageResponse).toMatchObject({ status: 422, error: { code: "ERR.INPUT" } });
  expect(Object.keys(emptyMessageResponse.error?.fields ?? {})).toEqual(["content"]);
});

test("the same message sent again answers the first, and its second files are thrown away", async () => {
  const fields = { client_id: randomUUID(), content: "" };
  const path = `/conversations/${roomId}/messages`;
  const firstResponse = await postForm(testPeople.aiko, path, [{ name: "a.txt", bytes: "first" }], fields);
  const secondUpload = await postForm(testPeople.aiko, path, [{ name: "a.txt", bytes: "second" }], fields);
  expect(secondUpload.data).toEqual(firstResponse.data);
  const unsentFileRows = await server.db.pool.query(
    "select from files where message_id is null and removed_at is null and user_id = $1",
    [testPeople.aiko.id],
  );
  expect(unsentFileRows.rowCount).toBe(0);
});

test("only people who can read the conversation can read its files, in every way to open one", async () => {
  const file = await sendOneFile({ name: "secret.png", bytes: await drawPicture(40, 30) });
  for (const path of [`/files/${file.id}`, `/files/${file.id}/small`, `/files/${file.id}/medium`]) {
    expect((await fetchPath(testPeople.an, path)).status).toBe(200);
    expect((await fetchPath(testPeople.minh, path)).status).toBe(404);
    expect((await fetchPath(testPeople.emma, path)).status).toBe(404);
    expect((await fetchPath(null, path)).status).toBe(401);
    const rangeResponse = await fetchPath(testPeople.minh, path, { range: "bytes=0-1" });
    expect(rangeResponse.status).toBe(404);
    expect(rangeResponse.headers.get("content-range")).toBeNull();
  }
  const descriptionResponse = await fetchPath(testPeople.minh, `/files/${file.id}`, {
    accept: "application/json",
  });
  expect(descriptionResponse.status).toBe(404);
  for (const pendingResponse of [
    testPeople.minh.call(listFiles, { query: { in: roomId } }),
    testPeople.minh.call(discardFile, { params: { id: file.id } }),
    testPeople.an.call(discardFile, { params: { id: file.id } }),
  ])
    expect((await pendingResponse).status).toBe(404);
  expect((await sendFiles(testPeople.minh, roomId, [{ name: "a", bytes: "a" }])).status).toBe(404);
});

test("who leaves a room can no longer read its files, not even their own", async () => {
  const { data } = await testPeople.aiko.call(createConversation, {
    body: { kind: "GROUP", name: "leaving", user_ids: [testPeople.minh.id] },
  });
  const file = await sendOneFile({ name: "a.txt", bytes: "a" }, testPeople.minh, data.id);
  expect((await fetchPath(testPeople.minh, `/files/${file.id}`)).status).toBe(200);
  await server.db.pool.query("delete from conversation_members where conversation_id = $1 and user_id = $2", [
    data.id,
    testPeople.minh.id,
  ]);
  expect((await fetchPath(testPeople.minh, `/files/${file.id}`)).status).toBe(404);
  expect((await fetchPath(testPeople.aiko, `/files/${file.id}`)).status).toBe(200);
});

test("a file that waits for its message is its sender's alone, for one room and one message", async () => {
  const uploadResponse = await postForm(testPeople.aiko, `/conversations/${roomId}/files`, [
    { name: "a.txt", bytes: "a" },
  ]);
  const [{ id = "" } = {}] = uploadResponse.data as unknown as { id: string }[];
  expect((await fetchPath(testPeople.aiko, `/files/${id}`)).status).toBe(200);
  expect((await fetchPath(testPeople.an, `/files/${id}`)).status).toBe(404);
  const sendWithFile = (person: TestPerson, roomId: string) =>
    person.call(sendMessage, {
      params: { id: roomId },
      body: { client_id: randomUUID(), content: "", file_ids: [id] },
    });
  const otherRoom = await startDirectConversation(testPeople.aiko, testPeople.minh);
  expect(await sendWithFile(testPeople.an, roomId)).toMatchObject({
    status: 422,
    error: { code: "FILE.GONE" },
  });
  expect(await sendWithFile(testPeople.aiko, otherRoom)).toMatchObject({
    status: 422,
    error: { code: "FILE.GONE" },
  });
  expect((await sendWithFile(testPeople.aiko, roomId)).data.files[0]?.id).toBe(id);
  expect((await fetchPath(testPeople.an, `/files/${id}`)).status).toBe(200);
  expect(await sendWithFile(testPeople.aiko, roomId)).toMatchObject({
    status: 422,
    error: { code: "FILE.GONE" },
  });
});

test.each([
  ["page.png", "<!doctype html><script>alert(1)</script>", "text/html"],
  ["photo.jpg", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', "image/svg+xml"],
  [
    "drawing.png",
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    "image/svg+xml",
  ],
  ["feed.txt", '<?xml version="1.0"?><?xml-stylesheet href="x"?><a/>', "application/xml"],
  ["report.png", "%PDF-1.7\n1 0 obj\n", "application/pdf"],
  ["song.mp3", "\u0000\u0001\u0002 no song", "application/octet-stream"],
])("%s that is something else is saved, never shown", async (name, bytes, type) => {
  const file = await sendOneFile({ name, bytes, type: "image/png" });
  expect(file).toMatchObject({ name, type, category: "application", width: null });
  const response = await fetchPath(testPeople.an, `/files/${file.id}`);
  expect(response.headers.get("content-disposition")).toMatch(/^attachment;/);
  expect(response.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect((await fetchPath(testPeople.an, `/files/${file.id}/small`)).status).toBe(404);
});

test("a picture is shown inline, smaller, upright, and without the location where it was taken", async () => {
  const largePhoto = await sharp({
    create: { width: 3000, height: 2000, channels: 3, background: "#1E8E6A" },
  })
    .withExif({ IFD0: { Make: "Nikon" }, IFD3: { GPSLatitude: "21/1 1/1 42/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const file = await sendOneFile({ name: "photo.jpg", bytes: new Uint8Array(largePhoto) });
  expect(file).toMatchObject({ type: "image/jpeg", width: 2000, height: 3000 });
  expect((await fetchPath(testPeople.an, `/files/${file.id}`)).headers.get("content-disposition")).toMatch(
    /^inline;/,
  );
  for (const [rendition, expectedSidePixels] of [
    ["small", 720],
    ["medium", 1920],
  ] as const) {
    const response = await fetchPath(testPeople.an, `/files/${file.id}/${rendition}`);
    expect(response.headers.get("content-type")).toBe("image/webp");
    const renditionMetadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(renditionMetadata).toMatchObject({ format: "webp", height: expectedSidePixels });
    expect(renditionMetadata.exif).toBeUndefined();
  }
});

test("a small picture is not enlarged", async () => {
  const file = await sendOneFile({ name: "dot.png", bytes: await drawPicture(16, 8) });
  const response = await fetchPath(testPeople.an, `/files/${file.id}/medium`);
  expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({
    width: 16,
    height: 8,
  });
});

test("a picture that would decode to gigabytes, or a broken one, is stored as a plain file", async () => {
  const pngBytes = await drawPicture(8, 8);
  // The PNG header claims a width and height of 65,535 pixels. Decoding such a picture would take 12.9 GB.
  const decompressionBomb = new Uint8Array(pngBytes);
  new DataView(decompressionBomb.buffer).setUint32(16, 65_535);
  new DataView(decompressionBomb.buffer).setUint32(20, 65_535);
  const brokenPicture = (await drawPicture(400, 400)).slice(0, 120);
  for (const bytes of [decompressionBomb, brokenPicture]) {
    const file = await sendOneFile({ name: "bomb.png", bytes });
    expect(file).toMatchObject({ category: "application", type: "image/png", width: null });
    expect((await fetchPath(testPeople.an, `/files/${file.id}/small`)).status).toBe(404);
  }
  expect(await countUploads()).toBe(0);
});

test.each([
  ["../../etc/passwd", "passwd"],
  ["..\\..\\boot.ini", "boot.ini"],
  ["..", "file"],
  ["", "file"],
  ["thư\u0301 nghiệm – Bản 2.docx", "thứ nghiệm – Bản 2.docx"],
  ["見積書（最終）.xlsx", "見積書（最終）.xlsx"],
  ["fdp.exe\u202egpj.pdf", "fdp.exegpj.pdf"],
  ["a\u0000b\r\nset-cookie: x.txt", "abset-cookie: x.txt"],
  [`${"長".repeat(400)}.pdf`, `${"長".repeat(251)}.pdf`],
])("the name %j is kept as %j", async (fileName, storedName) => {
  const multipartBoundary = "xxx";
  const body = Buffer.from(
    `--${multipartBoundary}\r\ncontent-disposition: form-data; name="client_id"\r\n\r\n${randomUUID()}\r\n` +
      `--${multipartBoundary}\r\ncontent-disposition: form-data; name="files"; filename="${fileName.replaceAll("\r\n", "%0D%0A").replaceAll("\\", "\\\\")}"\r\n` +
      `content-type: application/octet-stream\r\n\r\nx\r\n--${multipartBoundary}--\r\n`,
  );
  const response = await fetch(`${serverAddress}/api/conversations/${roomId}/messages`, {
    method: "POST",
    body,
    headers: {
      authorization: `Bearer ${testPeople.aiko.tokens.access_token}`,
      "content-type": `multipart/form-data; boundary=${multipartBoundary}`,
    },
  });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: Message };
  const name = data.files[0]?.name ?? "";
  expect(name.replaceAll("%0D%0A", "")).toBe(storedName);
  const answer = await fetchPath(testPeople.an, `/files/${data.files[0]?.id}?download=1`);
  const contentDisposition = answer.headers.get("content-disposition") ?? "";
  const encodedFileName = /filename\*=UTF-8''(.*)$/.exec(contentDisposition)?.[1];
  expect(
    encodedFileName === undefined
      ? /filename="(.*)"$/.exec(contentDisposition)?.[1]
      : decodeURIComponent(encodedFileName),
  ).toBe(name);
});

test.each([
  ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
  ["bytes=4-", 206, "456789", "bytes 4-9/10"],
  ["bytes=-3", 206, "789", "bytes 7-9/10"],
  ["bytes=-100", 206, "0123456789", "bytes 0-9/10"],
  ["bytes=9-9", 206, "9", "bytes 9-9/10"],
  ["bytes=5-100", 206, "56789", "bytes 5-9/10"],
  ["bytes=10-", 416, "", "bytes */10"],
  ["bytes=-0", 416, "", "bytes */10"],
  ["bytes=5-2", 200, "0123456789", null],
  ["bytes=0-1,4-5", 200, "0123456789", null],
  ["bytes=-", 200, "0123456789", null],
  ["bytes=0x1-2", 200, "0123456789", null],
  ["bytes=99999999999999999999-", 200, "0123456789", null],
  ["lines=1-2", 200, "0123456789", null],
])("Range %s answers %i", async (range, status, body, contentRange) => {
  const file = await sendOneFile({ name: "digits.txt", bytes: "0123456789" });
  const response = await fetchPath(testPeople.an, `/files/${file.id}`, { range });
  expect(response.status).toBe(status);
  expect(await response.text()).toBe(body);
  expect(response.headers.get("content-range")).toBe(contentRange);
});

test("a range of a changed file returns the whole file, and an unchanged one is not sent again", async () => {
  const file = await sendOneFile({ name: "digits.txt", bytes: "0123456789" });
  const path = `/files/${file.id}`;
  const etag = (await fetchPath(testPeople.an, path)).headers.get("etag") ?? "";
  expect((await fetchPath(testPeople.an, path, { range: "bytes=0-1", "if-range": etag })).status).toBe(206);
  expect((await fetchPath(testPeople.an, path, { range: "bytes=0-1", "if-range": '"old"' })).status).toBe(
    200,
  );
  expect((await fetchPath(testPeople.an, path, { "if-none-match": etag })).status).toBe(304);
  const headResponse = await fetch(`${serverAddress}/api${path}`, {
    method: "HEAD",
    headers: { authorization: `Bearer ${testPeople.an.tokens.access_token}` },
  });
  expect([
    headResponse.status,
    headResponse.headers.get("content-length"),
    headResponse.headers.get("accept-ranges"),
  ]).toEqual([200, "10", "bytes"]);
});

test("too many, too large, empty and unknown parts are refused, and nothing of them stays", async () => {
  const fileCountBefore = await countFilesOnDisk();
  const tooManyFiles = Array.from({ length: 11 }, (_, index) => ({ name: `${index}.txt`, bytes: "x" }));
  expect(await sendFiles(testPeople.aiko, roomId, tooManyFiles)).toMatchObject({
    status: 422,
    error: { code: "FILE.TOO_MANY" },
  });
  const largeFile = { name: "large.bin", bytes: new Uint8Array(100 * 1024 * 1024 + 1) };
  expect(await sendFiles(testPeople.aiko, roomId, [{ name: "a.txt", bytes: "a" }, largeFile])).toMatchObject({
    status: 413,
    error: { code: "FILE.TOO_LARGE" },
  });
  expect(await sendFiles(testPeople.aiko, roomId, [{ name: "a.txt", bytes: "" }])).toMatchObject({
    status: 422,
    error: { code: "FILE.EMPTY" },
  });
  const path = `/conversations/${roomId}/messages`;
  const smallFile = { name: "a.txt", bytes: "a" };
  for (const fields of [
    { client_id: "none", content: "" },
    { client_id: randomUUID(), colour: "red" },
  ]) {
    expect(
      (await postForm(testPeople.aiko, path, [smallFile], fields as Record<string, string>)).status,
    ).toBe(422);
  }
  expect(await countFilesOnDisk()).toBe(fileCountBefore);
  expect(await countUploads()).toBe(0);
});

test("a connection that breaks in the middle of a file leaves nothing", async () => {
  const countBefore = await countFilesOnDisk();
  const abortController = new AbortController();
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(
        Buffer.from(
          `--x\r\ncontent-disposition: form-data; name="files"; filename="a.bin"\r\n\r\n${"y".repeat(200_000)}`,
        ),
      );
    },
  });
  const request = fetch(`${serverAddress}/api/conversations/${roomId}/messages`, {
    method: "POST",
    body,
    duplex: "half",
    signal: abortController.signal,
    headers: {
      authorization: `Bearer ${testPeople.aiko.tokens.access_token}`,
      "content-type": "multipart/form-data; boundary=x",
    },
  } as RequestInit);
  await expect.poll(countUploads).toBe(1);
  abortController.abort();
  await expect(request).rejects.toThrow();
  await expect.poll(countUploads).toBe(0);
  expect(await countFilesOnDisk()).toBe(countBefore);
});

test("a multipart body is refused by calls that do not accept files", async () => {
  expect((await postForm(testPeople.aiko, "/conversations", [{ name: "a", bytes: "a" }])).status).toBe(415);
});

test("one or all files of a message can be removed; a message without text is deleted with its last file", async () => {
  const { data } = await sendFiles(
    testPeople.aiko,
    roomId,
    [
      { name: "one.png", bytes: await drawPicture(20, 20) },
      { name: "two.txt", bytes: "two" },
    ],
    "",
  );
  const [firstFile, secondFile] = data.files.map((file) => file.id);
  const params = { id: roomId, mid: data.id };
  const countBefore = await countFilesOnDisk();
  const removeFiles = (person: TestPerson, query = {}) => person.call(removeMessageFiles, { params, query });
  expect((await removeFiles(testPeople.an)).status).toBe(403);
  expect((await removeFiles(testPeople.minh)).status).toBe(404);
  expect((await removeFiles(testPeople.aiko, { file_id: randomUUID() })).status).toBe(404);
  const remainingFiles = await removeFiles(testPeople.aiko, { file_id: firstFile });
  expect(remainingFiles.data.files.map((file) => file.id)).toEqual([secondFile]);
  expect((await fetchPath(testPeople.an, `/files/${firstFile}/small`)).status).toBe(404);
  expect((await fetchPath(testPeople.an, `/files/${secondFile}`)).status).toBe(200);
  expect((await removeFiles(testPeople.aiko)).data).toMatchObject({ deleted: true, files: [] });
  expect((await fetchPath(testPeople.an, `/files/${secondFile}`)).status).toBe(404);
  expect(await countFilesOnDisk()).toBe(countBefore - 4);
  expect((await removeFiles(testPeople.aiko)).status).toBe(409);
});

test("the files of a deleted message are gone with it", async () => {
  const { data } = await sendFiles(
    testPeople.aiko,
    roomId,
    [{ name: "gone.txt", bytes: "gone" }],
    "with words",
  );
  const fileCountBefore = await countFilesOnDisk();
  await testPeople.aiko.call(deleteMessage, { params: { id: roomId, mid: data.id } });
  expect((await fetchPath(testPeople.an, `/files/${data.files[0]?.id}`)).status).toBe(404);
  expect(await countFilesOnDisk()).toBe(fileCountBefore - 1);
});

test("the browser of files shows each person theirs, by kind, by place and their own", async () => {
  const { data: group } = await testPeople.kenji.call(createConversation, {
    body: { kind: "GROUP", name: "資料室", user_ids: [testPeople.linh.id] },
  });
  const id = group.id;
  await sendOneFile({ name: "一.png", bytes: await drawPicture(10, 10) }, testPeople.kenji, id);
  await sendOneFile({ name: "hai.txt", bytes: "hai" }, testPeople.linh, id);
  const privateRoom = await startDirectConversation(testPeople.kenji, testPeople.emma);
  await sendOneFile({ name: "three.txt", bytes: "three" }, testPeople.kenji, privateRoom);

  const listNames = async (person: TestPerson, query: Record<string, string>) =>
    (await person.call(listFiles, { query })).data.map((file) => file.name);
  expect(await listNames(testPeople.linh, {})).toEqual(["hai.txt", "一.png"]);
  expect(await listNames(testPeople.kenji, { type: "all" })).toEqual(["three.txt", "hai.txt", "一.png"]);
  expect(await listNames(testPeople.kenji, { type: "images" })).toEqual(["一.png"]);
  expect(await listNames(testPeople.kenji, { type: "applications" })).toEqual(["three.txt", "hai.txt"]);
  expect(await listNames(testPeople.kenji, { type: "videos" })).toEqual([]);
  expect(await listNames(testPeople.kenji, { mine: "1" })).toEqual(["three.txt", "一.png"]);
  expect(await listNames(testPeople.kenji, { in: id })).toEqual(["hai.txt", "一.png"]);
  expect(await listNames(testPeople.kenji, { paging: "2", page: "2" })).toEqual(["一.png"]);
  const rooms = async (person: TestPerson) =>
    (await person.call(listFiles, { query: {} })).data.map((file) => file.conversation_name);
  expect(await rooms(testPeople.kenji)).toEqual(["Emma Clarke", "資料室", "資料室"]);
  expect(await rooms(testPeople.emma)).toEqual([testPeople.kenji.name]);
  const { data: fileLocations } = await testPeople.kenji.call(listConversationsWithFiles);
  expect(fileLocations).toMatchObject([
    { conversation_id: privateRoom, name: "Emma Clarke", count: 1 },
    { conversation_id: id, name: "資料室", count: 2 },
  ]);
  expect((await testPeople.kenji.call(listFiles, { query: { type: "pictures" } })).status).toBe(422);
});

test("unsent files are deleted after a day, and so are the remains of a crash", async () => {
  const emptyUploadResponse = await testPeople.aiko.call(uploadMessageFiles, {
    params: { id: roomId },
    body: { file_ids: [] },
  });
  expect(emptyUploadResponse.status).toBe(422);
  const sentFiles = await postForm(testPeople.aiko, `/conversations/${roomId}/files`, [
    { name: "old.txt", bytes: "old" },
  ]);
  const [{ id = "" } = {}] = sentFiles.data as unknown as { id: string }[];
  const countBefore = await countFilesOnDisk();
  await server.app.services.files.deleteUnused();
  expect((await fetchPath(testPeople.aiko, `/files/${id}`)).status).toBe(200);
  await server.db.pool.query("update files set created_at = now() - interval '25 hours' where id = $1", [id]);
  await server.app.services.files.deleteUnused();
  expect((await fetchPath(testPeople.aiko, `/files/${id}`)).status).toBe(404);
  expect(await countFilesOnDisk()).toBe(countBefore - 1);
  expect((await server.db.pool.query("select from files where id = $1", [id])).rowCount).toBe(0);
});
