import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { addGlossaryEntry } from "../glossary.ts";
import type { Endpoint } from "./endpoint.ts";

const contractFolder = join(import.meta.dirname, "..");

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value;
}

async function readContract(): Promise<Endpoint[]> {
  const files = (await readdir(contractFolder)).filter((name) => /^[\w-]+\.ts$/.test(name));
  const modules = await Promise.all(files.map((name) => import(join(contractFolder, name))));
  return modules.flatMap((module: object) => Object.values(module).filter(isEndpoint));
}

type ZodSchema = z.core.$ZodType;
type InnerSchemas = Partial<
  Record<"innerType" | "in" | "element" | "valueType" | "left" | "right", ZodSchema>
> & {
  options?: readonly ZodSchema[];
  items?: readonly ZodSchema[];
  getter?: () => ZodSchema;
};

/** Finds every field called `name` or `…_name`, at any depth of a request's schema. */
function findNameFields(
  schema: ZodSchema,
  path: string,
  seenSchemas = new Set<ZodSchema>(),
): { path: string; field: ZodSchema }[] {
  if (seenSchemas.has(schema)) return [];
  seenSchemas.add(schema);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, ZodSchema>).flatMap(([key, field]) =>
      /(?:^|_)name$/.test(key)
        ? [{ path: `${path}.${key}`, field }]
        : findNameFields(field, `${path}.${key}`, seenSchemas),
    );
  const {
    innerType,
    in: input,
    element,
    valueType,
    left,
    right,
    options = [],
    items = [],
    getter,
  } = schema._zod.def as InnerSchemas;
  const innerSchemas = [innerType, input, element, valueType, left, right, ...options, ...items, getter?.()];
  return innerSchemas
    .filter((innerSchema) => innerSchema !== undefined)
    .flatMap((part) => findNameFields(part, path, seenSchemas));
}

/**
 * Matches characters that no stored name may contain: an isolate, a zero-width space, a line break, and the character
 * that replaces a deleted person's name.
 */
const forbiddenNameCharacterPattern = /[\u2067\u200b\ue000\n]/;

test("every name in a request loses what is invisible, the mark of a deleted person and line breaks", async () => {
  const names = (await readContract()).flatMap(({ method, path, body }) =>
    body ? findNameFields(body, `${method} ${path}`) : [],
  );
  expect(names.length).toBeGreaterThan(10);
  const faultyFields = names.filter(({ field }) => {
    const { success, data } = z.safeParse(field, "a\u2067\u200b\ue000\nb");
    return success && typeof data === "string" && forbiddenNameCharacterPattern.test(data);
  });
  expect(faultyFields.map(({ path }) => path)).toEqual([]);
  const fieldsWithInvisibleNames = names.filter(
    ({ field }) => z.safeParse(field, "\u200b\ue000").data === "\u200b\ue000",
  );
  expect(fieldsWithInvisibleNames.map(({ path }) => path)).toEqual([]);
});

test("a term and its note lose direction overrides, and hold nothing that cannot be stored", () => {
  const { data } = addGlossaryEntry.body.safeParse({ en: "a\u202eb\u0000", vi: "x", note: "c\u202dd\u0000" });
  expect(data).toMatchObject({ en: "ab\uFFFD", note: "cd\uFFFD" });
});
