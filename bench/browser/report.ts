import type { FrameMeasurement } from "./scrolling.ts";

let isAnyTargetMissed = false;

/** Whether at least one printed value was above its limit. */
export const isTargetMissed = () => isAnyTargetMissed;

/** Prints a measured value. If a limit is given, also prints whether the value is within the limit. */
export function printRow(label: string, value: number, unit: string, limit?: number): void {
  const isTargetMet = limit === undefined || value <= limit;
  isAnyTargetMissed ||= !isTargetMet;
  const limitText =
    limit === undefined ? "" : `≤ ${Number(limit.toFixed(1))}`.padEnd(8) + (isTargetMet ? "met" : "MISSED");
  process.stdout.write(`${label.padEnd(58)}${`${value.toFixed(1)} ${unit}`.padStart(12)}  ${limitText}\n`);
}

/**
 * Prints the long frames of a measurement, and returns their number per minute. A long frame may be caused by other
 * work on the computer. So the limit `maximumFramesPerMinute` is not fixed: it is the number that the same run measured
 * while nothing new was drawn.
 */
export function printFrameRows(
  label: string,
  { busyMs, frameMs, seconds }: FrameMeasurement,
  maximumFramesPerMinute?: number,
): number {
  const framesPerMinute = (frameMs.length * 60) / seconds;
  printRow(
    `${label}: longest frame`,
    Math.max(0, ...busyMs),
    "ms",
    maximumFramesPerMinute === undefined ? undefined : 50,
  );
  printRow("    frames of 50 ms and more", busyMs.length, "");
  printRow("    with what they wait for the screen: longest", Math.max(0, ...frameMs), "ms");
  printRow("      such frames a minute", framesPerMinute, "", maximumFramesPerMinute);
  return framesPerMinute;
}
