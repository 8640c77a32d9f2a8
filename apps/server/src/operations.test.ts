import { randomUUID } from "node:crypto";
import { signUp } from "@kakehashi/contract/auth";
import { createConversation } from "@kakehashi/contract/conversations";
import { listMessages, sendMessage } from "@kakehashi/contract/messages";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { describePathsOutsideContract } from "./other-calls.ts";
import { callApi, createTestApp, type TestApp } from "./test/app.ts";
import { DatabaseProxy } from "./test/database-proxy.ts";
import type { ConnectionProxy } from "./test/gate.ts";
import { addTestPeople, type TestPeople, testPassword } from "./test/world.ts";

let server: TestApp;
let testPeople: TestPeople;
let serverUrl: string;
let databaseProxy: ConnectionProxy;
const databaseGate = new DatabaseProxy();

beforeAll(async () => {
  server = await createTestApp({ proxyDatabaseUrl: databaseGate.proxyDatabaseUrl });
  databaseProxy = databaseGate.requiredConnectionProxy;
  testPeople = await addTestPeople(server);
  serverUrl = await server.listen();
});
afterAll(async () => {
  // The job queue reports errors while the database cannot be reached. These tests expect such errors, so they ignore
  // them.
  server.jobErrors.length = 0;
  await server.close();
  await databaseGate.remove();
});

interface ErrorAnswer {
  error: { code: string };
}

