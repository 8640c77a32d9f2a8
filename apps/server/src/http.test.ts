import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { signIn, signUp } from "@kakehashi/contract/auth";
import { getConversation } from "@kakehashi/contract/conversations";
import { commonErrors, errorBody } from "@kakehashi/contract/kit/errors";
import { languages } from "@kakehashi/contract/languages";
import { sendMessage } from "@kakehashi/contract/messages";
import { setInterfaceLanguage } from "@kakehashi/contract/users";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { newId } from "./kit/ids.ts";
import { setUpTestServer } from "./test/open-world.ts";

const { server, testPeople } = await setUpTestServer();

const receivedResponses: LightMyRequestResponse[] = [];

async function sendRequest(
  request: InjectOptions,
): Promise<{ status: number; code: string; fields: string[] }> {
  const response = await server.app.http.inject(request);
  receivedResponses.push(response);
  const { error } = errorBody.parse(response.json());
  return { status: response.statusCode, code: error.code, fields: Object.keys(error.fields ?? {}) };
}

// Whatever the request is, the response must be an error of the contract, never with status 500, and must not reveal
// internals of the server.
afterEach(() => {
  for (const { statusCode, body } of receivedResponses.splice(0)) {
    expect(statusCode).toBeLessThan(500);
    expect(body).not.toMatch(/node_modules|\.ts\b|\n\s+at |FST_ERR|postgres|Unexpected token/i);
  }
});

const jsonHeaders = { "content-type": "application/json" };
const createBearerHeaders = () => ({ authorization: `Bearer ${testPeople.an.tokens.access_token}` });
const postPayload = (url: string, payload: string | Buffer, headers: Record<string, string> = jsonHeaders) =>
  sendRequest({ method: "POST", url, payload, headers });

describe("a body that is not JSON is malformed:", () => {
  test.each([
    ["half an object", '{"email": "a@b.example"'],
    ["words", "hello"],
    ["two values", "{}{}"],
    ["a trailing comma", '{"email": 1,}'],
    ["a NaN", '{"email": NaN}'],
    ["bytes", Buffer.from([0xff, 0xfe, 0x00])],
    ["a prototype", '{"__proto__": {"role": "admin"}}'],
    ["a constructor's prototype", '{"constructor": {"prototype": {"role": "admin"}}}'],
  ])("%s", async (_, payload) => {
    expect(await postPayload("/api/sign-in", payload)).toMatchObject({ status: 400, code: "ERR.MALFORMED" });
  });

  test("a length that is not the body's", async () => {
    const headers = { ...jsonHeaders, "content-length": "3" };
    expect(await postPayload("/api/sign-in", '{"email":1}', headers)).toMatchObject({ status: 400 });
  });
});

describe("a body that is JSON, but no object, is refused as a whole:", () => {
  test.each(["", "[]", "null", "1", '"words"', "[{}]"])("%j", async (payload) => {
    const response = await postPayload("/api/sign-in", payload);
    expect(response).toMatchObject({ status: 422, code: "ERR.BODY" });
  });
});

describe("a body of another type is refused with 415:", () => {
  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/xml",
    "application/json-patch+json",
    "nonsense",
    "",
  ])("%j", async (type) => {
    const response = await postPayload("/api/sign-in", '{"email":1}', { "content-type": type });
    expect(response).toMatchObject({ status: 415, code: "ERR.MEDIA_TYPE" });
  });
});

describe("a body of another shape is refused with its fields named:", () => {
  test.each([
    ["empty", "{}", ["email", "password", "service"]],
    ["wrong types", '{"email": 1, "password": [], "service": {}}', ["email", "password", "service"]],
    ["nulls", '{"email": null, "password": null, "service": null}', ["email", "password", "service"]],
    [
      "unknown fields",
      '{"email": "a@b.example", "password": "x", "service": "kakehashi", "admin": true, "toString": 1}',
      ["admin", "toString"],
    ],
  ])("%s", async (_, payload, fields) => {
    const response = await postPayload("/api/sign-in", payload);
    expect(response).toMatchObject({ status: 422, code: "ERR.INPUT" });
    expect(response.fields.sort()).toEqual(fields);
  });

  test("unknown and repeated query parameters", async () => {
    for (const query of [
      "wat=1",
      "page=1&page=2",
      "page=x",
      "paging=101",
      "page=0",
      "changed_since=yesterday",
    ]) {
      const response = await sendRequest({
        url: `/api/conversations?${query}`,
        headers: createBearerHeaders(),
      });
      expect(response).toMatchObject({ status: 422, fields: [query.split("=")[0]] });
    }
  });
});

test("a megabyte is too large, said or streamed", async () => {
  const body = JSON.stringify({ client_id: newId(), content: "あ".repeat(350_000) });
  const url = `/api/conversations/${newId()}/messages`;
  const headers = { ...jsonHeaders, ...createBearerHeaders() };
  expect(await postPayload(url, body, headers)).toMatchObject({ status: 413, code: "ERR.TOO_LARGE" });
  expect(await postPayload("/api/sign-in", body)).toMatchObject({ status: 413, code: "ERR.TOO_LARGE" });
});

