import { expect, test } from "vitest";
import { z } from "zod";
import { findPartsOverMaximumBytes } from "./stated-bytes.ts";

const listSchema = z.array(z.string().max(100)).max(9).meta({ "x-maximum-bytes": 50 });
const answerSchema = z.object({
  list: listSchema,
  deep: z.array(z.object({ list: listSchema.nullable().optional() })).max(9),
  either: z.union([z.object({ kind: z.literal("a"), list: listSchema }), z.object({ kind: z.literal("b") })]),
});

test("a list that is longer than its schema states is found at any depth", () => {
  const longList = ["x".repeat(30), "x".repeat(30)];
  const longParts = findPartsOverMaximumBytes(answerSchema, {
    list: longList,
    deep: [{ list: longList }, { list: null }, {}],
    either: { kind: "a", list: longList },
  });
  expect(longParts).toEqual([".list", ".deep[].list", ".either.list"]);
});

test("a short list, and a long one with a single item, are fine", () => {
  expect(
    findPartsOverMaximumBytes(answerSchema, {
      list: ["x".repeat(90)],
      deep: [{ list: ["x", "y"] }],
      either: { kind: "b" },
    }),
  ).toEqual([]);
});
