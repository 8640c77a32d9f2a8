import { describe, expect, it } from "vitest";
import { messageFixture } from "../state/message.fixture.ts";
import type { Row } from "../state/rows.ts";
import {
  canWait,
  carryRange,
  dropOldHeights,
  hasSameRowsBelow,
  heightOfRows,
  initialMsPerWeight,
  nextMsPerWeight,
  nextRange,
  overscanFor,
  rangeAbove,
  rangeAround,
  rangeAtEnd,
  weightInFrame,
  weightOf,
} from "./row-range.ts";

const rowsOf = (...keys: string[]): Row[] => keys.map((key) => ({ kind: "day", key, label: key }));
const numbered = (count: number, first = 0) =>
  rowsOf(...Array.from({ length: count }, (_, index) => `${first + index}`));
const overscan = overscanFor(0, 500).above;
const three = {
  overscan: { above: overscan, below: overscan },
  heightOf: () => 100,
  weightOf: () => 1,
  maxWeight: 3,
};

it("heights of rows that are gone are not kept for ever", () => {
  const heights = new Map(numbered(1_000).map(({ key }) => [key, 50]));
  dropOldHeights(heights, numbered(600, 400));
  expect(heights.size).toBe(1_000);
  dropOldHeights(heights, numbered(100, 900));
  expect([...heights.keys()]).toEqual(numbered(100, 900).map(({ key }) => key));
});

