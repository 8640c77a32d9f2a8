import { uploadPostPicture } from "@kakehashi/contract/blog-editing";
import { createConversation } from "@kakehashi/contract/conversations";
import { setAvatar } from "@kakehashi/contract/profiles";
import type { InjectOptions } from "fastify";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createResponseChecker } from "./test/described.ts";
import { setUpTestServer } from "./test/open-world.ts";

// The OpenAPI document also describes paths that are not in the contract. These tests compare their real responses with
// the document.

const { server, testPeople } = await setUpTestServer();
const serverAddress = await server.listen();
const expectDescribed = createResponseChecker((await server.app.http.inject("/api/openapi.json")).json());

const encodeBase64 = (text: string) => Buffer.from(text).toString("base64");
const bearerHeader = { authorization: `Bearer ${testPeople.aiko.tokens.access_token}` };
const tusHeaders = { "tus-resumable": "1.0.0", ...bearerHeader };

/** Sends a request and checks that the OpenAPI document describes its response under `path`. */
async function sendRequest(method: string, documentedPath: string, url: string, options: RequestInit = {}) {
  const response = await fetch(new URL(url, serverAddress), { ...options, method });
  const body = await response.text();
  const type = response.headers.get("content-type") ?? "";
  expectDescribed(
    { method, path: documentedPath },
    { status: response.status, type, body, headers: Object.fromEntries(response.headers) },
  );
  return { status: response.status, headers: response.headers, body };
}

test("health, readiness and the figures are as described", async () => {
  expect((await sendRequest("GET", "/health", "/api/health")).status).toBe(200);
  expect((await sendRequest("GET", "/ready", "/api/ready")).status).toBe(200);
  expect((await sendRequest("GET", "/metrics", "/metrics")).status).toBe(200);
  const proxyHeaders = { headers: { via: "1.1 proxy" } };
  expect((await sendRequest("GET", "/metrics", "/metrics", proxyHeaders)).status).toBe(404);
});

test("public pictures are as described", async () => {
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const body = { body: png, headers: { "content-type": "image/png" } } as const;
  const { data } = await testPeople.aiko.call(setAvatar, body as never);
  const picture = await testPeople.emma.call(uploadPostPicture, body as never);
  for (const [path, expectedStatus] of [
    ["/avatars/:name", data.avatar],
    ["/blog/pictures/:name", picture.data.address],
  ] as const) {
    expect((await sendRequest("GET", path, expectedStatus)).status).toBe(200);
    expect((await sendRequest("GET", path, `/api${path.replace(":name", "none.webp")}`)).status).toBe(404);
  }
});

test("uploads in pieces are as described, refusals too", async () => {
  const { data } = await testPeople.aiko.call(createConversation, {
    body: { kind: "DIRECT", user_ids: [testPeople.an.id] },
  });
  const beginUpload = (headers: Record<string, string>) =>
    sendRequest("POST", "/uploads", "/api/uploads", { headers });
  const metadata = `conversation_id ${encodeBase64(data.id)},filename ${encodeBase64("a.txt")}`;
  const completeHeaders = { ...tusHeaders, "upload-length": "6", "upload-metadata": metadata };
  const sendPiece = (url: string, offset: number, body: string, headers = {}) =>
    sendRequest("PATCH", "/uploads/:id", url, {
      body,
      headers: {
        ...tusHeaders,
        "content-type": "application/offset+octet-stream",
        "upload-offset": String(offset),
        ...headers,
      },
    });

  const upload = await beginUpload(completeHeaders);
  expect(upload.status).toBe(201);
  const uploadUrl = upload.headers.get("location") ?? "";
  expect((await sendPiece(uploadUrl, 0, "abc")).status).toBe(204);
  expect((await sendRequest("HEAD", "/uploads/:id", uploadUrl, { headers: tusHeaders })).status).toBe(200);
  expect((await sendPiece(uploadUrl, 1, "bcd")).status).toBe(409);
  expect((await sendPiece(uploadUrl, 3, "def")).status).toBe(200);

  const otherUploadUrl = (await beginUpload(completeHeaders)).headers.get("location") ?? "";
  expect((await sendRequest("DELETE", "/uploads/:id", otherUploadUrl, { headers: tusHeaders })).status).toBe(
    204,
  );
  for (const method of ["HEAD", "DELETE"])
    expect((await sendRequest(method, "/uploads/:id", otherUploadUrl, { headers: tusHeaders })).status).toBe(
      404,
    );
  expect((await sendPiece(otherUploadUrl, 0, "abc")).status).toBe(404);

  expect((await beginUpload({ ...completeHeaders, authorization: "" })).status).toBe(401);
  expect((await beginUpload({ ...completeHeaders, "upload-metadata": "x" })).status).toBe(400);
  expect((await beginUpload({ ...completeHeaders, "upload-length": "0" })).status).toBe(422);
  expect((await beginUpload({ ...completeHeaders, "upload-length": String(200 * 1024 * 1024) })).status).toBe(
    413,
  );
  expect((await beginUpload({ ...completeHeaders, "tus-resumable": "9.9.9" })).status).toBe(400);
});

test("a test that reads the description fails for what it does not name", async () => {
  const request: InjectOptions = { method: "GET", url: "/api/health" };
  const { statusCode: status, body } = await server.app.http.inject(request);
  expect(() =>
    expectDescribed({ method: "GET", path: "/health" }, { status, type: "text/plain", body }),
  ).toThrow();
  expect(() =>
    expectDescribed({ method: "POST", path: "/uploads" }, { status: 201, type: "", body: "", headers: {} }),
  ).toThrow("without");
});
