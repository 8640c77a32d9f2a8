import { describe, expect, it } from "vitest";
import type { MessageListRow } from "../state/rows.ts";
import {
  computeNextRange,
  computeOverscan,
  findRangeOfSameRows,
  forgetHeightsOfRemovedRows,
  hasSameRowsBelow,
  heightOfRows,
  rangeAround,
  rangeAtDistanceFromEnd,
  rangeAtEnd,
} from "./row-range.ts";

const createRows = (...keys: string[]): MessageListRow[] =>
  keys.map((key) => ({ kind: "day", key, label: key }));
const numberedRows = (count: number, firstNumber = 0) =>
  createRows(...Array.from({ length: count }, (_, index) => `${firstNumber + index}`));
const overscanPx = computeOverscan(0, 500).above;
const limitsOfThreeRows = {
  overscan: { above: overscanPx, below: overscanPx },
  heightOf: () => 100,
  renderWeightAt: () => 1,
  maxAddedWeight: 3,
};

it("heights of removed rows are not kept forever", () => {
  const heightByKey = new Map(numberedRows(1_000).map(({ key }) => [key, 50]));
  forgetHeightsOfRemovedRows(heightByKey, numberedRows(600, 400));
  expect(heightByKey.size).toBe(1_000);
  forgetHeightsOfRemovedRows(heightByKey, numberedRows(100, 900));
  expect([...heightByKey.keys()]).toEqual(numberedRows(100, 900).map(({ key }) => key));
});

