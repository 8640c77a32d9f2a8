import { expect, it } from "vitest";
import { swipeDirectionOf } from "./use-swipe.ts";

it("a swipe goes in the direction of its largest movement, and a tap goes nowhere", () => {
  expect(swipeDirectionOf(-120, 30)).toBe("left");
  expect(swipeDirectionOf(120, -30)).toBe("right");
  expect(swipeDirectionOf(40, 120)).toBe("down");
  expect([
    swipeDirectionOf(0, 0),
    swipeDirectionOf(-30, 10),
    swipeDirectionOf(10, 40),
    swipeDirectionOf(10, -200),
  ]).toEqual([null, null, null, null]);
});
