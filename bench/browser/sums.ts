export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** The slope of the least-squares line through readings at distance 1. */
export function slope(readings: readonly number[]): number {
  const middle = (readings.length - 1) / 2;
  const mean = readings.reduce((sum, reading) => sum + reading, 0) / readings.length;
  const up = readings.reduce((sum, reading, at) => sum + (at - middle) * (reading - mean), 0);
  return up / readings.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
}
