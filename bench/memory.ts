import { setTimeout as wait } from "node:timers/promises";

/**
 * Memory is read once a second until the value is stable, because V8 delays returning freed memory to the system. There
 * are `least` to `most` readings. The value is stable if the last `steady` readings differ by less than the fraction
 * `within`.
 */
const stabilityRules = { least: 10, most: 40, steady: 6, within: 0.01 };

/**
 * Reads a metric of the server at `url`, in the unit of the metric. Throws if the server has no metric of that name.
 */
export async function readMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = new RegExp(`^${name} ([\\d.e+]+)$`, "m").exec(text)?.[1];
  if (value === undefined) throw new Error(`The server has no metric ${name}`);
  return Number(value);
}

/** Returns the memory of the server's process in bytes. */
export function readMemory(url: string): Promise<number> {
  return readMetric(url, "process_resident_memory_bytes");
}

/** Reads a value once a second until it is stable (10 to 40 s), and returns the last value. */
export async function waitForStableMemory(readValue: () => Promise<number>): Promise<number> {
  const readings: number[] = [];
  for (;;) {
    readings.push(await readValue());
    const lastReadings = readings.slice(-stabilityRules.steady);
    const isStable =
      Math.max(...lastReadings) - Math.min(...lastReadings) <
      stabilityRules.within * Math.max(...lastReadings);
    if (readings.length >= stabilityRules.most || (readings.length >= stabilityRules.least && isStable)) {
      return readings.at(-1) ?? Number.NaN;
    }
    await wait(1_000);
  }
}