describe("the rows that are drawn", () => {
  it("begin at the end, or about the row that a link led to", () => {
    expect(rangeAtEnd(50, 10)).toEqual({ start: 40, end: 50 });
    expect(rangeAtEnd(4, 10)).toEqual({ start: 0, end: 4 });
    expect(rangeAround(50, 20, 10)).toEqual({ start: 10, end: 30 });
    expect(rangeAround(50, 48, 10)).toEqual({ start: 38, end: 50 });
  });

  it("stay the same ones when others come in above", () => {
    const before = numbered(10, 20);
    const after = [...numbered(20), ...before];
    expect(carryRange(before, { start: 2, end: 6 }, after, 5)).toEqual({ start: 22, end: 26 });
  });

  it("stay the same ones when some come in above while others go away", () => {
    const before = numbered(10, 20);
    const after = [...numbered(5, 15), ...before.filter(({ key }) => key !== "22" && key !== "28")];
    expect(carryRange(before, { start: 2, end: 6 }, after, 5)).toEqual({ start: 7, end: 10 });
  });

  it("have the same below them as long as nothing comes or goes there", () => {
    const before = numbered(10, 20);
    const drawn = { start: 2, end: 6 };
    expect(hasSameRowsBelow(before, drawn, [...numbered(5, 15), ...before], { start: 7, end: 11 })).toBe(
      true,
    );
    expect(hasSameRowsBelow(before, drawn, [...before, ...numbered(1, 30)], drawn)).toBe(false);
    expect(hasSameRowsBelow(before, drawn, [...before.slice(0, 9), ...numbered(1, 30)], drawn)).toBe(false);
  });

  it("follow the end where they reach it, and only there", () => {
    const [before, after] = [numbered(10), numbered(13)];
    expect(carryRange(before, { start: 4, end: 10 }, after, 5)).toEqual({ start: 4, end: 13 });
    expect(carryRange(before, { start: 4, end: 9 }, after, 5)).toEqual({ start: 4, end: 9 });
  });

  it("keep their place when the first or the last of them goes away", () => {
    const before = numbered(10);
    const after = before.filter(({ key }) => key !== "4" && key !== "7");
    expect(carryRange(before, { start: 4, end: 8 }, after, 5)).toEqual({ start: 4, end: 6 });
  });

  it("begin anew at the end when none of them is left", () => {
    expect(carryRange(numbered(10), { start: 0, end: 10 }, numbered(30, 100), 5)).toEqual({
      start: 25,
      end: 30,
    });
    expect(carryRange([], { start: 0, end: 0 }, numbered(3), 5)).toEqual({ start: 0, end: 3 });
  });

  it("become a few more where they are about to end", () => {
    const enough = overscan.fill;
    const scarce = overscan.fill - 1;
    expect(
      nextRange({ start: 20, end: 30 }, { above: scarce, below: enough }, { ...three, count: 50 }),
    ).toEqual({
      start: 17,
      end: 30,
    });
    expect(
      nextRange({ start: 20, end: 30 }, { above: enough, below: scarce }, { ...three, count: 50 }),
    ).toEqual({
      start: 20,
      end: 33,
    });
    expect(nextRange({ start: 1, end: 49 }, { above: 0, below: 0 }, { ...three, count: 50 })).toEqual({
      start: 0,
      end: 50,
    });
  });

  it("become fewer where they lie whole and far out of sight", () => {
    const above = overscan.max + 250;
    expect(
      nextRange({ start: 0, end: 60 }, { above, below: overscan.fill }, { ...three, count: 60 }),
    ).toEqual({
      start: 2,
      end: 60,
    });
    expect(
      nextRange({ start: 0, end: 60 }, { above: overscan.fill, below: above }, { ...three, count: 60 }),
    ).toEqual({
      start: 0,
      end: 58,
    });
  });

  it("are left as they are between too few and too many, so that they do not come and go", () => {
    const drawn = { start: 10, end: 40 };
    for (const pixels of [overscan.fill, overscan.max])
      expect(nextRange(drawn, { above: pixels, below: pixels }, { ...three, count: 50 })).toEqual(drawn);
  });

  it("reach a page of keys further at rest than while they are scrolled, and go where nobody scrolls to", () => {
    expect(overscanFor(0, 900).above.fill).toBe(900);
    expect(overscanFor(0, 900).below).toEqual(overscanFor(0, 900).above);
    const [up, down] = [overscanFor(-10, 900), overscanFor(10, 900)];
    expect([down.below, down.above]).toEqual([up.above, up.below]);
    expect(up.above.fill).toBeLessThan(900);
    expect(up.below.max).toBeLessThan(overscanFor(0, 900).below.max);
    // Rows that were rendered at rest are not removed in the direction of scrolling.
    expect(up.above.max).toBeGreaterThan(overscanFor(0, 900).above.fill);
  });

  it("keep a row that has to stay, and all between it and the reader", () => {
    const heightOf = (index: number) => (index === 2 ? Number.NaN : 100);
    const far = { above: 10_000, below: overscan.fill };
    expect(nextRange({ start: 0, end: 60 }, far, { ...three, count: 60, heightOf })).toEqual({
      start: 2,
      end: 60,
    });
  });

  it("come as fast as they are drawn: fewer at once where that takes long, more little by little", () => {
    const onTime = 3;
    const slow = nextMsPerWeight(initialMsPerWeight, 2, 40);
    expect(weightInFrame(slow, onTime)).toBe(1);
    expect(weightInFrame(nextMsPerWeight(slow, 1, 0.5), onTime)).toBe(1);
    let pace = slow;
    for (let frame = 0; frame < 30; frame++) {
      const weight = weightInFrame(pace, onTime);
      pace = nextMsPerWeight(pace, weight, weight * 0.5);
    }
    expect(weightInFrame(pace, onTime)).toBe(4);
  });

  it("are fewer in a frame that comes late, and wait for the next one where nothing is missed meanwhile", () => {
    expect([0, 4, 6, 9, 12, 40].map((late) => weightInFrame(2, late))).toEqual([3, 3, 2, 1, 1, 1]);
    expect(canWait({ above: 0, below: 0 }, 30)).toBe(true);
    expect(canWait({ above: 0, below: 0 }, 10)).toBe(false);
    expect(canWait({ above: 0, below: -1 }, 30)).toBe(false);
  });

  it("are fewer where they are long ones, and one of them at least", () => {
    const scarce = { above: 0, below: 0 };
    const heavy = {
      ...three,
      count: 50,
      weightOf: (index: number) => (index === 18 || index === 30 ? 9 : 1),
    };
    expect(nextRange({ start: 20, end: 30 }, scarce, heavy)).toEqual({ start: 19, end: 31 });
    expect(nextRange({ start: 19, end: 31 }, scarce, heavy)).toEqual({ start: 18, end: 34 });
    const [row] = numbered(1);
    expect(weightOf(row)).toBe(1);
    const message = messageFixture(1, { content: "x".repeat(4_000) });
    expect(weightOf({ kind: "message", key: "1", message, grouped: false })).toBe(11);
  });

  it("that are no longer drawn keep the height they had; those that never were have a whole number", () => {
    const rows = numbered(10);
    const heights = new Map([
      ["8", 50.25],
      ["9", 100.5],
    ]);
    expect(heightOfRows(rows, { start: 8, end: 10 }, heights)).toBe(150.75);
    expect(heightOfRows(rows, { start: 10, end: 10 }, heights)).toBe(0);
    expect(heightOfRows(rows, { start: 7, end: 10 }, heights) % 1).toBe(0.75);
  });

  it("are found by their distance from the end for who leaps to where nothing is drawn", () => {
    const rows = numbered(100);
    const heights = new Map(rows.map(({ key }) => [key, 100]));
    expect(rangeAbove(rows, 5_000, heights, 12)).toEqual({ start: 38, end: 51 });
    expect(rangeAbove(rows, 0, heights, 12)).toEqual({ start: 88, end: 100 });
    expect(rangeAbove(rows, 99_999, heights, 12)).toEqual({ start: 0, end: 1 });
  });
});
