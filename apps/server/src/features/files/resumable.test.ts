import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, utimes } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createConversation } from "@kakehashi/contract/conversations";
import { errorBody } from "@kakehashi/contract/kit/errors";
import { sendMessage } from "@kakehashi/contract/messages";
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
  const { data } = await testPeople.aiko.call(createConversation, {
    body: { kind: "DIRECT", user_ids: [testPeople.an.id] },
  });
  roomId = data.id;
  serverAddress = await server.listen();
});
afterAll(() => server.close());

const encodeBase64 = (text: string) => Buffer.from(text).toString("base64");

function sendTusRequest(person: TestPerson | null, method: string, path: string, request: RequestInit = {}) {
  return fetch(new URL(path, serverAddress), {
    ...request,
    method,
    headers: {
      "tus-resumable": "1.0.0",
      ...(person && { authorization: `Bearer ${person.tokens.access_token}` }),
      ...(request.headers as Record<string, string>),
    },
  });
}

const postUpload = (person: TestPerson | null, length: number, conversationId = roomId, name = "動画.bin") =>
  sendTusRequest(person, "POST", "/api/uploads", {
    headers: {
      "upload-length": String(length),
      "upload-metadata": `conversation_id ${encodeBase64(conversationId)},filename ${encodeBase64(name)}`,
    },
  });

const sendPiece = (person: TestPerson, location: string, offset: number, bytes: string) =>
  sendTusRequest(person, "PATCH", location, {
    body: bytes,
    headers: { "content-type": "application/offset+octet-stream", "upload-offset": String(offset) },
  });

async function startUpload(length: number): Promise<string> {
  const uploadResponse = await postUpload(testPeople.aiko, length);
  expect(uploadResponse.status).toBe(201);
  return uploadResponse.headers.get("location") ?? "";
}

test("a file comes in pieces, says where it stands, and is a file like any other at its end", async () => {
  const location = await startUpload(10);
  expect((await sendPiece(testPeople.aiko, location, 0, "01234")).headers.get("upload-offset")).toBe("5");
  expect((await sendTusRequest(testPeople.aiko, "HEAD", location)).headers.get("upload-offset")).toBe("5");
  expect((await sendPiece(testPeople.aiko, location, 2, "xx")).status).toBe(409);
  expect((await sendPiece(testPeople.aiko, location, 5, "56789")).status).toBeLessThan(300);
  const id = location.split("/").at(-1) ?? "";
  const { data } = await testPeople.aiko.call(sendMessage, {
    params: { id: roomId },
    body: { client_id: randomUUID(), file_ids: [id] },
  });
  expect(data.files).toMatchObject([{ id, name: "動画.bin", size: 10, type: "text/plain" }]);
  const bytes = await fetch(`${serverAddress}/api/files/${id}`, {
    headers: { authorization: `Bearer ${testPeople.an.tokens.access_token}` },
  });
  expect(await bytes.text()).toBe("0123456789");
  expect(await readdir(join(server.dataDir, "incoming", "resumable"))).toEqual([]);
});

test("a small file fits into the first request, and the answer describes the file", async () => {
  const uploadResponse = await sendTusRequest(testPeople.aiko, "POST", "/api/uploads", {
    body: "small",
    headers: {
      "content-type": "application/offset+octet-stream",
      "upload-length": "5",
      "upload-metadata": `conversation_id ${encodeBase64(roomId)},filename ${encodeBase64("nhỏ.txt")}`,
    },
  });
  expect(uploadResponse.status).toBe(201);
  expect(await uploadResponse.json()).toMatchObject({ data: { name: "nhỏ.txt", size: 5 } });
});

test("an upload that stopped is thrown away after a day", async () => {
  const location = await startUpload(10);
  await sendPiece(testPeople.aiko, location, 0, "012");
  await server.app.services.files.deleteUnused();
  expect((await sendTusRequest(testPeople.aiko, "HEAD", location)).status).toBe(200);
  const folder = join(server.dataDir, "incoming", "resumable");
  const pastTime = new Date(Date.now() - 25 * 3_600_000);
  for (const name of await readdir(folder)) await utimes(join(folder, name), pastTime, pastTime);
  await server.app.services.files.deleteUnused();
  expect(await readdir(folder)).toEqual([]);
  expect((await sendTusRequest(testPeople.aiko, "HEAD", location)).status).toBe(404);
});

