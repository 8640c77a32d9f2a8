import { createConversation } from "@kakehashi/contract/conversations";
import { downloadFile, downloadRendition, uploadMessageFiles } from "@kakehashi/contract/files";
import { beginGoogleSignIn, finishGoogleSignIn } from "@kakehashi/contract/identities";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { sendMessage } from "@kakehashi/contract/messages";
import fc from "fast-check";
import { afterAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { newId } from "./kit/ids.ts";
import { createTestApp } from "./test/app.ts";
import {
  arbitraryCorruptedRecord,
  arbitraryFromSchema,
  arbitraryJson,
  arbitraryText,
  inputJsonSchemaOptions,
} from "./test/arbitrary.ts";
import { createResponseChecker } from "./test/described.ts";
import { addSignedInPerson, addTestPeople, type TestPerson } from "./test/world.ts";

// These tests are generated from the list of endpoints, so they also cover every new endpoint.

vi.setConfig({ testTimeout: 30_000 });
const server = await createTestApp();
const testPeople = await addTestPeople(server);
afterAll(() => server.close());

const conversation = await testPeople.aiko.call(createConversation, {
  body: { kind: "DIRECT", user_ids: [testPeople.an.id] },
});
const room = conversation.data.id;
const sentMessage = await testPeople.aiko.call(sendMessage, {
  params: { id: room },
  body: { client_id: newId(), content: "between us" },
});

const { endpoints } = server.app;
// Checks every response in this file against the OpenAPI document.
const expectDocumentedResponse = createResponseChecker(
  (await server.app.http.inject("/api/openapi.json")).json(),
);
const namedEndpoints = endpoints.map(
  (endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
);
const listPathParameters = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);

function idsOfOtherPeople({ path }: Endpoint): Record<string, string> {
  const roomAndMessageIds: Record<string, string> = path.startsWith("/conversations/:id")
    ? { id: room, mid: sentMessage.data.id }
    : {};
  return Object.fromEntries(
    listPathParameters(path).map((name) => [name, roomAndMessageIds[name] ?? newId()]),
  );
}

/** Returns a query and a body that this endpoint's schemas accept. */
function validInputFor(endpoint: Endpoint): { query: Record<string, string>; body: unknown } {
  const generateInput = (schema: Endpoint["body"]) => {
    if (!schema) return undefined;
    // Optional fields are left out, so the input is as small as possible.
    const [generatedInput] = fc
      .sample(arbitraryFromSchema(schema, fc.constant(testPeople.linh.id)), { numRuns: 500, seed: 7 })
      .filter((candidate) => schema.safeParse(candidate).success)
      .sort(
        (firstInput, secondInput) => JSON.stringify(firstInput).length - JSON.stringify(secondInput).length,
      );
    return generatedInput ?? {};
  };
  const query = Object.entries((generateInput(endpoint.query) as object | undefined) ?? {});
  return {
    query: Object.fromEntries(query.map(([name, value]) => [name, String(value)])),
    body: generateInput(endpoint.body),
  };
}

interface CallInput {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  token?: string | undefined;
}

async function callEndpoint(endpoint: Endpoint, { params = {}, query = {}, body, token }: CallInput) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params[name] ?? "").toWellFormed()),
  );
  const search = new URLSearchParams(query).toString();
  const {
    statusCode,
    body: text,
    headers,
  } = await server.app.http.inject({
    method: endpoint.method,
    url: `/api${path}${search && `?${search}`}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const type = String(headers["content-type"] ?? "");
  // If an id is missing in the path, the URL belongs to another endpoint. Then the response does not match the
  // description of the tested endpoint.
  const hasAllPathParameters = listPathParameters(endpoint.path).every((name) => params[name]);
  if (hasAllPathParameters) expectDocumentedResponse(endpoint, { status: statusCode, type, body: text });
  return { status: statusCode, text };
}

test("every endpoint is listed once", () => {
  expect(endpoints.length).toBeGreaterThan(15);
  expect(new Set(namedEndpoints.map(([name]) => name)).size).toBe(endpoints.length);
});

describe("an id in capitals is the same id:", () => {
  const fillParameters = (path: string, value: string) =>
    Object.fromEntries(listPathParameters(path).map((name) => [name, value]));
  // Leaves out path parameters that are not ids: they accept any word.
  const endpointsWithIds = namedEndpoints.filter(
    ([, { path, params }]) => params && !params.safeParse(fillParameters(path, "word")).success,
  );
  test.each(endpointsWithIds)("%s", (_, { path, params }) => {
    const id = newId();
    const parsedParams = params?.safeParse(fillParameters(path, id.toUpperCase()));
    if (parsedParams?.success) expect(parsedParams.data).toEqual(fillParameters(path, id));
  });
});

describe("nobody gets in without a session:", () => {
  const guardedEndpoints = namedEndpoints.filter(([, { guard }]) => guard !== "anyone");
  test.each(guardedEndpoints)("%s", async (_, endpoint) => {
    const request = { params: idsOfOtherPeople(endpoint), ...validInputFor(endpoint) };
    for (const token of [undefined, "nonsense"]) {
      const { status, text } = await callEndpoint(endpoint, { ...request, token });
      expect([status, JSON.parse(text).error.code]).toEqual([401, "ERR.TOK0101"]);
    }
  });
});

describe("an answer matches the API's description:", () => {
  test.each(namedEndpoints.filter(([, { method }]) => method === "GET"))("%s", async (_, endpoint) => {
    for (const { tokens } of [testPeople.aiko, testPeople.emma])
      await callEndpoint(endpoint, {
        params: idsOfOtherPeople(endpoint),
        ...validInputFor(endpoint),
        token: tokens.access_token,
      });
  });

  test("a file, whole and in part, a page and a redirect", async () => {
    const { id } = await uploadTextFile();
    const authorization = `Bearer ${testPeople.aiko.tokens.access_token}`;
    for (const [endpoint, url, headers, status] of [
      [downloadFile, `/files/${id}`, {}, 200],
      [downloadFile, `/files/${id}`, { accept: "application/json" }, 200],
      [downloadFile, `/files/${id}`, { range: "bytes=1-2" }, 206],
      [downloadFile, `/files/${id}`, { range: "bytes=99-" }, 416],
      [downloadFile, `/files/${id}`, { "if-none-match": `"${id}"` }, 304],
      [downloadRendition, `/files/${id}/small`, {}, 404],
      [beginGoogleSignIn, "/auth/google", {}, 302],
      [finishGoogleSignIn, "/auth/google/callback", {}, 200],
    ] as const) {
      const response = await server.app.http.inject({
        url: `/api${url}`,
        headers: { authorization, ...headers },
      });
      expect(response.statusCode).toBe(status);
      const type = String(response.headers["content-type"] ?? "");
      expectDocumentedResponse(endpoint, { status, type, body: response.body });
    }
  });
});

async function uploadTextFile(): Promise<{ id: string }> {
  const response = await server.app.http.inject({
    method: "POST",
    url: `/api/conversations/${room}/files`,
    headers: {
      authorization: `Bearer ${testPeople.aiko.tokens.access_token}`,
      "content-type": "multipart/form-data; boundary=b",
    },
    payload:
      '--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nwords\r\n--b--\r\n',
  });
  const { data } = z.object({ data: uploadMessageFiles.data }).parse(response.json());
  return { id: data[0]?.id ?? "" };
}

describe("a row of somebody else is not found:", () => {
  const guardedEndpointsWithIds = namedEndpoints.filter(
    ([, { path, guard }]) => path.includes(":") && guard !== "anyone",
  );
  /** Requests that the server refuses before it checks who owns the row. Each entry has the expected response. */
  const earlierRefusals: Record<string, [number, string]> = {
    // The server checks the uploaded files in a request before it checks who may see the conversation. So the error is
    // about the files.
    "POST /conversations/:id/files": [422, "FILE.GONE"],
    // The server reads the body as a picture before it checks who owns the bot. This body is not a picture, so the
    // server refuses the body.
    "POST /bots/:id/picture": [422, "ERR.INPUT"],
    "PATCH /glossary/:id": [403, "MEMORY.TRANSLATORS"],
    "DELETE /glossary/:id": [403, "MEMORY.TRANSLATORS"],
    "PATCH /memory/:id": [403, "MEMORY.TRANSLATORS"],
    "DELETE /memory/:id": [403, "MEMORY.TRANSLATORS"],
    "GET /imports/:id": [403, "MEMORY.TRANSLATORS"],
    "POST /imports/:id/cancel": [403, "MEMORY.TRANSLATORS"],
    "POST /imports/:id/undo": [403, "MEMORY.TRANSLATORS"],
    "GET /imports/:id/skipped": [403, "MEMORY.TRANSLATORS"],
  };

  test.each(guardedEndpointsWithIds)("%s", async (name, endpoint) => {
    const token = testPeople.minh.tokens.access_token;
    const unknownParams = Object.fromEntries(
      listPathParameters(endpoint.path).map((parameter) => [parameter, newId()]),
    );
    const strangerResponse = await callEndpoint(endpoint, {
      ...validInputFor(endpoint),
      params: idsOfOtherPeople(endpoint),
      token,
    });
    const missingRowResponse = await callEndpoint(endpoint, {
      ...validInputFor(endpoint),
      params: unknownParams,
      token,
    });
    const usualRefusal = endpoint.guard === "admin" ? [403, "ERR.FORBIDDEN"] : [404, "ERR.NOT_FOUND"];
    expect([strangerResponse.status, JSON.parse(strangerResponse.text).error.code]).toEqual(
      earlierRefusals[name] ?? usualRefusal,
    );
    expect(strangerResponse).toEqual(missingRowResponse);
  });
});

describe("a timestamp that the database cannot store is refused at its field:", () => {
  interface JsonSchema {
    format?: string;
    properties?: Record<string, JsonSchema>;
    anyOf?: JsonSchema[];
  }
  const isTimestampSchema = ({ format, anyOf = [] }: JsonSchema): boolean =>
    format === "date-time" || anyOf.some(isTimestampSchema);
  const timestampFieldsOf = (schema: Endpoint["body"]): string[] => {
    if (!schema) return [];
    const jsonSchema = z.toJSONSchema(schema, inputJsonSchemaOptions) as JsonSchema;
    return Object.entries(jsonSchema.properties ?? {}).flatMap(([name, property]) =>
      isTimestampSchema(property) ? [name] : [],
    );
  };
  const timestampFields = namedEndpoints.flatMap(([name, endpoint]) =>
    (["query", "body"] as const).flatMap((requestPart) =>
      timestampFieldsOf(endpoint[requestPart]).map(
        (field) => [`${name} ${field}`, endpoint, requestPart, field] as const,
      ),
    ),
  );

  test("some are taken", () => expect(timestampFields.length).toBeGreaterThan(6));

  test.each(timestampFields)("%s", async (_, endpoint, requestPart, field) => {
    const token = (endpoint.guard === "admin" ? testPeople.emma : testPeople.aiko).tokens.access_token;
    const validCall = validInputFor(endpoint);
    const callWithTimestamp = (timestamp: string) => {
      const changedCall = {
        ...validCall,
        [requestPart]: { ...(validCall[requestPart] as object), [field]: timestamp },
      };
      return callEndpoint(endpoint, {
        ...changedCall,
        params: { ...idsOfOtherPeople(endpoint), language: "vi" },
        token,
      });
    };
    for (const timestamp of [
      "0000-01-01T00:00:00Z",
      "0001-01-01T00:00:00+01:00",
      "9999-12-31T23:59:59-01:00",
    ]) {
      const { status, text } = await callWithTimestamp(timestamp);
      expect([status, Object.keys(JSON.parse(text).error.fields ?? {})], timestamp).toEqual([422, [field]]);
    }
    for (const timestamp of [
      "0001-01-01T00:00:00Z",
      "9999-12-31T23:59:59.999Z",
      "2026-01-01T00:00:00+23:59",
    ]) {
      const { status, text } = await callWithTimestamp(timestamp);
      expect(status, text).toBeLessThan(500);
      expect(text, timestamp).not.toContain(`"${field}":"This is not a date`);
    }
  });
});

