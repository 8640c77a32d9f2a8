import { expect, test } from "vitest";
import { z } from "zod";
import { findPartsOverMaximumBytes } from "./stated-bytes.ts";

const list = z.array(z.string().max(100)).max(9).meta({ "x-maximum-bytes": 50 });
const answer = z.object({
  list,
  deep: z.array(z.object({ list: list.nullable().optional() })).max(9),
  either: z.union([z.object({ kind: z.literal("a"), list }), z.object({ kind: z.literal("b") })]),
});

test("a list that is longer than its schema states is found at any depth", () => {
  const longList = ["x".repeat(30), "x".repeat(30)];
  const longParts = findPartsOverMaximumBytes(answer, {
    list: longList,
    deep: [{ list: longList }, { list: null }, {}],
    either: { kind: "a", list: longList },
  });
  expect(longParts).toEqual([".list", ".deep[].list", ".either.list"]);
});

test("a short list, and a long one with a single item, are fine", () => {
  expect(
    findPartsOverMaximumBytes(answer, {
      list: ["x".repeat(90)],
      deep: [{ list: ["x", "y"] }],
      either: { kind: "b" },
    }),
  ).toEqual([]);
});