test("nobody else sees, continues or cancels an upload", async () => {
  const location = await startUpload(10);
  for (const method of ["HEAD", "PATCH", "DELETE"]) {
    const headers = { "content-type": "application/offset+octet-stream", "upload-offset": "0" };
    expect((await sendTusRequest(testPeople.an, method, location, { headers })).status).toBe(404);
    expect((await sendTusRequest(null, method, location, { headers })).status).toBe(401);
  }
  expect((await sendTusRequest(testPeople.aiko, "DELETE", location)).status).toBe(204);
  expect((await sendTusRequest(testPeople.aiko, "HEAD", location)).status).toBe(404);
  expect(await readdir(join(server.dataDir, "incoming", "resumable"))).toEqual([]);
});

/** Sends a request over a socket with the path unchanged. `fetch` would normalise the path. */
async function sendRawRequest(
  method: string,
  path: string,
  bytes = "",
): Promise<{ status: number; head: string }> {
  const socket = connect(Number(new URL(serverAddress).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(
    [
      `${method} ${path} HTTP/1.1`,
      "host: localhost",
      "connection: close",
      "tus-resumable: 1.0.0",
      `authorization: Bearer ${testPeople.an.tokens.access_token}`,
      "content-type: application/offset+octet-stream",
      "upload-offset: 0",
      `content-length: ${bytes.length}`,
      "",
      bytes,
    ].join("\r\n"),
  );
  const responseHead = await text(socket);
  return { status: Number(responseHead.split(" ")[1]), head: responseHead };
}

test("an address that names two uploads acts on the one whose owner was checked", async () => {
  const foreignUploadPath = await startUpload(10);
  const upload = await postUpload(testPeople.an, 20);
  const ownUploadPath = upload.headers.get("location") ?? "";
  const otherUploadId = foreignUploadPath.split("/").at(-1);
  const uploadPaths = [
    `${ownUploadPath}?x=/${otherUploadId}`,
    `${ownUploadPath}?x=%2f${otherUploadId}`,
    `${ownUploadPath}?/${otherUploadId}/`,
    `${ownUploadPath}/?/${otherUploadId}`,
    `${ownUploadPath};/${otherUploadId}`,
    `${ownUploadPath}/${otherUploadId}`,
    `${ownUploadPath}//${otherUploadId}`,
    `${ownUploadPath}%2f${otherUploadId}`,
    `${ownUploadPath}/..%2f${otherUploadId}`,
    `${ownUploadPath}#/${otherUploadId}`,
    `/api/uploads//${otherUploadId}?x=/${ownUploadPath.split("/").at(-1)}`,
  ];
  const folder = join(server.dataDir, "incoming", "resumable");
  for (const path of uploadPaths) {
    const { head } = await sendRawRequest("HEAD", path);
    expect(head).not.toMatch(/upload-length: 10\r/i);
    expect((await sendRawRequest("PATCH", path, "not mine")).status).not.toBe(500);
    expect(await readFile(join(folder, otherUploadId ?? ""), "utf8")).toBe("");
  }
  for (const path of uploadPaths) {
    await sendRawRequest("DELETE", path);
    expect(
      (await sendTusRequest(testPeople.aiko, "HEAD", foreignUploadPath)).headers.get("upload-offset"),
    ).toBe("0");
  }
  expect((await sendTusRequest(testPeople.aiko, "DELETE", foreignUploadPath)).status).toBe(204);
  await sendTusRequest(testPeople.an, "DELETE", ownUploadPath);
});

test("an upload into somebody else's room, without a room, too large or empty is not begun", async () => {
  expect((await postUpload(testPeople.minh, 10)).status).toBe(404);
  expect((await postUpload(null, 10)).status).toBe(401);
  expect((await postUpload(testPeople.aiko, 10, "nowhere")).status).toBe(400);
  expect((await postUpload(testPeople.aiko, 100 * 1024 * 1024 + 1)).status).toBe(413);
  const emptyUploadResponse = await postUpload(testPeople.aiko, 0);
  expect(emptyUploadResponse.status).toBe(422);
  expect(await emptyUploadResponse.json()).toMatchObject({ error: { code: "FILE.EMPTY" } });
  expect(await readdir(join(server.dataDir, "incoming", "resumable"))).toEqual([]);
});

test("each refusal is an error of the API, also one of tus itself", async () => {
  const location = await startUpload(10);
  const octetHeaders = { "content-type": "application/offset+octet-stream" };
  const refusedRequests = [
    [await postUpload(testPeople.minh, 10), 404, "ERR.NOT_FOUND"],
    [await postUpload(testPeople.aiko, 100 * 1024 * 1024 + 1), 413, "FILE.TOO_LARGE"],
    [await postUpload(testPeople.aiko, 0), 422, "FILE.EMPTY"],
    [await sendPiece(testPeople.aiko, location, 3, "xx"), 409, "ERR.MALFORMED"],
    [await sendPiece(testPeople.an, location, 0, "xx"), 404, "ERR.NOT_FOUND"],
    [
      await sendTusRequest(testPeople.aiko, "PATCH", location, { body: "x", headers: octetHeaders }),
      403,
      "ERR.MALFORMED",
    ],
    [
      await sendTusRequest(testPeople.aiko, "PATCH", location, { headers: { "tus-resumable": "0.1" } }),
      400,
      "ERR.MALFORMED",
    ],
    // The request uses the tus extension `concatenation`, which the server does not offer.
    [
      await sendTusRequest(testPeople.aiko, "POST", "/api/uploads", {
        headers: { "upload-concat": "partial" },
      }),
      400,
      "ERR.MALFORMED",
    ],
  ] as const;
  for (const [refusedResponse, status, code] of refusedRequests) {
    expect(refusedResponse.status).toBe(status);
    expect(refusedResponse.headers.get("content-type")).toMatch(/^application\/json/);
    expect(errorBody.parse(await refusedResponse.json()).error.code).toBe(code);
  }
  await sendTusRequest(testPeople.aiko, "DELETE", location);
});

test("a refusal names the header that is wrong", async () => {
  const location = await startUpload(10);
  const readWrongHeaderName = async (response: Response) =>
    Object.keys(errorBody.parse(await response.json()).error.fields ?? {});
  expect(await readWrongHeaderName(await sendPiece(testPeople.aiko, location, 3, "xx"))).toEqual([
    "Upload-Offset",
  ]);
  expect(await readWrongHeaderName(await sendPiece(testPeople.aiko, location, 0, "x".repeat(50)))).toEqual([
    "Upload-Length",
  ]);
  await sendTusRequest(testPeople.aiko, "DELETE", location);
  const start = (headers: Record<string, string>) =>
    sendTusRequest(testPeople.aiko, "POST", "/api/uploads", { headers });
  expect(await readWrongHeaderName(await start({ "upload-length": "abc" }))).toEqual(["Upload-Length"]);
  const twoDestinations = `filename YQ==,folder_id ${encodeBase64("root")},conversation_id ${encodeBase64(roomId)}`;
  for (const metadata of ["filename", "filename YQ==", twoDestinations])
    expect(
      await readWrongHeaderName(await start({ "upload-length": "10", "upload-metadata": metadata })),
    ).toEqual(["Upload-Metadata"]);
});

test.each(["../../secrets", "..%2f..%2fsecrets", "%00", "0198c8a0-0000-7000-8000-000000000000"])(
  "the path %s is not found",
  async (id) => {
    expect((await sendTusRequest(testPeople.aiko, "HEAD", `/api/uploads/${id}`)).status).toBe(404);
  },
);