describe("no input causes an internal error:", () => {
  const callersByName = new Map<string, TestPerson>();
  async function createCaller(name: string, { guard }: Endpoint): Promise<string | undefined> {
    if (guard === "anyone") return undefined;
    const number = callersByName.size + 1;
    const person = await addSignedInPerson(server, {
      email: `caller-${number}@kakehashi.example`,
      name: `Caller ${number}`,
      role: guard === "admin" ? "admin" : "dev",
      language: "en",
    });
    callersByName.set(name, person);
    const body = { kind: "GROUP", name: "fuzz", user_ids: [testPeople.linh.id] };
    await person.call(createConversation, { body });
    return person.tokens.access_token;
  }

  test.each(namedEndpoints)("%s", async (name, endpoint) => {
    const token = await createCaller(name, endpoint);
    const callerId = callersByName.get(name)?.id ?? testPeople.an.id;
    const { rows } = await server.db.pool.query<{ id: string }>(
      "select conversation_id as id from conversation_members where user_id = $1",
      [callerId],
    );
    const knownIds = [
      callerId,
      callerId.toUpperCase(),
      testPeople.linh.id,
      room,
      sentMessage.data.id,
      ...rows.map(({ id }) => id),
    ];
    const ids = fc.oneof(fc.constantFrom(...knownIds), fc.uuid());
    const arbitraryInput = (schema: Endpoint["body"]) =>
      schema
        ? fc.oneof(
            arbitraryFromSchema(schema, ids),
            arbitraryCorruptedRecord(arbitraryFromSchema(schema, ids)),
            arbitraryJson,
          )
        : arbitraryJson;
    const parameterNames = listPathParameters(endpoint.path);
    const arbitraryRequests = fc.record({
      params: fc.record(
        Object.fromEntries(parameterNames.map((parameter) => [parameter, fc.oneof(ids, ids, arbitraryText)])),
      ),
      query: arbitraryInput(endpoint.query),
      body: endpoint.method === "GET" ? fc.constant(undefined) : arbitraryInput(endpoint.body),
    });
    await fc.assert(
      fc.asyncProperty(arbitraryRequests, async ({ params, query, body }) => {
        const queryEntries = Object.entries(Object(query) as object).slice(0, 20);
        const search = Object.fromEntries(
          queryEntries.map(([key, value]) => [
            key,
            typeof value === "string" ? value : JSON.stringify(value),
          ]),
        );
        const { status, text } = await callEndpoint(endpoint, { params, query: search, body, token });
        expect(status, text).toBeLessThan(500);
        expect(text).not.toMatch(/node_modules|\n\s+at /);
      }),
      { numRuns: 40 },
    );
  });
});
