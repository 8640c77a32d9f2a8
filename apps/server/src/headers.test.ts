import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { changeBot } from "@kakehashi/contract/bots";
import { createFilePath, resumableUploadPath } from "@kakehashi/contract/files";
import { errorBody } from "@kakehashi/contract/kit/errors";
import { livePath } from "@kakehashi/contract/live";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "./test/app.ts";
import { createFlow, createPublishedBot, createSayBlock, endBlock } from "./test/bots.ts";
import { createDirectRoom } from "./test/rooms.ts";
import { addTestPeople, type TestPeople } from "./test/world.ts";
import { serveWeb } from "./web.ts";

/** Writes a fake build of the web app with one empty page into a temporary folder. Returns the folder. */
async function writeTestWebBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kakehashi-web-"));
  await mkdir(join(folder, "build/client/assets"), { recursive: true });
  await mkdir(join(folder, "build/server"), { recursive: true });
  await writeFile(join(folder, "build/client/assets/worker.js"), "self.close()");
  await writeFile(join(folder, "build/client/robots.txt"), "User-agent: *");
  await writeFile(join(folder, "package.json"), '{"type": "module"}');
  await writeFile(
    join(folder, "build/server/index.js"),
    `const page = (status, headers) => new Response("<!doctype html><title>Page</title>", {
       status, headers: { "content-type": "text/html; charset=utf-8", ...headers } });
     export const entry = { module: {
       languageAt: (_, language) => language,
       createPages: () => async (request, visit) => {
         const { pathname } = new URL(request.url);
         if (visit.refusalStatus) return page(visit.refusalStatus);
         if (pathname === "/elsewhere") return new Response(null, { status: 302, headers: { location: "/login" } });
         if (pathname === "/missing") return page(404);
         if (pathname === "/card.png")
           return new Response("card", { headers: { "content-type": "image/png", "cache-control": "public, max-age=60" } });
         return page(200, pathname === "/public" ? { "cache-control": "public, max-age=60" } : {});
       } } };`,
  );
  return folder;
}

let server: TestApp;
let testPeople: TestPeople;
let webFolder: string;
let serverAddress: string;
let fileId: string;
beforeAll(async () => {
  server = await createTestApp();
  webFolder = await writeTestWebBuild();
  await serveWeb(server.app.http, {
    mode: "production",
    webFolder,
    publicUrl: "http://localhost:3000",
    readVisitor: server.app.readPageVisitor,
    pagesPerSecond: 1_000,
  });
  testPeople = await addTestPeople(server);
  serverAddress = await server.listen();
  fileId = await uploadPicture();
});
afterAll(async () => {
  await server.close();
  await rm(webFolder, { recursive: true });
});

const createBearerHeader = () => ({ authorization: `Bearer ${testPeople.an.tokens.access_token}` });

async function uploadPicture(): Promise<string> {
  const room = await createDirectRoom(testPeople.an, testPeople.minh);
  const form = new FormData();
  form.set("files", new Blob(["words"]), "words.txt");
  const response = await fetch(`${serverAddress}/api/conversations/${room}/files`, {
    method: "POST",
    body: form,
    headers: createBearerHeader(),
  });
  const { data } = (await response.json()) as { data: { id: string }[] };
  return data[0]?.id ?? "";
}

interface RequestCase {
  status: number;
  method?: string;
  path: string | (() => string);
  headers?: Record<string, string>;
  body?: string;
}