describe("an unknown address is not found, and breaks nothing:", () => {
  test.each([
    "/api",
    "/api/",
    "/api/nothing",
    "/api/conversations/x/y/z",
    "/api/Sign-In",
    "/api//sign-in",
    "/api/conversations/..",
    "/api/conversations/%2e%2e%2fusers",
    `/api/conversations/${"x".repeat(5_000)}`,
    "/api/conversations/%00",
    "/api/conversations/123",
    "/api/conversations/__proto__",
    "/api/constructor",
    "/api/users/info%20",
    "/api/users/%69nfo/x",
    "/nothing?page=%F0",
  ])("%s", async (url) => {
    expect(await sendRequest({ url, headers: createBearerHeaders() })).toMatchObject({
      status: 404,
      code: "ERR.NOT_FOUND",
    });
  });

  test.each(["/api/%", "/api/%zz", "/api/conversations/%E0%A4%A", "/%"])("%s is malformed", async (url) => {
    expect(await sendRequest({ url, headers: createBearerHeaders() })).toMatchObject({
      status: 400,
      code: "ERR.MALFORMED",
    });
  });
});

test.each(["projects?search", "projects?skill", "drive?search", "users?search"])(
  "a NUL in /api/%s finds nothing",
  async (list) => {
    const request = { url: `/api/${list}=%00`, headers: createBearerHeaders() };
    expect((await server.app.http.inject(request)).statusCode).toBe(200);
  },
);

describe("another method is refused with 405 and the methods that work:", () => {
  test.each([
    ["GET", "/api/sign-in", "POST"],
    ["DELETE", "/api/sign-in", "POST"],
    ["PUT", "/api/users/info", "GET, HEAD"],
    ["PATCH", "/api/conversations", "GET, HEAD, POST"],
    ["OPTIONS", "/api/conversations", "GET, HEAD, POST"],
    ["POST", `/api/conversations/${newId()}`, "GET, HEAD"],
  ] as const)("%s %s", async (method, url, allow) => {
    expect(await sendRequest({ method, url, headers: createBearerHeaders() })).toMatchObject({
      status: 405,
      code: "ERR.METHOD",
    });
    expect(receivedResponses.at(-1)?.headers.allow).toBe(allow);
  });
});

describe("a request that another site makes a browser send is refused:", () => {
  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another port", { origin: "http://localhost:3001" }],
    ["another scheme", { origin: "ftp://localhost:3000" }],
    ["a name that begins like ours", { origin: "http://localhost:3000.evil.example" }],
    ["no origin (a sandboxed frame)", { origin: "null" }],
    ["no address", { origin: "evil" }],
    ["another site, by its fetch metadata", { "sec-fetch-site": "cross-site" }],
  ])("%s", async (_, headers) => {
    const cookie = `refresh_token=${testPeople.an.tokens.refresh_token}`;
    for (const url of ["/api/sign-out", "/api/refresh-token", "/api/sign-in", "/api/nothing"]) {
      const response = await postPayload(url, "", { ...jsonHeaders, cookie, ...headers });
      expect(response).toMatchObject({ status: 403, code: "ERR.ORIGIN" });
    }
  });

  test("and has no effect: the session stays", async () => {
    const response = await testPeople.an.call(setInterfaceLanguage, {
      body: { language: "vi" },
      headers: { origin: "http://localhost:3000" },
    });
    expect(response.status).toBe(200);
  });
});

describe("errors are told in the caller's language", () => {
  test.each(languages)("%s, remembered or preferred", async (language) => {
    const expectedMessage = commonErrors["ERR.TOK0101"].message[language];
    for (const headers of [
      { cookie: `session_lang=${language}`, "accept-language": "fr" },
      { "accept-language": `fr, ${language}-XX;q=0.8, en;q=0.1` },
    ]) {
      await sendRequest({ url: "/api/users/info", headers });
      expect(receivedResponses.at(-1)?.json().error.message).toBe(expectedMessage);
    }
    const response = await server.app.http.inject({
      method: "POST",
      url: "/api/sign-up",
      headers: { cookie: `session_lang=${language}` },
      payload: { email: "x", password: "short", confirm_password: "short", language },
    });
    const { message, fields } = response.json().error;
    expect(message).toBe(commonErrors["ERR.INPUT"].message[language]);
    expect(Object.keys(fields)).toEqual(["email", "password"]);
  });

  test("English for a language that nobody speaks here, and for a broken cookie", async () => {
    for (const headers of [
      { cookie: "session_lang=%zz; access_token" },
      { "accept-language": ";;q=x,*" },
      {},
    ]) {
      await sendRequest({ url: "/api/users/info", headers });
      expect(receivedResponses.at(-1)?.json().error.message).toBe("Please sign in.");
    }
  });
});

test("rows of others and missing rows get the same answer", async () => {
  const missingRowAnswer = await testPeople.an.call(getConversation, { params: { id: newId() } });
  const malformedIdResponse = await testPeople.an.call(getConversation, { params: { id: "1" } });
  expect([missingRowAnswer.status, missingRowAnswer.error]).toEqual([
    malformedIdResponse.status,
    malformedIdResponse.error,
  ]);
});

test("a connection that is not HTTP is refused, and the next one is served", async () => {
  const { port } = new URL(await server.listen());
  for (const malformedRequest of ["HELLO\r\n\r\n", "GET /api/health HTTP/9.9\r\n\r\n", "\0\0\0\0"]) {
    const socket = connect(Number(port), "127.0.0.1");
    await once(socket, "connect");
    socket.end(malformedRequest);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d /);
  }
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
});

test("the limits of every endpoint's method, path and description are written down", () => {
  for (const { method, path, summary } of [signIn, signUp, sendMessage, ...server.app.endpoints]) {
    expect(summary).toMatch(/\.$/);
    expect(`${method} ${path}`).toMatch(/^(GET|POST|PATCH|DELETE) (\/(:\w+|[\w-]+))+$/);
  }
});
