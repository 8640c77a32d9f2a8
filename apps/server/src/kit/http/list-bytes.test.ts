import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { countFittingItems } from "./list-bytes.ts";

/**
 * Counts how many items fit into a response by converting each item to JSON. A slow reference for `countFittingItems`.
 */
function countFittingByJson(items: readonly unknown[], limitBytes: number): number {
  let bytes = 0;
  const firstOmittedIndex = items.findIndex((value, index) => {
    bytes += Buffer.byteLength(JSON.stringify(value)) + 1;
    return bytes > limitBytes && index > 0;
  });
  return firstOmittedIndex === -1 ? items.length : firstOmittedIndex;
}

const anyItem = fc.oneof(
  fc.record({ content: fc.string({ unit: "binary", maxLength: 60 }), at: fc.date({ noInvalidDate: true }) }),
  fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()),
);

test("a page holds as many rows as fit by the size of their JSON", () => {
  fc.assert(
    fc.property(fc.array(anyItem), fc.nat(2_000), (items, limitBytes) => {
      expect(countFittingItems(items, limitBytes)).toBe(countFittingByJson(items, limitBytes));
    }),
  );
});

test("a page of usual length is not written to be measured", () => {
  const page = Array.from({ length: 20 }, (_, number) => ({
    number,
    content: "ご確認ください\n".repeat(50),
  }));
  const stringifySpy = vi.spyOn(JSON, "stringify");
  try {
    expect(countFittingItems(page)).toBe(20);
    expect(stringifySpy).not.toHaveBeenCalled();
  } finally {
    stringifySpy.mockRestore();
  }
});
