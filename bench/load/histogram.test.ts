import { describe, expect, it } from "vitest";
import { LatencyHistogram } from "./histogram.ts";

function createHistogram(...durations: number[]): LatencyHistogram {
  const histogram = new LatencyHistogram();
  for (const duration of durations) histogram.record(duration);
  return histogram;
}

describe("a histogram's percentile", () => {
  it("is the nearest rank, as sorting would find it", () => {
    const durations = Array.from({ length: 1000 }, (_, index) => ((index * 7919) % 1000) / 7);
    const sorted = durations.toSorted((a, b) => a - b);
    const histogram = createHistogram(...durations);
    for (const fraction of [0.01, 0.5, 0.95, 0.99, 1]) {
      const exactPercentile = sorted[Math.ceil(fraction * sorted.length) - 1] ?? Number.NaN;
      expect(histogram.percentile(fraction) - exactPercentile).toBeGreaterThanOrEqual(-1e-9);
      expect(histogram.percentile(fraction) - exactPercentile).toBeLessThanOrEqual(0.02 + 1e-9);
    }
  });

  it("includes one slow value of a hundred at p100, but not at p99", () => {
    const histogram = createHistogram(...Array.from({ length: 99 }, () => 1), 500);
    expect(histogram.percentile(0.99)).toBeCloseTo(1.02);
    expect(histogram.percentile(1)).toBeCloseTo(500.02);
  });

  it("counts values outside its range in its first or last bucket", () => {
    const histogram = createHistogram(-3, 60_000);
    expect(histogram.count).toBe(2);
    expect(histogram.percentile(0.5)).toBeCloseTo(0.02);
    expect(histogram.percentile(1)).toBeCloseTo(4_000);
  });

  it("is NaN if nothing was recorded", () => {
    expect(new LatencyHistogram().percentile(0.5)).toBeNaN();
  });
});
