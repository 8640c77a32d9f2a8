import { validateHeaderValue } from "node:http";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import fc from "fast-check";
import {
  arbitraryCorruptedRecord,
  arbitraryFromSchema,
  arbitraryJson,
  arbitraryText,
} from "../apps/server/src/test/arbitrary.ts";
import { arbitraryBodyMutator, arbitraryMultipartContentType } from "../apps/server/src/test/mutated.ts";

export interface FuzzRequest {
  method: string;
  /** The URL path with `/api` and the query string. */
  path: string;
  /**
   * Whether the request matches the endpoint's method and path in the OpenAPI document. If not, another endpoint may
   * handle it, so the response is not compared with the document.
   */
  isDescribed: boolean;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

const listPathParamNames = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);

const arbitraryHeaders = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Record<string, string>>({}) },
  fc
    .tuple(
      fc.constantFrom(
        "accept",
        "accept-encoding",
        "accept-language",
        "content-encoding",
        "cookie",
        "expect",
        "forwarded",
        "if-modified-since",
        "if-none-match",
        "if-range",
        "origin",
        "range",
        "referer",
        "upgrade",
        "user-agent",
        "x-forwarded-for",
        "x-forwarded-proto",
        "x-http-method-override",
      ),
      fc.oneof(
        arbitraryText,
        fc.constantFrom(
          "*/*",
          "application/json",
          "bytes=0-0,2-",
          "bytes=-1",
          "h2c",
          "gzip, identity;q=0",
          "ja;q=9, *;q=0",
          "kakehashi_language=xx; a=b; ;=",
          "203.0.113.7, ::1, nonsense",
          "100-continue",
          "null",
          '"etag", W/"x"',
        ),
      ),
    )
    .map(([name, value]) => (isValidHeader(name, value) ? { [name]: value } : {})),
);

function isValidHeader(name: string, value: string): boolean {
  try {
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

function generateInput(schema: Endpoint["body"], ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  if (!schema) return arbitraryJson;
  const validInput = arbitraryFromSchema(schema, ids);
  return fc.oneof(
    { weight: 4, arbitrary: validInput },
    { weight: 2, arbitrary: arbitraryCorruptedRecord(validInput) },
    arbitraryJson,
  );
}

interface FuzzBody {
  type: string;
  bytes: Buffer;
}

const multipartBoundary = "----odd";

/** Creates a multipart body from a file and the fields of `body`. */
function createMultipartBody(body: unknown): Buffer {
  const fields = Object.entries(Object(body) as object).slice(0, 20);
  const multipartParts = fields.map(
    ([name, value]) =>
      `--${multipartBoundary}\r\nContent-Disposition: form-data; name="${name.replace(/[\r\n"]/g, "")}"\r\n\r\n${typeof value === "string" ? value : JSON.stringify(value)}\r\n`,
  );
  const file = `--${multipartBoundary}\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nbytes of a file\r\n`;
  return Buffer.from(`${multipartParts.join("")}${file}--${multipartBoundary}--\r\n`);
}

function generateBody({ body, bodyFormats }: Endpoint, ids: fc.Arbitrary<string>): fc.Arbitrary<FuzzBody> {
  const bodyFields = generateInput(body, ids);
  const json = bodyFields.map((value) => ({
    type: "application/json",
    bytes: Buffer.from(JSON.stringify(value) ?? ""),
  }));
  const multipartForm = bodyFields.map((value) => ({
    type: `multipart/form-data; boundary=${multipartBoundary}`,
    bytes: createMultipartBody(value),
  }));
  const brokenBody = fc
    .tuple(
      fc.oneof(json, multipartForm),
      arbitraryMultipartContentType(`multipart/form-data; boundary=${multipartBoundary}`),
      fc.boolean(),
    )
    .chain(([{ type, bytes }, replacementType, isTypeReplaced]) =>
      arbitraryBodyMutator(bytes.length > 0 ? bytes : Buffer.from(" ")).map((applyMutation) => ({
        type: isTypeReplaced ? replacementType : type,
        bytes: applyMutation(bytes),
      })),
    );
  const picture = fc
    .tuple(
      fc.constantFrom("image/png", "image/avif", "image/svg+xml", "image/"),
      fc.uint8Array({ maxLength: 2_000 }),
    )
    .map(([type, bytes]) => ({ type, bytes: Buffer.from(bytes) }));
  const wrongContentTypes = fc.constantFrom(
    "text/plain",
    "application/json; charset=utf-16",
    "application/xml",
    "",
  );
  const bodyWithWrongType = fc.tuple(json, wrongContentTypes).map(([{ bytes }, type]) => ({ type, bytes }));
  const acceptsFiles = bodyFormats?.includes("multipart") ?? false;
  const acceptsPictures = bodyFormats?.includes("image") ?? false;
  return fc.oneof(
    { weight: 12, arbitrary: json },
    { weight: acceptsFiles ? 6 : 1, arbitrary: multipartForm },
    { weight: acceptsFiles ? 6 : 1, arbitrary: brokenBody },
    { weight: acceptsPictures ? 12 : 1, arbitrary: picture },
    { weight: 1, arbitrary: bodyWithWrongType },
  );
}

/**
 * Generates requests to one endpoint. Some are valid, but most are malformed in some way. Their ids come from `ids`.
 */
export function generateRequests(endpoint: Endpoint, ids: fc.Arbitrary<string>): fc.Arbitrary<FuzzRequest> {
  const names = listPathParamNames(endpoint.path);
  const body = fc.option(generateBody(endpoint, ids), {
    freq: endpoint.body || endpoint.bodyFormats ? 12 : 1,
    nil: undefined,
  });
  const wrongMethod = { weight: 1, arbitrary: fc.constantFrom("PUT", "HEAD", "OPTIONS", "PATCH", "DELETE") };
  return fc
    .record({
      method: fc.oneof({ weight: 40, arbitrary: fc.constant<string>(endpoint.method) }, wrongMethod),
      params: fc.record(
        Object.fromEntries(
          names.map((name) => [name, fc.oneof({ weight: 6, arbitrary: ids }, fc.uuid(), arbitraryText)]),
        ),
      ),
      query: generateInput(endpoint.query, ids),
      body: endpoint.method === "GET" ? fc.constant(undefined) : body,
      headers: arbitraryHeaders,
    })
    .map(({ method, params, query, body, headers }) => {
      const pathParams = params as Record<string, string>;
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent((pathParams[name] ?? "").toWellFormed()),
      );
      const search = new URLSearchParams(
        Object.entries(Object(query) as object)
          .slice(0, 20)
          .map(([name, value]) => [name, typeof value === "string" ? value : (JSON.stringify(value) ?? "")]),
      ).toString();
      return {
        method,
        path: `/api${path}${search && `?${search}`}`,
        // With an empty id the path is shorter, so it may be the path of another endpoint.
        isDescribed: method === endpoint.method && names.every((name) => pathParams[name]),
        headers: { ...headers, ...(body?.type && { "content-type": body.type }) },
        body: body?.bytes,
      };
    });
}
