import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";

const contractFolder = join(import.meta.dirname, "..");

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value;
}

/** Loads every endpoint of the contract. */
async function readContract(): Promise<Endpoint[]> {
  const files = (await readdir(contractFolder)).filter((name) => /^[\w-]+\.ts$/.test(name));
  const modules = await Promise.all(files.map((name) => import(join(contractFolder, name))));
  return modules.flatMap((module: object) => Object.values(module).filter(isEndpoint));
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

const formatEndpointName = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Returns the JSON Schema of a zod schema. Named schemas are inlined where they are used. */
function createJsonSchema(schema: z.ZodType): JsonSchema {
  const { $defs = {}, ...json } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const inlineSchemas = (value: unknown): JsonSchema =>
    JSON.parse(JSON.stringify(value), (_, node: JsonSchema | null) =>
      node?.$ref === undefined ? node : inlineSchemas($defs[node.$ref.replace("#/$defs/", "")]),
    );
  return inlineSchemas(json);
}

test("no limit is larger than what its kind of call needs", async () => {
  const contract = await readContract();
  expect(contract.length).toBeGreaterThan(100);
  const endpointsWithBadLimit = contract.filter(
    ({ method, limit }) => !(limit.perMinute >= 1 && limit.perMinute <= (method === "GET" ? 3_000 : 600)),
  );
  expect(endpointsWithBadLimit.map(formatEndpointName)).toEqual([]);
});

/** Maximum bytes of one API response: a list up to its maximum bytes, and the fields beside the list. */
const maximumAnswerBytes = 7 * 1024 * 1024;
/** Maximum bytes of one UTF-16 code unit in JSON: `\u0001` takes six. */
const bytesPerUnit = 6;
const bytesPerNumber = 24;
const bytesByFormat: Record<string, number> = { uuid: 38, "date-time": 32 };

interface UnboundedSchemaPaths {
  lists: string[];
  others: string[];
}

/** Returns the maximum bytes of a value as JSON. Adds the path of each field without a limit to `unbounded`. */
function computeMaximumBytes(
  schema: JsonSchema | boolean,
  path: string,
  unboundedPaths: UnboundedSchemaPaths,
): number {
  const reportUnbounded = (reason: string) => {
    unboundedPaths.others.push(`${path}: ${reason}`);
    return 0;
  };
  if (typeof schema === "boolean") return reportUnbounded("anything");
  const statedBytes = (schema as Record<string, unknown>)["x-maximum-bytes"];
  if (schema.const !== undefined) return JSON.stringify(schema.const).length;
  if (schema.enum)
    return Math.max(...schema.enum.map((value) => JSON.stringify(value).length * bytesPerUnit));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return Math.max(...choices.map((choice) => computeMaximumBytes(choice, path, unboundedPaths)));
  switch (schema.type) {
    case "null":
    case "boolean":
      return 5;
    case "integer":
    case "number":
      return bytesPerNumber;
    case "string": {
      const bytes = bytesByFormat[schema.format ?? ""];
      if (bytes !== undefined) return bytes;
      return schema.maxLength === undefined
        ? reportUnbounded("a string without a length")
        : schema.maxLength * bytesPerUnit + 2;
    }
    case "array": {
      if (schema.maxItems === undefined) unboundedPaths.lists.push(path);
      const item = schema.items && !Array.isArray(schema.items) ? schema.items : true;
      const itemBytes = computeMaximumBytes(item, `${path}[]`, unboundedPaths);
      // The server cuts the list at `statedBytes` bytes. But it always sends at least one item, and a single item may
      // be larger than that.
      if (typeof statedBytes === "number")
        return schema.maxItems === undefined ? 0 : Math.max(statedBytes, itemBytes + 2);
      return (schema.maxItems ?? 0) * (itemBytes + 1) + 2;
    }
    case "object": {
      if (!schema.properties)
        return typeof statedBytes === "number" ? statedBytes : reportUnbounded("any properties");
      let totalBytes = 2;
      for (const [name, value] of Object.entries(schema.properties))
        totalBytes += name.length + 4 + computeMaximumBytes(value, `${path}.${name}`, unboundedPaths);
      return totalBytes;
    }
  }
  return reportUnbounded("anything");
}

function measureEndpoint(endpoint: Endpoint): {
  endpoint: Endpoint;
  bytes: number;
  unbounded: UnboundedSchemaPaths;
} {
  const answerSchema = z.object({ data: endpoint.data, ...(endpoint.meta && { meta: endpoint.meta }) });
  const unboundedPaths: UnboundedSchemaPaths = { lists: [], others: [] };
  const bytes = computeMaximumBytes(
    createJsonSchema(answerSchema),
    formatEndpointName(endpoint),
    unboundedPaths,
  );
  return { endpoint, bytes, unbounded: unboundedPaths };
}

async function measureAllEndpoints() {
  // Responses that are not JSON are files. Files are streamed, so their size does not matter here.
  return (await readContract())
    .filter(({ answerFormats = ["json"] }) => answerFormats.includes("json"))
    .map(measureEndpoint);
}

test("every list in an answer has a largest length", async () => {
  const measuredEndpoints = await measureAllEndpoints();
  expect(measuredEndpoints.length).toBeGreaterThan(100);
  expect(measuredEndpoints.flatMap(({ unbounded }) => unbounded.lists)).toEqual([]);
});

test("every answer has a limit for each field and for the whole", async () => {
  const measuredShapes = await measureAllEndpoints();
  expect(measuredShapes.flatMap(({ unbounded }) => unbounded.others)).toEqual([]);
  const largeEndpoints = measuredShapes.filter(({ bytes }) => bytes > maximumAnswerBytes);
  expect(
    largeEndpoints.map(
      ({ endpoint, bytes }) => `${formatEndpointName(endpoint)} ${(bytes / 1e6).toFixed(1)} MB`,
    ),
  ).toEqual([]);
});
