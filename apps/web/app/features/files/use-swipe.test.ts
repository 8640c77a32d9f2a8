import { expect, it } from "vitest";
import { directionOf } from "./use-swipe.ts";

it("a swipe goes in the direction of its largest movement, and a tap goes nowhere", () => {
  expect(directionOf(-120, 30)).toBe("left");
  expect(directionOf(120, -30)).toBe("right");
  expect(directionOf(40, 120)).toBe("down");
  expect([directionOf(0, 0), directionOf(-30, 10), directionOf(10, 40), directionOf(10, -200)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
