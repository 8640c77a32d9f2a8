import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { resumableUploadPath } from "@kakehashi/contract/files";
import type { BodyFormat } from "@kakehashi/contract/kit/endpoint";
import { errorBody } from "@kakehashi/contract/kit/errors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "./kit/ids.ts";
import { createTestApp, type TestApp } from "./test/app.ts";

let server: TestApp;
let port: number;
beforeAll(async () => {
  server = await createTestApp();
  port = Number(new URL(await server.listen()).port);
});
afterAll(() => server.close());

async function openSocketWithRequest(lines: readonly string[], body = ""): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write([...lines, "", body].join("\r\n"));
  return socket;
}

/** Returns the head and the status of the first HTTP response on a connection. */
async function readFirstResponse(socket: Socket): Promise<{ status: number; head: string }> {
  const [bytes] = (await once(socket, "data")) as [Buffer];
  const responseHead = bytes.toString();
  return { status: Number(responseHead.split(" ")[1]), head: responseHead };
}

const contentTypesByFormat: Record<BodyFormat, string> = {
  json: "application/json",
  multipart: "multipart/form-data; boundary=x",
  image: "image/png",
};
const longFieldStart: Record<BodyFormat, string> = {
  json: '{"content": "',
  multipart: '--x\r\ncontent-disposition: form-data; name="files"; filename="a"\r\n\r\nbytes',
  image: "\x89PNG\r\n",
};

interface UnfinishedRequest {
  method: string;
  path: string;
  type: string;
  part: string;
}

/**
 * Returns requests whose bodies never end: one for each endpoint that needs a session and each body format that the
 * endpoint accepts. If the server responds, it has refused the request without reading the whole body.
 */
function createUnfinishedRequests(): UnfinishedRequest[] {
  const unfinishedApiRequests = server.app.endpoints
    .filter(({ guard, method }) => guard !== "anyone" && method !== "GET")
    .flatMap(({ method, path, bodyFormats = ["json"] as const }) =>
      bodyFormats.map((format) => ({
        method,
        path: `/api${path.replace(/:\w+/g, () => newId())}`,
        type: contentTypesByFormat[format],
        part: longFieldStart[format],
      })),
    );
  const unfinishedUploads = (["POST", "PATCH"] as const).map((method) => ({
    method,
    path: `/api${resumableUploadPath}${method === "PATCH" ? `/${newId()}` : ""}`,
    type: "application/offset+octet-stream",
    part: "bytes",
  }));
  return [...unfinishedApiRequests, ...unfinishedUploads];
}

const requestLinesBeforeBody = (method: string, path: string, type: string) => [
  `${method} ${path} HTTP/1.1`,
  "host: localhost",
  `content-type: ${type}`,
  "content-length: 400000",
];

test("a stranger's body is not waited for: every call that needs a session answers 401 first", async () => {
  const endpointsWithBody = createUnfinishedRequests();
  expect(endpointsWithBody.length).toBeGreaterThan(50);
  const unexpectedResponses: string[] = [];
  for (const { method, path, type, part } of endpointsWithBody) {
    const socket = await openSocketWithRequest(requestLinesBeforeBody(method, path, type), part);
    const { status } = await readFirstResponse(socket);
    if (status !== 401) unexpectedResponses.push(`${method} ${path} (${type}): ${status}`);
    socket.destroy();
  }
  expect(unexpectedResponses).toEqual([]);
});

test("a body that no call takes is refused before it is read", async () => {
  for (const [method, path, type, status] of [
    ["POST", "/api/sign-in", "image/png", 415],
    ["POST", "/api/sign-in", "multipart/form-data; boundary=x", 415],
    ["POST", "/api/nothing", "application/json", 404],
    ["PATCH", "/api/nothing", "image/png", 404],
    ["PATCH", "/api/sign-in", "application/json", 405],
    ["POST", "/nothing", "application/json", 404],
  ] as const) {
    const socket = await openSocketWithRequest(requestLinesBeforeBody(method, path, type), "{");
    expect([path, type, (await readFirstResponse(socket)).status]).toEqual([path, type, status]);
    socket.destroy();
  }
});

test("a call without a session is refused a body larger than its form", async () => {
  const guestCalls = server.app.endpoints.filter(
    ({ guard, method }) => guard === "anyone" && method !== "GET",
  );
  expect(guestCalls.length).toBeGreaterThan(10);
  for (const { method, path, maximumBodyBytes = 48 * 1024 } of guestCalls) {
    const url = `/api${path.replace(/:\w+/g, () => newId())}`;
    const { statusCode } = await server.app.http.inject({
      method: method as "POST",
      url,
      payload: { message: "x".repeat(maximumBodyBytes) },
    });
    expect([path, statusCode]).toEqual([path, 413]);
  }
  expect(
    guestCalls
      .filter(({ maximumBodyBytes }) => maximumBodyBytes)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(["/contact", "/w/:bot_id/messages"]);
});

test("unfinished bodies of one network have a bound, and a body that ends makes room", async () => {
  const bytes = 190 * 1024;
  const sendHalfBody = () =>
    openSocketWithRequest(
      [
        "POST /api/contact HTTP/1.1",
        "host: localhost",
        "content-type: application/json",
        `content-length: ${bytes}`,
      ],
      "{",
    );
  const waitingSockets = await Promise.all(Array.from({ length: 21 }, sendHalfBody));
  const refusedSocket = await sendHalfBody();
  expect((await readFirstResponse(refusedSocket)).head).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: \d/i);
  // The memory that is left for this network's request bodies is too small for another large body, but enough for a
  // small one.
  const { statusCode } = await server.app.http.inject({ method: "POST", url: "/api/sign-in", payload: {} });
  expect(statusCode).toBe(422);
  const [firstSocket] = waitingSockets;
  firstSocket?.write("x".repeat(bytes - 1));
  expect((await readFirstResponse(firstSocket as Socket)).status).toBe(400);
  const nextSocket = await sendHalfBody();
  nextSocket.write("x".repeat(bytes - 1));
  expect((await readFirstResponse(nextSocket)).status).toBe(400);
  for (const socket of [...waitingSockets, refusedSocket, nextSocket]) socket.destroy();
});