const errorCodeOf = async (response: Response) => ((await response.json()) as ErrorAnswer).error.code;
const fetchFrom = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${serverUrl}${path}`, { headers });

test("health and readiness answer while all is well", async () => {
  for (const [path, status] of [
    ["/api/health", "ok"],
    ["/api/ready", "ready"],
  ] as const) {
    const response = await fetchFrom(path);
    expect([response.status, await response.json()]).toEqual([200, { data: { status } }]);
  }
});

test("while the database is away the server lives, says so, and is whole again when it is back", async () => {
  const body = { kind: "DIRECT", user_ids: [testPeople.an.id] };
  const { data: room } = await testPeople.aiko.call(createConversation, { body });
  const client_id = randomUUID();
  const sendText = () =>
    testPeople.aiko.call(sendMessage, {
      params: { id: room.id },
      body: { client_id, content: "through the storm" },
    });

  await databaseProxy.close();
  expect((await fetchFrom("/api/health")).status).toBe(200);
  const readyAnswer = await fetchFrom("/api/ready");
  expect([readyAnswer.status, await errorCodeOf(readyAnswer)]).toEqual([503, "ERR.UNAVAILABLE"]);
  const refusedResponse = await sendText();
  expect(refusedResponse).toMatchObject({ status: 503, error: { code: "ERR.UNAVAILABLE" } });
  expect(refusedResponse.headers["retry-after"]).toBe("1");
  expect(JSON.stringify(refusedResponse.error)).not.toContain(databaseGate.folder);

  await databaseProxy.open();
  expect((await fetchFrom("/api/ready")).status).toBe(200);
  expect((await sendText()).status).toBe(200);
  const { data } = await testPeople.an.call(listMessages, { params: { id: room.id } });
  expect(data.map(({ content }) => content)).toEqual(["through the storm"]);
});

test("work that waited while the database was away is done when it is back", async () => {
  const email = "patient@kakehashi.example";
  const body = { email, password: testPassword, confirm_password: testPassword, language: "en" };
  await databaseProxy.close();
  expect((await callApi(server.app, signUp, { body })).status).toBe(503);
  await databaseProxy.open();
  // Sends the request again, as a browser does. The first attempt fails, because its pooled database connection broke
  // unnoticed.
  await expect.poll(async () => (await callApi(server.app, signUp, { body })).status).toBe(200);
  expect((await server.mails.waitForMail(email)).subject).toBe("Confirm your e-mail address");
});

test("a database that says nothing at all is not waited for", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  databaseProxy.holdData();
  try {
    let status = 0;
    void server.app.http.inject("/api/ready").then(({ statusCode }) => {
      status = statusCode;
    });
    await vi.waitUntil(() => {
      vi.advanceTimersByTime(2_000);
      return status !== 0;
    });
    expect(status).toBe(503);
  } finally {
    vi.useRealTimers();
    databaseProxy.releaseData();
  }
  expect((await fetchFrom("/api/ready")).status).toBe(200);
});

test("connections to the database that broke are replaced, and at most those under way are refused", async () => {
  await testPeople.an.call(listMessages, { params: { id: randomUUID() } });
  databaseProxy.cutConnections();
  const responses = await Promise.all(
    Array.from({ length: 16 }, () => testPeople.an.call(listMessages, { params: { id: randomUUID() } })),
  );
  for (const { status } of responses) expect([404, 503]).toContain(status);
  expect((await fetchFrom("/api/ready")).status).toBe(200);
});

describe("metrics", () => {
  test("count requests by their route and show the open sockets, to this machine", async () => {
    await testPeople.an.call(listMessages, { params: { id: randomUUID() } });
    const response = await fetchFrom("/metrics");
    expect(response.headers.get("content-type")).toContain("text/plain");
    const text = await response.text();
    expect(text).toContain("live_connections 0");
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/conversations\/:id\/messages"/,
    );
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|token|@kakehashi/);
  });

  test.each(["x-forwarded-for", "forwarded", "via", "x-real-ip", "x-forwarded-proto"])(
    "are not there for who comes by a proxy (%s)",
    async (header) => {
      const response = await fetchFrom("/metrics", { [header]: "203.0.113.7" });
      expect([response.status, await errorCodeOf(response)]).toEqual([404, "ERR.NOT_FOUND"]);
    },
  );

  test("are not there for who claims to be this machine before a trusted proxy elsewhere", async () => {
    const proxiedApp = await createTestApp({
      databaseUrl: server.ownerDatabaseUrl,
      trustedProxies: ["192.0.2.0/24"],
    });
    for (const claimedAddresses of ["127.0.0.1", "127.0.0.1, 198.51.100.1", "::1"]) {
      const headers = { "x-forwarded-for": claimedAddresses };
      const response = await proxiedApp.app.http.inject({
        url: "/metrics",
        remoteAddress: "192.0.2.1",
        headers,
      });
      expect(response.statusCode).toBe(404);
    }
    expect(
      (await proxiedApp.app.http.inject({ url: "/metrics", remoteAddress: "192.0.2.1" })).statusCode,
    ).toBe(404);
    expect((await proxiedApp.app.http.inject({ url: "/metrics" })).statusCode).toBe(200);
    await proxiedApp.close();
  });

  test("are not there for another machine", async () => {
    const response = await server.app.http.inject({ url: "/metrics", remoteAddress: "192.0.2.1" });
    expect(response.statusCode).toBe(404);
  });
});

describe("the description of the API", () => {
  interface DescribedOperation {
    parameters: { in: string; name: string }[];
    requestBody?: { required: boolean; content: Record<string, { schema: object }> };
    security?: object[];
    responses: Record<string, object>;
  }
  interface OpenApiDescription {
    openapi: string;
    paths: Record<string, Record<string, DescribedOperation>>;
    components: Record<"schemas" | "responses", Record<string, object>>;
  }
  const readDocument = async () =>
    (await (await fetchFrom("/api/openapi.json")).json()) as OpenApiDescription;

  test("is valid OpenAPI 3.1", async () => {
    const description = await readDocument();
    expect(description.openapi).toMatch(/^3\.1\./);
    const result = await new Validator().validate({ ...description });
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  test("holds every endpoint with its parameters, its body and its guard, the other calls, and nothing else", async () => {
    const { paths } = await readDocument();
    const callNamesOf = (openApiPaths: object) =>
      Object.entries(openApiPaths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
    const { endpoints } = server.app;
    const name = (path: string) => path.replace(/:(\w+)/g, "{$1}");
    expect(callNamesOf(paths).sort()).toEqual(
      [
        ...endpoints.map(({ method, path }) => `${method} ${name(path)}`),
        ...callNamesOf(describePathsOutsideContract("")),
      ].sort(),
    );
    for (const { method, path, guard, body } of endpoints) {
      const operation = paths[name(path)]?.[method.toLowerCase()];
      const pathParameters = operation?.parameters.filter((parameter) => parameter.in === "path");
      expect(pathParameters?.map((parameter) => parameter.name)).toEqual(
        [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter),
      );
      expect(operation?.requestBody !== undefined).toBe(body !== undefined);
      expect(operation?.security !== undefined).toBe(guard !== "anyone");
      const successResponse = operation?.responses["200"] ?? operation?.responses["302"];
      expect(successResponse).toBeDefined();
      for (const status of ["4XX", "500", "503", "507"]) expect(operation?.responses[status]).toBeDefined();
    }
  });

  test("says how bodies come, and which must", async () => {
    const { paths } = await readDocument();
    const requestBodyOf = (path: string) => paths[path]?.post?.requestBody;
    expect(Object.keys(requestBodyOf("/conversations/{id}/messages")?.content ?? {})).toEqual([
      "application/json",
      "multipart/form-data",
    ]);
    expect(Object.keys(requestBodyOf("/users/avatar")?.content ?? {})).toEqual(["image/*"]);
    expect(requestBodyOf("/sign-in")?.required).toBe(true);
  });

  test("says of files that they are", async () => {
    const { paths } = await readDocument();
    const bodyOf = (method: string, path: string) => paths[path]?.[method]?.requestBody?.content ?? {};
    const bytes = { type: "string", format: "binary" };
    const message = bodyOf("post", "/conversations/{id}/messages")["multipart/form-data"]?.schema;
    expect(message).toMatchObject({ properties: { files: { type: "array", items: bytes, maxItems: 10 } } });
    expect(message).not.toHaveProperty("required", expect.arrayContaining(["files"]));
    expect(bodyOf("post", "/conversations/{id}/files")["multipart/form-data"]?.schema).toMatchObject({
      properties: { files: { items: bytes } },
      required: ["files"],
    });
    for (const path of ["/users/avatar", "/admin/blog/pictures"])
      expect(bodyOf("post", path)).toEqual({ "image/*": { schema: bytes } });
    expect(bodyOf("patch", "/uploads/{id}")).toEqual({
      "application/offset+octet-stream": { schema: bytes },
    });
  });

  test("names the shapes that a client knows, and refers to them", async () => {
    const { paths, components } = await readDocument();
    for (const name of ["Message", "Conversation", "Profile", "UserSummary", "Notification", "File", "Error"])
      expect(components.schemas[name], name).toMatchObject({ type: "object" });
    const listAnswer = JSON.stringify(paths["/conversations/{id}/messages"]?.get?.responses["200"]);
    expect(listAnswer).toContain('"items":{"$ref":"#/components/schemas/Message"}');
    const referencesInDocument = [
      ...JSON.stringify({ paths, components }).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g),
    ];
    expect(referencesInDocument.length).toBeGreaterThan(100);
    for (const [reference, kind = "", name = ""] of referencesInDocument)
      expect(components[kind as keyof typeof components]?.[name], reference).toBeDefined();
  });

  test("writes no object out twice: what two calls use has a name", async () => {
    const { paths } = await readDocument();
    const callsBySchema = new Map<string, Set<string>>();
    const collectSchemas = (node: unknown, callName: string): void => {
      if (typeof node !== "object" || node === null) return;
      const { type, properties = {} } = node as { type?: string; properties?: object };
      const fields = Object.keys(properties);
      const isAnswerEnvelope = fields.every((field) => field === "data" || field === "meta");
      if (type === "object" && !isAnswerEnvelope) {
        const schemaText = JSON.stringify(node);
        callsBySchema.set(schemaText, (callsBySchema.get(schemaText) ?? new Set()).add(callName));
      }
      for (const child of Object.values(node)) collectSchemas(child, callName);
    };
    for (const [path, methods] of Object.entries(paths))
      for (const [method, operation] of Object.entries(methods))
        collectSchemas(operation, `${method} ${path}`);
    expect(callsBySchema.size).toBeGreaterThan(50);
    const repeatedSchemas = [...callsBySchema].filter(([, calls]) => calls.size > 1);
    expect(repeatedSchemas.map(([schemaText, calls]) => [schemaText, ...calls])).toEqual([]);
  });

  test("has patterns that every program can read", async () => {
    const text = JSON.stringify(await readDocument());
    const patterns = [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, pattern = ""]) =>
      JSON.parse(pattern),
    );
    expect(patterns.length).toBeGreaterThan(10);
    for (const pattern of patterns) expect(() => new RegExp(pattern, "u")).not.toThrow();
  });

  test("can be read by people", async () => {
    const page = await fetchFrom("/api/docs");
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("swagger-ui");
    const openApiDocument = await (await fetchFrom("/api/docs/json")).json();
    expect(openApiDocument).toEqual(await readDocument());
  });
});
