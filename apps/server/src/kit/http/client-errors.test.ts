import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { commonErrors, errorBody } from "@kakehashi/contract/kit/errors";
import { languages } from "@kakehashi/contract/languages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { createBrokenRequestHandler, maximumHeaderBytes, maximumUrlLength } from "./client-errors.ts";

let server: TestApp;
let serverAddress: string;
beforeAll(async () => {
  server = await createTestApp();
  serverAddress = await server.listen();
});
afterAll(() => server.close());

/** Returns a URL of this length that begins with `path`. */
const urlOfLength = (path: string, length: number) => `${path}?q=`.padEnd(length, "x");

/** Sends raw bytes and returns the server's response. */
async function sendRawBytes(bytes: string): Promise<{ head: string; body: string }> {
  const socket = connect(Number(new URL(serverAddress).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(bytes);
  const [responseHead = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { head: responseHead, body };
}

const rawRequest = (path: string, headers = "") =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`;

test.each(languages)("an address of the API that is too long is refused in %s", async (language) => {
  const response = await fetch(serverAddress + urlOfLength("/api/languages", maximumUrlLength + 1), {
    headers: { "accept-language": language },
  });
  expect(response.status).toBe(414);
  const { code, message } = errorBody.parse(await response.json()).error;
  expect([code, message]).toEqual([
    "ERR.ADDRESS_TOO_LONG",
    commonErrors["ERR.ADDRESS_TOO_LONG"].message[language],
  ]);
});

test("the longest that is read is read", async () => {
  const { status } = await fetch(serverAddress + urlOfLength("/api/languages", maximumUrlLength));
  expect([200, 422]).toContain(status);
});

test("headers that are too long are refused in the shape of the API's errors", async () => {
  for (const bytes of [
    rawRequest(urlOfLength("/api/languages", maximumHeaderBytes + 1)),
    rawRequest("/api/languages", `x-long: ${"x".repeat(maximumHeaderBytes)}\r\n`),
  ]) {
    const { head, body } = await sendRawBytes(bytes);
    expect(head).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    expect(head).toMatch(/content-type: application\/json/);
    expect(errorBody.parse(JSON.parse(body)).error.code).toBe("ERR.HEADERS_TOO_LARGE");
  }
});

test("a malformed request outside the API gets a page in all languages, because its headers were not read", async () => {
  const { head, body } = await sendRawBytes(rawRequest(urlOfLength("/chat", maximumHeaderBytes + 1)));
  expect(head).toMatch(/^HTTP\/1\.1 431 /);
  expect(head).toMatch(/content-type: text\/html; charset=utf-8/);
  for (const language of languages)
    expect(body).toContain(
      `<p lang="${language}">${commonErrors["ERR.HEADERS_TOO_LARGE"].message[language]}</p>`,
    );
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
});

test("headers whose first line came in an earlier packet are refused in the shape of the API's errors", async () => {
  const socket = new PassThrough();
  const error = { code: "HPE_HEADER_OVERFLOW", rawPacket: Buffer.from(`${"b".repeat(2_000)}\r\nx: y\r\n`) };
  createBrokenRequestHandler("http://localhost")(error, socket as unknown as Socket);
  const [responseHead = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  expect(responseHead).toMatch(/^HTTP\/1\.1 431 /);
  expect(responseHead).toContain("content-type: application/json");
  expect(errorBody.parse(JSON.parse(body)).error.code).toBe("ERR.HEADERS_TOO_LARGE");
});

test("whoever goes on sending is answered all the same", async () => {
  const { head } = await sendRawBytes(rawRequest(urlOfLength("/api/languages", 100 * maximumHeaderBytes)));
  expect(head).toMatch(/^HTTP\/1\.1 431 /);
});

test("what is no HTTP is malformed", async () => {
  const { head, body } = await sendRawBytes("POST /api/sign-in HTTP/9.9\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(JSON.parse(body)).toEqual({
    error: { code: "ERR.MALFORMED", message: commonErrors["ERR.MALFORMED"].message.en },
  });
});

test.each([
  "get /api/languages HTTP/1.1",
  "GET  /api/languages HTTP/9.1",
  "G@T /api/languages HTTP/1.1",
  "GET /api/a b HTTP/1.1",
  "GET http://localhost/api/languages HTTP/9.1",
  "GET /api HTTP/1",
])("the malformed line %j asks for the API, and is answered in the shape of its errors", async (line) => {
  const { head, body } = await sendRawBytes(`${line}\r\nhost: localhost\r\n\r\n`);
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  expect(errorBody.parse(JSON.parse(body)).error.code).toBe("ERR.MALFORMED");
});

test("a body that is no longer HTTP belongs to the path that was asked for", async () => {
  const chunkedHeaders = "transfer-encoding: chunked\r\ncontent-type: application/json\r\n";
  const { head, body } = await sendRawBytes(
    `POST /api/sign-in HTTP/1.1\r\nhost: localhost\r\n${chunkedHeaders}\r\n2\r\n{"\r\nnot a length\r\n`,
  );
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  expect(errorBody.parse(JSON.parse(body)).error.code).toBe("ERR.MALFORMED");
});

test("who does not finish a request in time is told so", async () => {
  const socket = new PassThrough();
  createBrokenRequestHandler("http://localhost")(
    { code: "ERR_HTTP_REQUEST_TIMEOUT" },
    socket as unknown as Socket,
  );
  const [responseHead, body = ""] = (await text(socket)).split("\r\n\r\n");
  expect(responseHead).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(errorBody.parse(JSON.parse(body)).error.code).toBe("ERR.TIMEOUT");
});

test.each([
  ["a carriage return in its method", "PO\rST /api/sign-in HTTP/1.1"],
  ["a method of 100 characters", `${"P".repeat(100)} /api/sign-in HTTP/1.1`],
  ["no method", " /api/sign-in HTTP/1.1"],
  ["empty lines before it", "\r\n\r\n\u0001 /api/sign-in HTTP/1.1"],
])("a first line for the API with %s is refused in the API's shape", async (_, line) => {
  const { head, body } = await sendRawBytes(`${line}\r\nhost: localhost\r\n\r\n`);
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  expect(errorBody.parse(JSON.parse(body)).error.code).toBe("ERR.MALFORMED");
});
