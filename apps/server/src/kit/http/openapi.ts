import type { AnswerFormat, BodyFormat, Endpoint } from "@kakehashi/contract/kit/endpoint";
import { errorBody } from "@kakehashi/contract/kit/errors";
import { z } from "zod";

type Json = Record<string, unknown>;

/** Whether validators of other languages can read a pattern too: JSON Schema has no flags, ECMA-262's `u` is understood. */
function isPortable(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

export function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ jsonSchema }) {
      if (jsonSchema.pattern !== undefined && !isPortable(jsonSchema.pattern)) delete jsonSchema.pattern;
    },
  });
  return json;
}

function parameters(schema: z.ZodType | undefined, place: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

/** Files come as parts in the place of the ids that JSON names them by. */
function multipartSchema(body: Json): Json {
  const { file_ids: _, ...fields } = (body.properties ?? {}) as Json;
  const required = ((body.required ?? []) as string[]).filter((name) => name !== "file_ids");
  const files = { type: "array", items: { type: "string", contentMediaType: "application/octet-stream" } };
  return { type: "object", properties: { ...fields, files }, required };
}

function requestBody(body: z.ZodType, accepts: readonly BodyFormat[]): Json {
  const schema = schemaOf(body, "input");
  const content = {
    json: { "application/json": { schema } },
    multipart: { "multipart/form-data": { schema: multipartSchema(schema) } },
    image: { "image/*": {} },
  };
  return {
    required: !body.safeParse(undefined).success,
    content: Object.assign({}, ...accepts.map((format) => content[format])),
  };
}

/** What an answer that is no refusal may be, by its status. */
function successes(endpoint: Endpoint): Json {
  const formats: readonly AnswerFormat[] = endpoint.answers ?? ["json"];
  const envelope = z.object({ data: endpoint.data, ...(endpoint.meta && { meta: endpoint.meta }) });
  const bytes = { "*/*": {} };
  const content = {
    ...(formats.includes("json") && { "application/json": { schema: schemaOf(envelope, "input") } }),
    ...(formats.includes("page") && { "text/html": { schema: { type: "string" } } }),
    ...(formats.includes("bytes") && bytes),
  };
  return {
    ...(Object.keys(content).length > 0 && { 200: { description: "Done.", content } }),
    ...(formats.includes("bytes") && {
      206: { description: "The part that `Range` asked for.", content: bytes },
      304: { description: "As the caller has it, by `If-None-Match`." },
      416: { description: "There is no such part." },
    }),
    ...(formats.includes("redirect") && {
      302: {
        description: "Goes on elsewhere.",
        headers: { Location: { required: true, schema: { type: "string" } } },
      },
    }),
  };
}

const refusal = (description: string) => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});

function operation(endpoint: Endpoint): Json {
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split("/")[1]],
    ...(endpoint.guard !== "anyone" && { security: [{ bearer: [] }] }),
    parameters: [...parameters(endpoint.params, "path"), ...parameters(endpoint.query, "query")],
    ...(endpoint.body && { requestBody: requestBody(endpoint.body, endpoint.accepts ?? ["json"]) }),
    responses: {
      ...successes(endpoint),
      "4XX": refusal("Refused. 429 says by `Retry-After` when to come again, in seconds."),
      500: refusal("A fault of the server's own."),
      503: refusal("Not available for the moment; `Retry-After` says when to come again, in seconds."),
      507: refusal("There is no room left to store this."),
    },
  };
}

/**
 * The OpenAPI 3.1 document of these endpoints, and of `others`: paths as the document has them. `reference` (Markdown) is
 * shown above them.
 */
export function openApi(
  endpoints: readonly Endpoint[],
  publicUrl: string,
  reference: string,
  others: Json = {},
): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Kakehashi",
      version: "1",
      description: `Answers are \`{data, meta}\`; refusals are \`{error: {code, message, fields?}}\`.\n\n${reference}`,
    },
    servers: [{ url: `${publicUrl}/api` }],
    paths: { ...paths, ...others },
    components: {
      schemas: { Error: schemaOf(errorBody, "output") },
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}
