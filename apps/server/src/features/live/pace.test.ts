import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Pace } from "./pace.ts";

let starts: number[];
let pace: Pace;

beforeEach(() => {
  vi.useFakeTimers();
  starts = [];
  pace = new Pace(5, () => starts.push(performance.now()));
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
    const again: Pace = new Pace(5, () => {
      rounds++;
      if (rounds < 3) again.ask();
    });
    again.ask();
    vi.advanceTimersByTime(20);
    expect(rounds).toBe(3);
  });
});
