import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { countFitting } from "./list-bytes.ts";

/** The rule itself, applied to the written JSON. */
function fitting(items: readonly unknown[], most: number): number {
  let bytes = 0;
  const beyond = items.findIndex((each, place) => {
    bytes += Buffer.byteLength(JSON.stringify(each)) + 1;
    return bytes > most && place > 0;
  });
  return beyond === -1 ? items.length : beyond;
}

const item = fc.oneof(
  fc.record({ content: fc.string({ unit: "binary", maxLength: 60 }), at: fc.date({ noInvalidDate: true }) }),
  fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()),
);

test("whatever a page holds, as much of it fits as its JSON says", () => {
  fc.assert(
    fc.property(fc.array(item), fc.nat(2_000), (items, most) => {
      expect(countFitting(items, most)).toBe(fitting(items, most));
    }),
  );
});

test("a page of usual length is not written to be measured", () => {
  const page = Array.from({ length: 20 }, (_, number) => ({
    number,
    content: "ご確認ください\n".repeat(50),
  }));
  const write = vi.spyOn(JSON, "stringify");
  try {
    expect(countFitting(page)).toBe(20);
    expect(write).not.toHaveBeenCalled();
  } finally {
    write.mockRestore();
  }
});
