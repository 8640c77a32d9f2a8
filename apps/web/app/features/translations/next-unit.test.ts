import { expect, test } from "vitest";
import { unitAfter } from "./next-unit.ts";

const units = ["a", "b", "c"];

test("the next unit of the list follows, or at its end the previous one", () => {
  expect(unitAfter(units, "a", 0)).toBe("b");
  expect(unitAfter(units, "c", 2)).toBe("b");
  expect(unitAfter(["a"], "a", 0)).toBeUndefined();
});

test("a unit that has left the list leads to the one now at its position", () => {
  expect(unitAfter(units, undefined, 1)).toBe("b");
  expect(unitAfter(units, undefined, 3)).toBe("c");
  expect(unitAfter([], undefined, 1)).toBeUndefined();
});

test("a unit that was never in the list leads to the first one", () => {
  expect(unitAfter(units, undefined, null)).toBe("a");
  expect(unitAfter([], undefined, null)).toBeUndefined();
});
