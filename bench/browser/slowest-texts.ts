/**
 * Returns the ten texts that keep a page busy longest, slowest first. Measures each text once, and the twenty slowest
 * texts four more times. The median of the five times counts, because garbage collection or other browser work may
 * distort a single measurement.
 */
export async function findSlowestTexts<T extends { totalMs: number }>(
  texts: Readonly<Record<string, string>>,
  measureTexts: (texts: Readonly<Record<string, string>>) => Promise<ReadonlyMap<string, T>>,
): Promise<[string, T][]> {
  const compareSlowestFirst = (a: T, b: T) => b.totalMs - a.totalMs;
  const firstMeasurements = [...(await measureTexts(texts))]
    .sort(([, a], [, b]) => compareSlowestFirst(a, b))
    .slice(0, 20);
  const timesByTextName = new Map(firstMeasurements.map(([name, time]) => [name, [time]]));
  const slowTexts = Object.fromEntries(firstMeasurements.map(([name]) => [name, texts[name] ?? ""]));
  for (let roundNumber = 0; roundNumber < 4; roundNumber++)
    for (const [name, time] of await measureTexts(slowTexts)) timesByTextName.get(name)?.push(time);
  const medians = [...timesByTextName].map(([name, times]): [string, T] => {
    const median = times.sort(compareSlowestFirst)[2];
    if (!median) throw new Error(`"${name}" was not read`);
    return [name, median];
  });
  return medians.sort(([, a], [, b]) => compareSlowestFirst(a, b)).slice(0, 10);
}
