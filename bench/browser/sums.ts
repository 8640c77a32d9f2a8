export function quantileOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns the slope of the least-squares line through values that were measured at equal intervals. */
export function slopeOf(readings: readonly number[]): number {
  const middle = (readings.length - 1) / 2;
  const meanValue = readings.reduce((sum, reading) => sum + reading, 0) / readings.length;
  const weightedSum = readings.reduce(
    (sum, reading, index) => sum + (index - middle) * (reading - meanValue),
    0,
  );
  return weightedSum / readings.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
}
