import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Pace } from "./pace.ts";

const intervals = { shortest: 5, longest: 25 };
let starts: number[];
let pace: Pace;

beforeEach(() => {
  vi.useFakeTimers();
  starts = [];
  pace = new Pace(intervals, () => {
    starts.push(performance.now());
    return false;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("paced work", () => {
  it("is done in the same turn of the event loop, once for all who asked", () => {
    const began = performance.now();
    pace.ask();
    pace.ask();
    expect(starts).toEqual([]);
    vi.advanceTimersByTime(0);
    expect(starts).toEqual([began]);
    vi.advanceTimersByTime(100);
    expect(starts).toHaveLength(1);
  });

  it("waits until its interval is over, and then serves all who waited", () => {
    const began = performance.now();
    pace.ask();
    vi.advanceTimersByTime(2);
    pace.ask();
    vi.advanceTimersByTime(2);
    pace.ask();
    vi.advanceTimersByTime(20);
    expect(starts.map((start) => start - began)).toEqual([0, 5]);
  });

  it("does not keep anybody waiting after a pause", () => {
    pace.ask();
    vi.advanceTimersByTime(5);
    const later = performance.now();
    pace.ask();
    vi.advanceTimersByTime(0);
    expect(starts.at(-1)).toBe(later);
  });

  it("may be asked for by the work itself", () => {
    let rounds = 0;
    const again: Pace = new Pace(intervals, () => {
      rounds++;
      if (rounds < 3) again.ask();
      return false;
    });
    again.ask();
    vi.advanceTimersByTime(20);
    expect(rounds).toBe(3);
  });

  it("rests four times as long as a round took, but never past the longest interval", () => {
    const began = performance.now();
    const durations = [3, 20, 0];
    const slow: Pace = new Pace(intervals, () => {
      starts.push(performance.now());
      vi.advanceTimersByTime(durations.shift() ?? 0);
      if (durations.length > 0) slow.ask();
      return false;
    });
    slow.ask();
    vi.advanceTimersByTime(100);
    expect(starts.map((start) => start - began)).toEqual([0, 15, 40]);
  });

  it("goes on after work that failed", () => {
    const failing = new Pace(intervals, () => {
      starts.push(performance.now());
      throw new Error("once");
    });
    failing.ask();
    expect(() => vi.advanceTimersByTime(0)).toThrow("once");
    failing.ask();
    expect(() => vi.advanceTimersByTime(5)).toThrow("once");
    expect(starts).toHaveLength(2);
  });

  it("goes on in the next turn while there is more, and counts all turns as one round", () => {
    const began = performance.now();
    const turns = [true, true, false, false];
    const long: Pace = new Pace(intervals, () => {
      starts.push(performance.now());
      vi.advanceTimersByTime(1);
      if (turns.length === 4) long.ask();
      return turns.shift() ?? false;
    });
    long.ask();
    vi.advanceTimersByTime(100);
    expect(starts.map((start) => start - began)).toEqual([0, 1, 2, 15]);
  });
});
