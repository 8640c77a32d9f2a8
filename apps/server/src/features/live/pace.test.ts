import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PacedScheduler } from "./pace.ts";

const pace = { shortestRoundIntervalMs: 5, longestRoundIntervalMs: 25, shareOfTime: 0.15 };
let turnStarts: number[];
let scheduler: PacedScheduler;

beforeEach(() => {
  vi.useFakeTimers();
  turnStarts = [];
  scheduler = new PacedScheduler(pace, () => {
    turnStarts.push(performance.now());
    return false;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("paced work", () => {
  it("is done in the same turn of the event loop, once for all who asked", () => {
    const startTime = performance.now();
    scheduler.requestTurn();
    scheduler.requestTurn();
    expect(turnStarts).toEqual([]);
    vi.advanceTimersByTime(0);
    expect(turnStarts).toEqual([startTime]);
    vi.advanceTimersByTime(100);
    expect(turnStarts).toHaveLength(1);
  });

  it("waits until its interval is over, and then serves all who waited", () => {
    const startTime = performance.now();
    scheduler.requestTurn();
    vi.advanceTimersByTime(2);
    scheduler.requestTurn();
    vi.advanceTimersByTime(2);
    scheduler.requestTurn();
    vi.advanceTimersByTime(20);
    expect(turnStarts.map((start) => start - startTime)).toEqual([0, 5]);
  });

  it("does not keep anybody waiting after a pause", () => {
    scheduler.requestTurn();
    vi.advanceTimersByTime(5);
    const secondStart = performance.now();
    scheduler.requestTurn();
    vi.advanceTimersByTime(0);
    expect(turnStarts.at(-1)).toBe(secondStart);
  });

  it("may be asked for by the work itself", () => {
    let turnCount = 0;
    const nestedScheduler: PacedScheduler = new PacedScheduler(pace, () => {
      turnCount++;
      if (turnCount < 3) nestedScheduler.requestTurn();
      return false;
    });
    nestedScheduler.requestTurn();
    vi.advanceTimersByTime(20);
    expect(turnCount).toBe(3);
  });

  it("starts rounds so far apart that they take 15 % of the time, up to the longest interval", () => {
    const startTime = performance.now();
    const stepDurationsMs = [3, 20, 0];
    const slowScheduler: PacedScheduler = new PacedScheduler(pace, () => {
      turnStarts.push(performance.now());
      vi.advanceTimersByTime(stepDurationsMs.shift() ?? 0);
      if (stepDurationsMs.length > 0) slowScheduler.requestTurn();
      return false;
    });
    slowScheduler.requestTurn();
    vi.advanceTimersByTime(100);
    expect(turnStarts.map((start) => start - startTime)).toEqual([0, 20, 45]);
  });

  it("starts more often from the round on in which it got a faster pace", () => {
    const startTime = performance.now();
    const pacedScheduler: PacedScheduler = new PacedScheduler(pace, () => {
      turnStarts.push(performance.now());
      vi.advanceTimersByTime(3);
      if (turnStarts.length === 2) pacedScheduler.pace = { ...pace, shareOfTime: 0.5 };
      if (turnStarts.length < 4) pacedScheduler.requestTurn();
      return false;
    });
    pacedScheduler.requestTurn();
    vi.advanceTimersByTime(100);
    expect(turnStarts.map((start) => start - startTime)).toEqual([0, 20, 26, 32]);
  });

  it("goes on after work that failed", () => {
    const failingScheduler = new PacedScheduler(pace, () => {
      turnStarts.push(performance.now());
      throw new Error("once");
    });
    failingScheduler.requestTurn();
    expect(() => vi.advanceTimersByTime(0)).toThrow("once");
    failingScheduler.requestTurn();
    expect(() => vi.advanceTimersByTime(5)).toThrow("once");
    expect(turnStarts).toHaveLength(2);
  });

  it("goes on in the next turn while there is more, and counts all turns as one round", () => {
    const startTime = performance.now();
    const remainingResults = [true, true, false, false];
    const longScheduler: PacedScheduler = new PacedScheduler(pace, () => {
      turnStarts.push(performance.now());
      vi.advanceTimersByTime(1);
      if (remainingResults.length === 4) longScheduler.requestTurn();
      return remainingResults.shift() ?? false;
    });
    longScheduler.requestTurn();
    vi.advanceTimersByTime(100);
    expect(turnStarts.map((start) => start - startTime)).toEqual([0, 1, 2, 20]);
  });
});
