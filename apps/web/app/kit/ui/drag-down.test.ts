import { expect, test } from "vitest";
import { closesAfter, courseOf } from "./drag-down.ts";

const slow = { milliseconds: 1_000, height: 600 };

test("a sheet that is dragged far enough closes, a low one sooner, and anything less brings it back", () => {
  expect(closesAfter({ ...slow, by: 121 })).toBe(true);
  expect(closesAfter({ ...slow, by: 119 })).toBe(false);
  expect(closesAfter({ ...slow, by: 70, height: 200 })).toBe(true);
});

test("a quick swipe closes it, a small movement does not", () => {
  expect(closesAfter({ by: 40, milliseconds: 60, height: 600 })).toBe(true);
  expect(closesAfter({ by: 10, milliseconds: 5, height: 600 })).toBe(false);
});

test("only a finger that goes down rather than aside or up drags", () => {
  expect(courseOf(2, 5)).toBe(null);
  expect(courseOf(3, 20)).toBe("down");
  expect(courseOf(20, 10)).toBe("elsewhere");
  expect(courseOf(0, -20)).toBe("elsewhere");
});