const createUploadedFileUrl = () => createFilePath(fileId);
const jsonHeaders = { "content-type": "application/json" };
const tusHeaders = { "tus-resumable": "1.0.0" };
const requestCases: Record<string, RequestCase> = {
  "an answer": { status: 200, path: "/api/languages" },
  "a stranger's call": { status: 401, path: "/api/users/info", headers: { authorization: "" } },
  "a call of another site": {
    status: 403,
    method: "POST",
    path: "/api/sign-in",
    headers: { origin: "https://e.example" },
  },
  "a call that is not there": { status: 404, path: "/api/nothing" },
  "a method that is not there": { status: 405, method: "DELETE", path: "/api/languages" },
  "a body that is no JSON": {
    status: 400,
    method: "POST",
    path: "/api/sign-in",
    headers: jsonHeaders,
    body: "{",
  },
  "a body of another type": {
    status: 415,
    method: "POST",
    path: "/api/sign-in",
    headers: { "content-type": "image/png" },
    body: "x",
  },
  "a refused field": { status: 422, method: "POST", path: "/api/sign-in", headers: jsonHeaders, body: "{}" },
  "an address that is malformed": { status: 400, path: "/api/%zz" },
  "an address that is too long": { status: 414, path: `/api/languages?q=${"x".repeat(8_000)}` },
  "a redirect": { status: 302, path: "/api/auth/google" },
  "a page that leads on": { status: 200, path: "/api/auth/google/callback" },
  health: { status: 200, path: "/api/health" },
  readiness: { status: 200, path: "/api/ready" },
  metrics: { status: 200, path: "/metrics" },
  "the description": { status: 200, path: "/api/openapi.json" },
  "its pages": { status: 200, path: "/api/docs/" },
  "a file": { status: 200, path: createUploadedFileUrl },
  "a file's head": { status: 200, method: "HEAD", path: createUploadedFileUrl },
  "a part of a file": { status: 206, path: createUploadedFileUrl, headers: { range: "bytes=0-1" } },
  "no part of a file": { status: 416, path: createUploadedFileUrl, headers: { range: "bytes=99-" } },
  "a file that is known": {
    status: 304,
    path: createUploadedFileUrl,
    headers: { "if-none-match": "*known*" },
  },
  "a file that is not there": { status: 404, path: "/api/files/0198c8a0-0000-7000-8000-000000000000" },
  "a picture that is not there": { status: 404, path: "/api/avatars/x" },
  "tus's own refusal": { status: 412, method: "POST", path: `/api${resumableUploadPath}` },
  "tus's answer": {
    status: 400,
    method: "POST",
    path: `/api${resumableUploadPath}`,
    headers: { ...tusHeaders, "upload-length": "1" },
  },
  "an upload that is not there": {
    status: 404,
    method: "HEAD",
    path: `/api${resumableUploadPath}/x`,
    headers: tusHeaders,
  },
  "a page": { status: 200, path: "/private" },
  "a page from memory": { status: 200, path: "/public" },
  "a page that is known": { status: 304, path: "/public", headers: { "if-none-match": "*known*" } },
  "a page that is not there": { status: 404, path: "/missing" },
  "a page that leads elsewhere": { status: 302, path: "/elsewhere" },
  "a page whose address is too long": { status: 414, path: `/private?q=${"x".repeat(8_000)}` },
  "a page that is malformed": { status: 400, path: "/%" },
  "a form of another type": {
    status: 415,
    method: "POST",
    path: "/contact",
    headers: jsonHeaders,
    body: "{}",
  },
  "a form for a page without one": {
    status: 405,
    method: "POST",
    path: "/private",
    headers: jsonHeaders,
    body: "{}",
  },
  "a built file": { status: 200, path: "/assets/worker.js" },
  "a file beside it": { status: 200, path: "/robots.txt" },
  "a card": { status: 200, path: "/card.png" },
};

async function sendRequest({ method = "GET", path, headers = {}, body }: RequestCase): Promise<Response> {
  const url = serverAddress + (typeof path === "string" ? path : path());
  const requestOptions = { method, redirect: "manual", ...(body && { body }) } as const;
  const sentHeaders: Record<string, string> = { ...createBearerHeader(), ...headers };
  if (sentHeaders["if-none-match"] === "*known*")
    sentHeaders["if-none-match"] =
      (await fetch(url, { headers: createBearerHeader() })).headers.get("etag") ?? "";
  return fetch(url, { ...requestOptions, headers: sentHeaders });
}

const socketKey = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==";
const createUpgradeRequest = (lines: string, method = "GET") =>
  `${method} /api${livePath} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n${lines}\r\n\r\n`;

/** The security headers that every response must have. */
function expectSecurityHeaders(headers: Headers): void {
  const contentSecurityPolicy = headers.get("content-security-policy") ?? "";
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(contentSecurityPolicy).toMatch(/default-src '(none|self)'/);
  expect(contentSecurityPolicy).toMatch(/frame-ancestors '(none|self)'/);
  expect(contentSecurityPolicy).toMatch(/base-uri '(none|self)'/);
  expect(headers.get("x-frame-options")).toMatch(/^(DENY|SAMEORIGIN)$/);
  expect(headers.get("referrer-policy")).toMatch(/^(no-referrer|strict-origin-when-cross-origin)$/);
  expect(headers.get("cross-origin-resource-policy")).toMatch(/^(same-origin|cross-origin)$/);
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("permissions-policy")).toMatch(/camera=\(\)/);
}

