export function computeQuantile(values: readonly number[], fraction: number): number {
  const sortedValues = [...values].sort((a, b) => a - b);
  return (
    sortedValues[Math.min(sortedValues.length - 1, Math.floor(sortedValues.length * fraction))] ?? Number.NaN
  );
}

/** Returns the slope of the least-squares line through values that were measured at equal intervals. */
export function computeSlope(readings: readonly number[]): number {
  const middleIndex = (readings.length - 1) / 2;
  const meanValue = readings.reduce((sum, reading) => sum + reading, 0) / readings.length;
  const weightedSum = readings.reduce(
    (sum, reading, index) => sum + (index - middleIndex) * (reading - meanValue),
    0,
  );
  return weightedSum / readings.reduce((sum, _, index) => sum + (index - middleIndex) ** 2, 0);
}
