import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { errorBody } from "@kakehashi/contract/kit/errors";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { arbitraryBodyMutator, arbitraryMultipartContentType } from "../../test/mutated.ts";
import { createDirectRoom } from "../../test/rooms.ts";
import { addTestPeople, type TestPeople } from "../../test/world.ts";

let server: TestApp;
let testPeople: TestPeople;
let roomId: string;
beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
  roomId = await createDirectRoom(testPeople.an, testPeople.minh);
});
afterAll(() => server.close());

const multipartBoundary = "----boundary";
const uploadEndpoints = ["messages", "files"] as const;
type UploadEndpoint = (typeof uploadEndpoints)[number];

/**
 * Returns a complete multipart body with one file. For the endpoint `messages`, the body also has the text fields of a
 * message.
 */
function buildMultipartBody(endpoint: UploadEndpoint): Buffer {
  const field = (name: string, value: string) =>
    `--${multipartBoundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const partLines =
    endpoint === "messages" ? field("client_id", randomUUID()) + field("content", "xin chào") : "";
  const file = `--${multipartBoundary}\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nbytes of a file\r\n`;
  return Buffer.from(`${partLines}${file}--${multipartBoundary}--\r\n`);
}

const multipartType = `multipart/form-data; boundary=${multipartBoundary}`;

async function sendUpload(endpoint: UploadEndpoint, body: Buffer, type = multipartType) {
  const response = await server.app.http.inject({
    method: "POST",
    url: `/api/conversations/${roomId}/${endpoint}`,
    headers: { authorization: `Bearer ${testPeople.an.tokens.access_token}`, "content-type": type },
    payload: body,
  });
  const { statusCode: status } = response;
  return { status, code: status === 200 ? "" : errorBody.parse(response.json()).error.code };
}

const malformedError = { status: 400, code: "ERR.MALFORMED" };

describe.each(uploadEndpoints)("a body for %s is malformed:", (endpoint) => {
  const completeBody = buildMultipartBody(endpoint);

  test.each([
    ["cut off in a file", multipartType, completeBody.subarray(0, -multipartBoundary.length - 10)],
    ["cut off before its end", multipartType, completeBody.subarray(0, -4)],
    ["cut off in a part's headers", multipartType, completeBody.subarray(0, multipartBoundary.length + 20)],
    ["of another boundary", "multipart/form-data; boundary=other", completeBody],
    ["without a boundary", "multipart/form-data", completeBody],
    ["with an empty boundary", "multipart/form-data; boundary=", completeBody],
    ["with a boundary of 300 characters", `multipart/form-data; boundary=${"b".repeat(300)}`, completeBody],
    [
      "with a part without a name",
      multipartType,
      Buffer.from(
        `--${multipartBoundary}\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--${multipartBoundary}--\r\n`,
      ),
    ],
    ["no multipart at all", multipartType, Buffer.from('{"content": "words"}')],
  ])("%s", async (_, type, body) => {
    expect(await sendUpload(endpoint, body, type)).toEqual(malformedError);
  });

  test("every variant is accepted or refused, and nothing of a refused one stays", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryBodyMutator(completeBody),
        arbitraryMultipartContentType(multipartType),
        async (damageBody, contentType) => {
          const body = damageBody(buildMultipartBody(endpoint));
          const { status, code } = await sendUpload(endpoint, body, contentType);
          expect([200, 400, 413, 415, 422]).toContain(status);
          if (status === 415) expect(code).toBe("ERR.MEDIA_TYPE");
          expect(
            (await readdir(join(server.dataDir, "incoming"))).filter((name) => name !== "resumable"),
          ).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  }, 120_000);
});

test("a connection that ends within a file leaves nothing", async () => {
  const { port } = new URL(await server.listen());
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(
    [
      `POST /api/conversations/${roomId}/files HTTP/1.1`,
      "host: localhost",
      `authorization: Bearer ${testPeople.an.tokens.access_token}`,
      `content-type: ${multipartType}`,
      "content-length: 1000000",
      "",
      buildMultipartBody("files").subarray(0, -24).toString(),
    ].join("\r\n"),
  );
  const uploadFolder = join(server.dataDir, "incoming");
  const countUploads = async () =>
    (await readdir(uploadFolder).catch(() => [])).filter((name) => name !== "resumable");
  await expect.poll(countUploads).toHaveLength(1);
  socket.destroy();
  await expect.poll(countUploads).toEqual([]);
});

test("the rest of a malformed body is not waited for", async () => {
  const { port } = new URL(server.app.http.listeningOrigin);
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  socket.end(
    [
      `POST /api/conversations/${roomId}/files HTTP/1.1`,
      "host: localhost",
      "connection: close",
      `authorization: Bearer ${testPeople.an.tokens.access_token}`,
      "content-type: multipart/form-data",
      "content-length: 1000000",
      "",
      "never more than this",
    ].join("\r\n"),
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [\s\S]*ERR\.MALFORMED/);
});
