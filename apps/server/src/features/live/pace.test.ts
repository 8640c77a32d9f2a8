import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TurnScheduler } from "./pace.ts";

const intervals = { shortest: 5, longest: 25 };
let starts: number[];
let pace: TurnScheduler;

beforeEach(() => {
  vi.useFakeTimers();
  starts = [];
  pace = new TurnScheduler(intervals, () => {
    starts.push(performance.now());
    return false;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("paced work", () => {
  it("is done in the same turn of the event loop, once for all who asked", () => {
    const startTime = performance.now();
    pace.requestTurn();
    pace.requestTurn();
    expect(starts).toEqual([]);
    vi.advanceTimersByTime(0);
    expect(starts).toEqual([startTime]);
    vi.advanceTimersByTime(100);
    expect(starts).toHaveLength(1);
  });

  it("waits until its interval is over, and then serves all who waited", () => {
    const startTime = performance.now();
    pace.requestTurn();
    vi.advanceTimersByTime(2);
    pace.requestTurn();
    vi.advanceTimersByTime(2);
    pace.requestTurn();
    vi.advanceTimersByTime(20);
    expect(starts.map((start) => start - startTime)).toEqual([0, 5]);
  });

  it("does not keep anybody waiting after a pause", () => {
    pace.requestTurn();
    vi.advanceTimersByTime(5);
    const secondStart = performance.now();
    pace.requestTurn();
    vi.advanceTimersByTime(0);
    expect(starts.at(-1)).toBe(secondStart);
  });

  it("may be asked for by the work itself", () => {
    let turnCount = 0;
    const nestedPace: TurnScheduler = new TurnScheduler(intervals, () => {
      turnCount++;
      if (turnCount < 3) nestedPace.requestTurn();
      return false;
    });
    nestedPace.requestTurn();
    vi.advanceTimersByTime(20);
    expect(turnCount).toBe(3);
  });

  it("pauses four times as long as a round took, up to the longest interval", () => {
    const startTime = performance.now();
    const durations = [3, 20, 0];
    const slowPace: TurnScheduler = new TurnScheduler(intervals, () => {
      starts.push(performance.now());
      vi.advanceTimersByTime(durations.shift() ?? 0);
      if (durations.length > 0) slowPace.requestTurn();
      return false;
    });
    slowPace.requestTurn();
    vi.advanceTimersByTime(100);
    expect(starts.map((start) => start - startTime)).toEqual([0, 15, 40]);
  });

  it("goes on after work that failed", () => {
    const failing = new TurnScheduler(intervals, () => {
      starts.push(performance.now());
      throw new Error("once");
    });
    failing.requestTurn();
    expect(() => vi.advanceTimersByTime(0)).toThrow("once");
    failing.requestTurn();
    expect(() => vi.advanceTimersByTime(5)).toThrow("once");
    expect(starts).toHaveLength(2);
  });

  it("goes on in the next turn while there is more, and counts all turns as one round", () => {
    const startTime = performance.now();
    const remainingResults = [true, true, false, false];
    const long: TurnScheduler = new TurnScheduler(intervals, () => {
      starts.push(performance.now());
      vi.advanceTimersByTime(1);
      if (remainingResults.length === 4) long.requestTurn();
      return remainingResults.shift() ?? false;
    });
    long.requestTurn();
    vi.advanceTimersByTime(100);
    expect(starts.map((start) => start - startTime)).toEqual([0, 1, 2, 15]);
  });
});
