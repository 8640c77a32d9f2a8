import { expect, test } from "vitest";
import { findNextUnit } from "./next-unit.ts";

const unitKeys = ["a", "b", "c"];

test("the next unit of the list follows, or at its end the previous one", () => {
  expect(findNextUnit(unitKeys, "a", 0)).toBe("b");
  expect(findNextUnit(unitKeys, "c", 2)).toBe("b");
  expect(findNextUnit(["a"], "a", 0)).toBeUndefined();
});

test("a unit that has left the list leads to the one now at its position", () => {
  expect(findNextUnit(unitKeys, undefined, 1)).toBe("b");
  expect(findNextUnit(unitKeys, undefined, 3)).toBe("c");
  expect(findNextUnit([], undefined, 1)).toBeUndefined();
});

test("a unit that was never in the list leads to the first one", () => {
  expect(findNextUnit(unitKeys, undefined, null)).toBe("a");
  expect(findNextUnit([], undefined, null)).toBeUndefined();
});
