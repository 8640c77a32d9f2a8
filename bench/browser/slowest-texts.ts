/**
 * Returns the ten texts that keep a page busy longest, slowest first. Measures each text once, and the twenty slowest
 * texts four more times. The median of the five times counts, because garbage collection or other browser work may
 * distort a single measurement.
 */
export async function findSlowestTexts<T extends { totalMs: number }>(
  texts: Readonly<Record<string, string>>,
  measureTexts: (texts: Readonly<Record<string, string>>) => Promise<ReadonlyMap<string, T>>,
): Promise<[string, T][]> {
  const slowestFirst = (a: T, b: T) => b.totalMs - a.totalMs;
  const firstMeasurements = [...(await measureTexts(texts))]
    .sort(([, a], [, b]) => slowestFirst(a, b))
    .slice(0, 20);
  const readings = new Map(firstMeasurements.map(([name, time]) => [name, [time]]));
  const slowTexts = Object.fromEntries(firstMeasurements.map(([name]) => [name, texts[name] ?? ""]));
  for (let round = 0; round < 4; round++)
    for (const [name, time] of await measureTexts(slowTexts)) readings.get(name)?.push(time);
  const medians = [...readings].map(([name, times]): [string, T] => {
    const median = times.sort(slowestFirst)[2];
    if (!median) throw new Error(`"${name}" was not read`);
    return [name, median];
  });
  return medians.sort(([, a], [, b]) => slowestFirst(a, b)).slice(0, 10);
}
