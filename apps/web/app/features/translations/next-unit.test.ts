import { expect, test } from "vitest";
import { unitAfter } from "./next-unit.ts";

const units = ["a", "b", "c"];

test("the next of the list is gone on with; at its end the one before", () => {
  expect(unitAfter(units, "a", 0)).toBe("b");
  expect(unitAfter(units, "c", 2)).toBe("b");
  expect(unitAfter(["a"], "a", 0)).toBeUndefined();
});

test("one that has left the list already leads to what took its place", () => {
  expect(unitAfter(units, undefined, 1)).toBe("b");
  expect(unitAfter(units, undefined, 3)).toBe("c");
  expect(unitAfter([], undefined, 1)).toBeUndefined();
});

test("one that was never in the list leads to its first", () => {
  expect(unitAfter(units, undefined, null)).toBe("a");
  expect(unitAfter([], undefined, null)).toBeUndefined();
});
