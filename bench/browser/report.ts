import type { FrameMeasurement } from "./scrolling.ts";

let isAnyTargetMissed = false;

/** Whether one of the printed values was above its limit. */
export const isTargetMissed = () => isAnyTargetMissed;

/** Prints a measured value. With a limit, also prints whether the value meets it. */
export function printRow(label: string, value: number, unit: string, limit?: number): void {
  const isTargetMet = limit === undefined || value <= limit;
  isAnyTargetMissed ||= !isTargetMet;
  const limitText =
    limit === undefined ? "" : `≤ ${Number(limit.toFixed(1))}`.padEnd(8) + (isTargetMet ? "met" : "MISSED");
  process.stdout.write(`${label.padEnd(58)}${`${value.toFixed(1)} ${unit}`.padStart(12)}  ${limitText}\n`);
}

/**
 * Prints the long frames of a measurement, and returns their number per minute. Browsers include the wait for the
 * screen in a frame's time, which depends on the machine's other work. So the limit `maximumFramesPerMinute` is what
 * the same run measured while nothing new was drawn.
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
