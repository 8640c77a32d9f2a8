import type { AnswerFormat, BodyFormat, Endpoint } from "@kakehashi/contract/kit/endpoint";
import { errorBody } from "@kakehashi/contract/kit/errors";
import { z } from "zod";

type JsonObject = Record<string, unknown>;

/**
 * Whether a regular expression also works in validators in other languages. JSON Schema has no flags for regular
 * expressions, and validators read each as if it had the flag `u`.
 */
function isPortableRegExp(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

/** The JSON Schemas of an endpoint. `answer` describes the whole response body. */
type EndpointSchemas = {
  readonly params?: JsonObject;
  readonly query?: JsonObject;
  readonly body?: JsonObject;
  readonly answer: JsonObject;
};

export const callNameOf = ({ method, path }: Pick<Endpoint, "method" | "path">) => `${method} ${path}`;

function endpointSchemaOf({ params, query, body, data, meta }: Endpoint): z.ZodType {
  const answerSchema = z.object({ data, ...(meta && { meta }) });
  return z.object({
    ...(params && { params }),
    ...(query && { query }),
    ...(body && { body }),
    answer: answerSchema,
  });
}

/**
 * Converts all endpoints to JSON Schema at once. So each named schema (`.meta({ id })`) is described only once, in
 * `namedSchemas`, and all uses refer to it. The keys of `calls` come from `callNameOf`.
 */
function jsonSchemasOf(endpoints: readonly Endpoint[]): {
  calls: Record<string, EndpointSchemas>;
  namedSchemas: JsonObject;
} {
  const calls = z.object(
    Object.fromEntries(endpoints.map((endpoint) => [callNameOf(endpoint), endpointSchemaOf(endpoint)])),
  );
  const convertedSchema = z.toJSONSchema(z.object({ calls, refusal: errorBody }), {
    io: "input",
    unrepresentable: "any",
    override({ jsonSchema }) {
      if (jsonSchema.pattern !== undefined && !isPortableRegExp(jsonSchema.pattern))
        delete jsonSchema.pattern;
    },
  });
  const { properties, $defs } = JSON.parse(
    JSON.stringify(convertedSchema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'),
  ) as {
    properties: { calls: { properties: Record<string, { properties: EndpointSchemas }> } };
    $defs: JsonObject;
  };
  const callSchemaEntries = Object.entries(properties.calls.properties).map(([name, callSchema]) => [
    name,
    callSchema.properties,
  ]);
  return { calls: Object.fromEntries(callSchemaEntries), namedSchemas: $defs };
}

function parametersOf(schema: JsonObject | undefined, location: "path" | "query"): JsonObject[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === "path" || required.includes(name),
    schema: property,
  }));
}

/**
 * The JSON Schema for the bytes of a file. OpenAPI 3.1 needs no schema for bytes, but code generators look for
 * this one.
 */
export const fileBytesSchema = { type: "string", format: "binary" } as const;

/**
 * Returns the schema of a multipart body. There, a field for files contains the files themselves; in a JSON body it
 * contains the files' ids.
 */
function multipartSchemaOf(body: JsonObject): JsonObject {
  const { file_ids, ...fields } = (body.properties ?? {}) as Record<string, JsonObject>;
  const required = ((body.required ?? []) as string[]).map((name) => (name === "file_ids" ? "files" : name));
  const files = { ...file_ids, items: fileBytesSchema };
  return { type: "object", properties: { ...fields, files }, required };
}

function requestBodyOf({ body, bodyFormats = ["json"] }: Endpoint, schema: JsonObject): JsonObject {
  const content: Record<BodyFormat, () => JsonObject> = {
    json: () => ({ "application/json": { schema } }),
    multipart: () => ({ "multipart/form-data": { schema: multipartSchemaOf(schema) } }),
    image: () => ({ "image/*": { schema: fileBytesSchema } }),
  };
  return {
    required: !body?.safeParse(undefined).success,
    content: Object.assign({}, ...bodyFormats.map((format) => content[format]())),
  };
}

/** Describes the successful responses of an endpoint, by HTTP status. */
function successfulAnswersOf(formats: readonly AnswerFormat[], answerSchema: JsonObject): JsonObject {
  const bytes = { "*/*": { schema: fileBytesSchema } };
  const content = {
    ...(formats.includes("json") && { "application/json": { schema: answerSchema } }),
    ...(formats.includes("page") && { "text/html": { schema: { type: "string" } } }),
    ...(formats.includes("bytes") && bytes),
  };
  return {
    ...(Object.keys(content).length > 0 && { 200: { description: "Done.", content } }),
    ...(formats.includes("bytes") && {
      206: { description: "The part of the file that `Range` requests.", content: bytes },
      304: {
        description: "The file has not changed: the caller has it already, according to `If-None-Match`.",
      },
      416: { description: "The file has no part that `Range` requests." },
    }),
    ...(formats.includes("redirect") && {
      302: {
        description: "Redirects to another address.",
        headers: { Location: { required: true, schema: { type: "string" } } },
      },
    }),
  };
}

const errorResponseContent = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
const describeErrorResponse = (description: string) => ({ description, content: errorResponseContent });

/** Error responses that any endpoint may send, by their name in the OpenAPI document. */
const sharedResponses = {
  Refused: describeErrorResponse(
    "The call is refused. With 429, `Retry-After` tells after how many seconds to try again.",
  ),
  Failed: describeErrorResponse("An error of the server itself."),
  Unavailable: describeErrorResponse(
    "The server is not available at the moment. `Retry-After` tells after how many seconds to try again.",
  ),
  NoSpace: describeErrorResponse("The server has no storage left for this."),
};
const referenceToResponse = (name: keyof typeof sharedResponses) => ({
  $ref: `#/components/responses/${name}`,
});

/** The error responses that the OpenAPI document adds to every path, including paths that are not in the contract. */
export const openApiFailureResponses = {
  "4XX": referenceToResponse("Refused"),
  500: referenceToResponse("Failed"),
  503: referenceToResponse("Unavailable"),
};
export const openApiNoSpaceResponse = { 507: referenceToResponse("NoSpace") };

function buildOperation(endpoint: Endpoint, { params, query, body, answer }: EndpointSchemas): JsonObject {
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split("/")[1]],
    ...(endpoint.guard !== "anyone" && { security: [{ bearer: [] }] }),
    parameters: [...parametersOf(params, "path"), ...parametersOf(query, "query")],
    ...(body && { requestBody: requestBodyOf(endpoint, body) }),
    responses: {
      ...successfulAnswersOf(endpoint.answerFormats ?? ["json"], answer),
      ...openApiFailureResponses,
      ...openApiNoSpaceResponse,
    },
  };
}

/**
 * Builds the OpenAPI 3.1 document from these endpoints and from `otherPaths`, which are already in OpenAPI form.
 * `introductionText` (Markdown) is the text above the endpoints.
 */
export function buildOpenApi(
  endpoints: readonly Endpoint[],
  publicUrl: string,
  introductionText: string,
  otherPaths: JsonObject = {},
): JsonObject {
  const { calls, namedSchemas } = jsonSchemasOf(endpoints);
  const paths: Record<string, JsonObject> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    const describedOperation = buildOperation(endpoint, calls[callNameOf(endpoint)] as EndpointSchemas);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describedOperation };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Kakehashi",
      version: "1",
      description: `Answers are \`{data, meta}\`; refusals are \`{error: {code, message, fields?}}\`.\n\n${introductionText}`,
    },
    servers: [{ url: `${publicUrl}/api` }],
    paths: { ...paths, ...otherPaths },
    components: {
      schemas: namedSchemas,
      responses: sharedResponses,
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}
