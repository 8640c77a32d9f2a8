import { expect, test } from "vitest";
import { findDragDirection, isClosingDrag } from "./drag-down.ts";

const slowDrag = { milliseconds: 1_000, height: 600 };

test("a sheet that is dragged far enough closes, a low one sooner, and otherwise it returns", () => {
  expect(isClosingDrag({ ...slowDrag, draggedPx: 121 })).toBe(true);
  expect(isClosingDrag({ ...slowDrag, draggedPx: 119 })).toBe(false);
  expect(isClosingDrag({ ...slowDrag, draggedPx: 70, height: 200 })).toBe(true);
});

test("a quick swipe closes it, a small movement does not", () => {
  expect(isClosingDrag({ draggedPx: 40, milliseconds: 60, height: 600 })).toBe(true);
  expect(isClosingDrag({ draggedPx: 10, milliseconds: 5, height: 600 })).toBe(false);
});

test("only a downward movement of the finger drags the sheet", () => {
  expect(findDragDirection(2, 5)).toBe(null);
  expect(findDragDirection(3, 20)).toBe("down");
  expect(findDragDirection(20, 10)).toBe("elsewhere");
  expect(findDragDirection(0, -20)).toBe("elsewhere");
});
