import { z } from "zod";
import { bytesInJson } from "./list-bytes.ts";

type ZodSchema = z.core.$ZodType;
type InnerSchemas = Partial<Record<"innerType" | "out" | "element" | "valueType", ZodSchema>> & {
  options?: readonly ZodSchema[];
  getter?: () => ZodSchema;
};

/**
 * For tests: finds the parts of a response that have more bytes than their schema allows. A list with a single item may
 * exceed its limit, because every page contains at least one item.
 */
export function findPartsOverMaximumBytes(schema: ZodSchema, value: unknown, path = ""): string[] {
  if (value === null || typeof value !== "object") return [];
  const allowedBytes = z.globalRegistry.get(schema)?.["x-maximum-bytes"];
  const isTooLong =
    typeof allowedBytes === "number" &&
    !(Array.isArray(value) && value.length === 1) &&
    bytesInJson(value) > allowedBytes;
  if (isTooLong) return [path];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, ZodSchema>).flatMap(([key, partSchema]) =>
      findPartsOverMaximumBytes(partSchema, (value as Record<string, unknown>)[key], `${path}.${key}`),
    );
  const { innerType, out, element, valueType, options = [], getter } = schema._zod.def as InnerSchemas;
  if (element && Array.isArray(value))
    return value.flatMap((item) => findPartsOverMaximumBytes(element, item, `${path}[]`));
  if (valueType)
    return Object.values(value).flatMap((item) => findPartsOverMaximumBytes(valueType, item, `${path}{}`));
  const matchingOption = options.find((schemaOption) => z.safeParse(schemaOption, value).success);
  const innerSchema = innerType ?? out ?? matchingOption ?? getter?.();
  return innerSchema ? findPartsOverMaximumBytes(innerSchema, value, path) : [];
}
