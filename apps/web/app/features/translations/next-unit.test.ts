import { expect, test } from "vitest";
import { nextUnitAfter } from "./next-unit.ts";

const unitKeys = ["a", "b", "c"];

test("the next unit of the list follows, or at its end the previous one", () => {
  expect(nextUnitAfter(unitKeys, "a", 0)).toBe("b");
  expect(nextUnitAfter(unitKeys, "c", 2)).toBe("b");
  expect(nextUnitAfter(["a"], "a", 0)).toBeUndefined();
});

test("a unit that has left the list leads to the one now at its position", () => {
  expect(nextUnitAfter(unitKeys, undefined, 1)).toBe("b");
  expect(nextUnitAfter(unitKeys, undefined, 3)).toBe("c");
  expect(nextUnitAfter([], undefined, 1)).toBeUndefined();
});

test("a unit that was never in the list leads to the first one", () => {
  expect(nextUnitAfter(unitKeys, undefined, null)).toBe("a");
  expect(nextUnitAfter([], undefined, null)).toBeUndefined();
});