describe("the rendered rows", () => {
  it("begin at the end, or around the linked row", () => {
    expect(rangeAtEnd(50, 10)).toEqual({ start: 40, end: 50 });
    expect(rangeAtEnd(4, 10)).toEqual({ start: 0, end: 4 });
    expect(rangeAround(50, 20, 10)).toEqual({ start: 10, end: 30 });
    expect(rangeAround(50, 48, 10)).toEqual({ start: 38, end: 50 });
  });

  it("stay the same when rows are added above", () => {
    const oldRows = numberedRows(10, 20);
    const newRows = [...numberedRows(20), ...oldRows];
    expect(findRangeOfSameRows(oldRows, { start: 2, end: 6 }, newRows, 5)).toEqual({ start: 22, end: 26 });
  });

  it("stay the same when rows are added above while others are removed", () => {
    const oldRows = numberedRows(10, 20);
    const newRows = [...numberedRows(5, 15), ...oldRows.filter(({ key }) => key !== "22" && key !== "28")];
    expect(findRangeOfSameRows(oldRows, { start: 2, end: 6 }, newRows, 5)).toEqual({ start: 7, end: 10 });
  });

  it("have the same rows below as long as nothing changes there", () => {
    const oldRows = numberedRows(10, 20);
    const oldRange = { start: 2, end: 6 };
    expect(
      hasSameRowsBelow(oldRows, oldRange, [...numberedRows(5, 15), ...oldRows], { start: 7, end: 11 }),
    ).toBe(true);
    expect(hasSameRowsBelow(oldRows, oldRange, [...oldRows, ...numberedRows(1, 30)], oldRange)).toBe(false);
    expect(
      hasSameRowsBelow(oldRows, oldRange, [...oldRows.slice(0, 9), ...numberedRows(1, 30)], oldRange),
    ).toBe(false);
  });

  it("follow the end only if they reach it", () => {
    const [oldRows, newRows] = [numberedRows(10), numberedRows(13)];
    expect(findRangeOfSameRows(oldRows, { start: 4, end: 10 }, newRows, 5)).toEqual({ start: 4, end: 13 });
    expect(findRangeOfSameRows(oldRows, { start: 4, end: 9 }, newRows, 5)).toEqual({ start: 4, end: 9 });
  });

  it("keep their position when the first or last of them is removed", () => {
    const oldRows = numberedRows(10);
    const newRows = oldRows.filter(({ key }) => key !== "4" && key !== "7");
    expect(findRangeOfSameRows(oldRows, { start: 4, end: 8 }, newRows, 5)).toEqual({ start: 4, end: 6 });
  });

  it("start again at the end when none of them is left", () => {
    expect(findRangeOfSameRows(numberedRows(10), { start: 0, end: 10 }, numberedRows(30, 100), 5)).toEqual({
      start: 25,
      end: 30,
    });
    expect(findRangeOfSameRows([], { start: 0, end: 0 }, numberedRows(3), 5)).toEqual({ start: 0, end: 3 });
  });

  it("are extended a little where the reader nears their edge", () => {
    const fillLimitPx = overscanPx.fillPx;
    const pixelsBelowFillLimit = overscanPx.fillPx - 1;
    expect(
      computeNextRange(
        { start: 20, end: 30 },
        { above: pixelsBelowFillLimit, below: fillLimitPx },
        { ...limitsOfThreeRows, totalRowCount: 50 },
      ),
    ).toEqual({
      start: 17,
      end: 30,
    });
    expect(
      computeNextRange(
        { start: 20, end: 30 },
        { above: fillLimitPx, below: pixelsBelowFillLimit },
        { ...limitsOfThreeRows, totalRowCount: 50 },
      ),
    ).toEqual({
      start: 20,
      end: 33,
    });
    expect(
      computeNextRange(
        { start: 1, end: 49 },
        { above: 0, below: 0 },
        { ...limitsOfThreeRows, totalRowCount: 50 },
      ),
    ).toEqual({
      start: 0,
      end: 50,
    });
  });

  it("are reduced where they are far out of sight", () => {
    const pixelsAbove = overscanPx.maxPx + 250;
    expect(
      computeNextRange(
        { start: 0, end: 60 },
        { above: pixelsAbove, below: overscanPx.fillPx },
        { ...limitsOfThreeRows, totalRowCount: 60 },
      ),
    ).toEqual({
      start: 2,
      end: 60,
    });
    expect(
      computeNextRange(
        { start: 0, end: 60 },
        { above: overscanPx.fillPx, below: pixelsAbove },
        { ...limitsOfThreeRows, totalRowCount: 60 },
      ),
    ).toEqual({
      start: 0,
      end: 58,
    });
  });

  it("do not change between the two limits, so that rows do not come and go", () => {
    const range = { start: 10, end: 40 };
    for (const pixels of [overscanPx.fillPx, overscanPx.maxPx])
      expect(
        computeNextRange(
          range,
          { above: pixels, below: pixels },
          { ...limitsOfThreeRows, totalRowCount: 50 },
        ),
      ).toEqual(range);
  });

  it("reach a page further at rest than during scrolling, and are reduced away from the direction of scrolling", () => {
    expect(computeOverscan(0, 900).above.fillPx).toBe(900);
    expect(computeOverscan(0, 900).below).toEqual(computeOverscan(0, 900).above);
    const [scrollingUp, scrollingDown] = [computeOverscan(-10, 900), computeOverscan(10, 900)];
    expect([scrollingDown.below, scrollingDown.above]).toEqual([scrollingUp.above, scrollingUp.below]);
    expect(scrollingUp.above.fillPx).toBeLessThan(900);
    expect(scrollingUp.below.maxPx).toBeLessThan(computeOverscan(0, 900).below.maxPx);
    // While scrolling, no rows are removed on the side to which the reader scrolls, not even those that were added at
    // rest.
    expect(scrollingUp.above.maxPx).toBeGreaterThan(computeOverscan(0, 900).above.fillPx);
  });

  it("keep a row that must stay rendered, and all rows between it and the reader", () => {
    const getRowHeight = (index: number) => (index === 2 ? Number.NaN : 100);
    const hiddenPixels = { above: 10_000, below: overscanPx.fillPx };
    expect(
      computeNextRange({ start: 0, end: 60 }, hiddenPixels, {
        ...limitsOfThreeRows,
        totalRowCount: 60,
        heightOf: getRowHeight,
      }),
    ).toEqual({
      start: 2,
      end: 60,
    });
  });

  it("are fewer if they are long, but always at least one", () => {
    const tooFewPixels = { above: 0, below: 0 };
    const heavyRows = {
      ...limitsOfThreeRows,
      totalRowCount: 50,
      renderWeightAt: (index: number) => (index === 18 || index === 30 ? 9 : 1),
    };
    expect(computeNextRange({ start: 20, end: 30 }, tooFewPixels, heavyRows)).toEqual({
      start: 19,
      end: 31,
    });
    expect(computeNextRange({ start: 19, end: 31 }, tooFewPixels, heavyRows)).toEqual({
      start: 18,
      end: 34,
    });
  });

  it("keep their height when they are removed, and have a whole number before they are rendered", () => {
    const rows = numberedRows(10);
    const heightByKey = new Map([
      ["8", 50.25],
      ["9", 100.5],
    ]);
    expect(heightOfRows(rows, { start: 8, end: 10 }, heightByKey)).toBe(150.75);
    expect(heightOfRows(rows, { start: 10, end: 10 }, heightByKey)).toBe(0);
    expect(heightOfRows(rows, { start: 7, end: 10 }, heightByKey) % 1).toBe(0.75);
  });

  it("are found by their distance from the end after a jump to where nothing is rendered", () => {
    const rows = numberedRows(100);
    const heightByKey = new Map(rows.map(({ key }) => [key, 100]));
    expect(rangeAtDistanceFromEnd(rows, 5_000, heightByKey, 12)).toEqual({ start: 38, end: 51 });
    expect(rangeAtDistanceFromEnd(rows, 0, heightByKey, 12)).toEqual({ start: 88, end: 100 });
    expect(rangeAtDistanceFromEnd(rows, 99_999, heightByKey, 12)).toEqual({ start: 0, end: 1 });
  });
});
