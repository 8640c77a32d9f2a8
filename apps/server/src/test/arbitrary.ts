import fc from "fast-check";
import { z } from "zod";

type JsonSchema = Record<string, unknown>;

/** Texts that often break programs, because they have a special meaning in databases, paths, numbers or scripts. */
const troublesomeTexts = fc.constantFrom(
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202egnp.exe",
  "e\u0301\u200b",
  "１２３",
  "-1",
  "0x10",
  "1e309",
  "NaN",
  "9".repeat(30),
  "null",
  "__proto__",
  "toString",
  "' or 1=1 --",
  "%00",
  "%zz",
  "../../etc/passwd",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
  "x".repeat(5_000),
  "👩‍👩‍👧‍👦".repeat(400),
);

/** Generates any text. Many of the texts contain characters that often break programs. */
export const arbitraryText = fc.oneof(troublesomeTexts, fc.string({ unit: "binary", maxLength: 40 }));

/** Generates a day. Most days are within the next year, because many endpoints refuse other days. */
const anyDay = fc.oneof(
  { weight: 4, arbitrary: fc.nat(365).map((days) => dayFromToday(days)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("0000-01-01", "0001-01-01", "2024-02-29", "2026-02-30", "9999-12-31"),
  },
);
const dayFromToday = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10);

/**
 * Generates timestamps. Many are edge cases that programs and databases represent differently, such as the year 0 or a
 * time zone of +23:59.
 */
const anyTimestamp = fc.oneof(
  fc
    .date({
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("9999-12-31T00:00:00Z"),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString()),
  fc.constantFrom(
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00Z",
    "0001-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59.999Z",
    "9999-12-31T23:59:59-23:59",
    "2026-01-01T00:00:00.123456789+23:59",
  ),
);

/** Generates any JSON value. Some of its texts contain characters that often break programs. */
export const arbitraryJson = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  arbitraryText,
  fc.double(),
  fc.integer(),
);

/**
 * Options for converting a zod schema to JSON Schema: describe the input of the schema, and write named schemas out
 * where they are used.
 */
export const inputJsonSchemaOptions = {
  io: "input",
  unrepresentable: "any",
  metadata: z.registry<{ id?: string }>(),
} as const;

/**
 * Generates values that match the JSON Schema of a zod schema. JSON Schema cannot express zod's refinements, so the zod
 * schema may still refuse some values. The ids in the values are taken from `ids`, so that many of them exist in the
 * database.
 */
export function arbitraryFromSchema(schema: z.ZodType, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  return arbitraryFromJsonSchema(z.toJSONSchema(schema, inputJsonSchemaOptions) as JsonSchema, ids);
}

function arbitraryFromJsonSchema(schema: JsonSchema, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const arbitraryFromChildSchema = (child: unknown) => arbitraryFromJsonSchema(child as JsonSchema, ids);
  const alternatives = (schema.anyOf ?? schema.oneOf) as unknown[] | undefined;
  if (alternatives) return fc.oneof(...alternatives.map(arbitraryFromChildSchema));
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  switch (schema.type) {
    case "string":
      return anyTextMatching(schema, ids);
    case "integer":
    case "number":
      return fc.integer({
        min: Math.max(Number(schema.minimum ?? -1_000), -(2 ** 31)),
        max: Math.min(Number(schema.maximum ?? 1_000), 2 ** 31 - 1),
      });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(arbitraryFromChildSchema(schema.items ?? {}), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Math.min(Number(schema.maxItems ?? 5), 5),
      });
    case "object": {
      const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
      return fc.record(
        Object.fromEntries(properties.map(([name, value]) => [name, arbitraryFromChildSchema(value)])),
        {
          requiredKeys: (schema.required ?? []) as string[],
        },
      );
    }
    default:
      return arbitraryJson;
  }
}

function anyTextMatching(schema: JsonSchema, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  switch (schema.format) {
    case "uuid":
      return ids;
    case "email":
      return fc.emailAddress();
    case "date-time":
      return anyTimestamp;
    case "date":
      return anyDay;
    default: {
      const minLength = Number(schema.minLength ?? 0);
      const maxLength = Math.max(minLength, Math.min(Number(schema.maxLength ?? 60), 60));
      return fc.oneof(fc.string({ unit: "grapheme", minLength, maxLength }), troublesomeTexts);
    }
  }
}

/**
 * Generates copies of records. In each copy, one value is replaced by random JSON, or a field `unknown` with random
 * JSON is added.
 */
export function arbitraryCorruptedRecord(records: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(records, fc.nat(20), arbitraryJson).map(([value, index, replacementValue]) => {
    if (typeof value !== "object" || value === null) return replacementValue;
    const keys = [...Object.keys(value), "unknown"];
    return { ...value, [keys[index % keys.length] ?? ""]: replacementValue };
  });
}