describe("every answer says what may be done with it, and over https that it stays there:", () => {
  test.each(Object.entries(requestCases))("%s", async (name, requestCase) => {
    const response = await sendRequest(requestCase);
    expect(response.status).toBe(requestCase.status);
    expectSecurityHeaders(response.headers);
    expect(response.headers.has("strict-transport-security")).toBe(false);
    const httpsResponse = await sendRequest({
      ...requestCase,
      headers: { ...requestCase.headers, "x-forwarded-proto": "https" },
    });
    // Only clients on the server's own computer may read `/metrics`. A request through a proxy counts as a request from
    // another computer.
    expect(httpsResponse.status).toBe(requestCase.path === "/metrics" ? 404 : requestCase.status);
    // Fastify refuses a malformed URL before it evaluates the proxy's headers. Then only PUBLIC_URL tells whether the
    // site uses https, and in this test PUBLIC_URL is an http URL.
    if (name.endsWith("is malformed")) return;
    expect(httpsResponse.headers.get("strict-transport-security")).toMatch(/^max-age=\d{8,}$/);
  });

  test.each([
    ["what is no request", "GET /api/x HTTP/9.9\r\n\r\n", 400],
    ["headers that are too long", `GET /x HTTP/1.1\r\nx: ${"x".repeat(40_000)}\r\n\r\n`, 431],
    ["no host", "GET /api/languages HTTP/1.1\r\nconnection: close\r\n\r\n", 400],
    ["an expectation", "GET / HTTP/1.1\r\nhost: x\r\nexpect: x\r\nconnection: close\r\n\r\n", 417],
    [
      "an upgrade that is refused",
      "GET /elsewhere HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
      404,
    ],
    ["an upgrade without a key", createUpgradeRequest("sec-websocket-version: 13"), 400],
    ["an upgrade of another version", createUpgradeRequest(`sec-websocket-version: 7\r\n${socketKey}`), 400],
    [
      "an upgrade by another method",
      createUpgradeRequest(`sec-websocket-version: 13\r\n${socketKey}`, "POST"),
      405,
    ],
    ["an upgrade of another site", createUpgradeRequest("origin: https://e.example"), 403],
    [
      "an upgrade with two hosts",
      createUpgradeRequest(`host: y\r\nsec-websocket-version: 13\r\n${socketKey}`),
      400,
    ],
  ])("%s", async (name, bytes, status) => {
    const socket = connect(Number(new URL(serverAddress).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write(bytes);
    const [headText = "", body = ""] = (await text(socket)).split("\r\n\r\n");
    const [statusLine = "", ...lines] = headText.split("\r\n");
    expect(statusLine).toContain(` ${status} `);
    const headers = new Headers(lines.map((line) => line.split(/: (.*)/, 2) as [string, string]));
    expectSecurityHeaders(headers);
    if (bytes.includes(" /api/")) expect(errorBody.parse(JSON.parse(body)).error.code).toMatch(/^ERR\./);
    if (name.endsWith("another version")) expect(headers.get("sec-websocket-version")).toBe("13, 8");
  });
});

test("only the cards of the public pages may stand in other sites", async () => {
  for (const [name, expectedHeaders] of Object.entries(requestCases)) {
    const { headers } = await sendRequest(expectedHeaders);
    const expected = name === "a card" ? "cross-origin" : "same-origin";
    expect([name, headers.get("cross-origin-resource-policy")]).toEqual([name, expected]);
  }
});

const createHalfFormRequest = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 60000\r\n\r\nmessage=`;

/**
 * Sends the first half of a form. Returns the status if the server responds before the second half arrives, or null if
 * the server waits for the second half.
 */
async function sendHalfForm(path: string, queryOfOtherCalls: string): Promise<number | null> {
  const socket = connect(Number(new URL(serverAddress).port), "127.0.0.1");
  await once(socket, "connect");
  let headText = "";
  socket.on("data", (bytes) => (headText += bytes));
  socket.write(createHalfFormRequest(path));
  // The server reads its connections in turn. After three responses on a second connection, it must have read the first
  // half of the form, too.
  for (let round = 0; round < 3; round++) await fetch(`${serverAddress}/api/languages?${queryOfOtherCalls}`);
  socket.destroy();
  return headText === "" ? null : Number(headText.split(" ")[1]);
}

test("a page's form is admitted before it is read, as many as one network may send", async () => {
  expect(await sendHalfForm("/private", "other")).toBe(405);
  expect(await sendHalfForm("/contact.json", "other")).toBe(405);
  const statuses: (number | null)[] = [];
  for (let count = 0; count < 40; count++) statuses.push(await sendHalfForm("/vi/contact?plan=1", "form"));
  expect(statuses[0]).toBe(null);
  expect(statuses.at(-1)).toBe(429);
  expect(new Set(statuses)).toEqual(new Set([null, 429]));
});

test("the pages that take forms are those whose route has an action", async () => {
  const routes = join(import.meta.dirname, "../../web/app/routes");
  const files = await readdir(routes, { recursive: true });
  const sources = await Promise.all(
    files
      .filter((name) => /\.tsx?$/.test(name))
      .map(async (name) => ({ name, source: await readFile(join(routes, name), "utf8") })),
  );
  const routesWithAction = sources.filter(({ source }) =>
    /^export (?:async function|const) action\b/m.test(source),
  );
  expect(routesWithAction.map(({ name }) => name)).toEqual(["site/contact.tsx"]);
});

test("a built script may load what lies beside it, but no other site's", async () => {
  const { headers } = await sendRequest({ status: 200, path: "/assets/worker.js" });
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'self'; (?!.*https?:)/);
});

test("a browser asks each time before it shows a private file again, and whoever lost access gets nothing", async () => {
  const ownFileResponse = await sendRequest({ status: 200, path: createUploadedFileUrl });
  expect(ownFileResponse.headers.get("cache-control")).toBe("private, no-cache");
  const conditionalHeaders = { "if-none-match": ownFileResponse.headers.get("etag") ?? "" };
  expect(
    (await sendRequest({ status: 304, path: createUploadedFileUrl, headers: conditionalHeaders })).status,
  ).toBe(304);
  const otherPersonHeaders = { authorization: `Bearer ${testPeople.kenji.tokens.access_token}` };
  expect(
    (
      await sendRequest({
        status: 404,
        path: createUploadedFileUrl,
        headers: { ...conditionalHeaders, ...otherPersonHeaders },
      })
    ).status,
  ).toBe(404);
});

describe("The page on which visitors talk to a bot", () => {
  const openPath = async (path: string) => fetch(`${serverAddress}${path}`);

  test("may be shown by its own site and by those of the bot's list, and by no other", async () => {
    const { id } = await createPublishedBot(
      testPeople.kenji,
      createFlow({ start: [createSayBlock("a"), endBlock] }),
    );
    const page = await openPath(`/w/${id}?lang=ja`);
    expect(page.status).toBe(200);
    const policyWithoutSites = page.headers.get("content-security-policy") ?? "";
    expect(policyWithoutSites).toMatch(/frame-ancestors 'self'$/);
    expect(policyWithoutSites).toContain("script-src 'self';");
    expect(page.headers.has("x-frame-options")).toBe(false);
    const html = await page.text();
    expect(html).toContain('<html lang="ja">');
    expect(html).toContain('<script type="module" src="/panel.js">');

    const body = { name: '<b>"Salon"&</b>', sites: ["https://shop.example"] };
    await testPeople.kenji.call(changeBot, { params: { id }, body });
    const shownPage = await openPath(`/w/${id}`);
    expect(shownPage.headers.get("content-security-policy")).toMatch(
      /frame-ancestors 'self' https:\/\/shop\.example$/,
    );
    const text = await shownPage.text();
    expect(text).not.toContain("<b>");
    expect(text).toContain("<title>&lt;b&gt;&quot;Salon&quot;&amp;&lt;/b&gt;</title>");
  });

  test("is the usual missing page where there is no such bot, and keeps its headers", async () => {
    for (const path of ["/w/nobody", `/w/${crypto.randomUUID()}`, "/w/%00"]) {
      const page = await openPath(path);
      expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    }
  });
});
