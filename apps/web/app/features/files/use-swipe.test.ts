import { expect, it } from "vitest";
import { wayOf } from "./use-swipe.ts";

it("goes where a finger went furthest, and nowhere when it only touched", () => {
  expect(wayOf(-120, 30)).toBe("left");
  expect(wayOf(120, -30)).toBe("right");
  expect(wayOf(40, 120)).toBe("down");
  expect([wayOf(0, 0), wayOf(-30, 10), wayOf(10, 40), wayOf(10, -200)]).toEqual([null, null, null, null]);
});