test("a client that sends Expect: 100-continue is told to continue only once it is admitted", async () => {
  const expectContinueHeader = "expect: 100-continue";
  const signedOutSocket = await openSocketWithRequest([
    ...requestLinesBeforeBody("POST", "/api/conversations", "application/json"),
    expectContinueHeader,
  ]);
  expect((await readFirstResponse(signedOutSocket)).status).toBe(401);
  expect(await text(signedOutSocket)).not.toContain("100 Continue");

  const body = JSON.stringify({ email: "nobody@kakehashi.example", password: "x", service: "kakehashi" });
  const guestSocket = await openSocketWithRequest([
    "POST /api/sign-in HTTP/1.1",
    "host: localhost",
    "connection: close",
    "content-type: application/json",
    `content-length: ${body.length}`,
    expectContinueHeader,
  ]);
  expect((await readFirstResponse(guestSocket)).status).toBe(100);
  guestSocket.write(body);
  expect(await text(guestSocket)).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]*"error"/);
});

test("an unknown Expect header is refused in the form of the API's errors", async () => {
  const socket = await openSocketWithRequest([
    "GET /api/languages HTTP/1.1",
    "host: localhost",
    "connection: close",
    "expect: miracles",
  ]);
  const [responseHead = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  expect(responseHead).toMatch(/^HTTP\/1\.1 417 /);
  expect(errorBody.parse(JSON.parse(body)).error.code).toBe("ERR.EXPECTATION");
});

test.each([
  ["no Host", []],
  ["two", ["host: localhost", "host: elsewhere"]],
  ["the same twice", ["host: localhost", "Host: localhost"]],
])("a request with %s is malformed", async (_, hostHeaders) => {
  const socket = await openSocketWithRequest([
    "GET /api/languages HTTP/1.1",
    "connection: close",
    ...hostHeaders,
  ]);
  const [responseHead = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  expect(responseHead).toMatch(/^HTTP\/1\.1 400 /);
  expect(errorBody.parse(JSON.parse(body)).error.code).toBe("ERR.MALFORMED");
});

test("HTTP/1.0 has no Host", async () => {
  const socket = await openSocketWithRequest(["GET /api/health HTTP/1.0"]);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
});

test.each(["h2c", "TLS/1.0", "foo", "h2c, foo"])("an upgrade to %s is ignored", async (upgradeProtocol) => {
  const requestLines = (method: string, path: string) => [
    `${method} ${path} HTTP/1.1`,
    "host: localhost",
    "connection: upgrade, http2-settings",
    `upgrade: ${upgradeProtocol}`,
    "http2-settings: AAMAAABkAARAAAAAAAIAAAAA",
  ];
  const languageRequestSocket = await openSocketWithRequest(requestLines("GET", "/api/languages"));
  expect((await readFirstResponse(languageRequestSocket)).head).toMatch(/^HTTP\/1\.1 200 [\s\S]*"data"/);
  languageRequestSocket.destroy();
  const body = '{"email":1}';
  const signInRequestSocket = await openSocketWithRequest(
    [
      ...requestLines("POST", "/api/sign-in"),
      "content-type: application/json",
      `content-length: ${body.length}`,
    ],
    body,
  );
  expect((await readFirstResponse(signInRequestSocket)).head).toMatch(/^HTTP\/1\.1 422 [\s\S]*"email"/);
  signInRequestSocket.destroy();
});

test("a client that sends 20 megabytes where 64 kilobytes are taken gets the answer, not a broken connection", async () => {
  const bytes = 20 * 1024 * 1024;
  const socket = await openSocketWithRequest([
    "POST /api/sign-in HTTP/1.1",
    "host: localhost",
    "content-type: application/json",
    `content-length: ${bytes}`,
  ]);
  const expectedResponse = readFirstResponse(socket);
  const chunk = Buffer.alloc(64 * 1024, "x");
  for (let sentBytes = 0; sentBytes < bytes; sentBytes += chunk.length)
    if (!socket.write(chunk)) await once(socket, "drain");
  expect((await expectedResponse).status).toBe(413);
  // A refusal does not close the connection: the server responds to the next request on it.
  const nextResponse = once(socket, "data");
  socket.write("GET /api/ready HTTP/1.1\r\nhost: localhost\r\n\r\n");
  expect(String((await nextResponse)[0])).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});
