import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { errorBody } from "@kakehashi/contract/kit/errors";
import { z } from "zod";

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
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

function operation(endpoint: Endpoint): Json {
  const answer = z.object({ data: endpoint.data, ...(endpoint.meta && { meta: endpoint.meta }) });
  const failure = {
    description: "Refused.",
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  };
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split("/")[1]],
    ...(endpoint.guard !== "anyone" && { security: [{ bearer: [] }] }),
    parameters: [...parameters(endpoint.params, "path"), ...parameters(endpoint.query, "query")],
    ...(endpoint.body && {
      requestBody: { content: { "application/json": { schema: schemaOf(endpoint.body, "input") } } },
    }),
    responses: {
      200: { description: "Done.", content: { "application/json": { schema: schemaOf(answer, "input") } } },
      "4XX": failure,
    },
  };
}

/** The OpenAPI 3.1 document of these endpoints. */
export function openApi(endpoints: readonly Endpoint[], publicUrl: string): Json {
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
      description: "Answers are `{data, meta}`; refusals are `{error: {code, message, fields?}}`.",
    },
    servers: [{ url: `${publicUrl}/api` }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, "output") },
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}
