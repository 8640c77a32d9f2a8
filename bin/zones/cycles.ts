/**
 * Finds groups of files that import each other, directly or indirectly. Returns for each group the shortest import path
 * that leads from a file back to itself.
 */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const reportedFiles = new Set<string>();
  for (const start of graph.keys()) {
    if (reportedFiles.has(start)) continue;
    const cycle = findCyclePath(graph, start);
    if (!cycle) continue;
    cycles.push(cycle);
    for (const file of cycle) reportedFiles.add(file);
  }
  return cycles;
}

function findCyclePath(
  graph: ReadonlyMap<string, readonly string[]>,
  startModule: string,
): string[] | undefined {
  const importers = new Map<string, string>();
  const queue = [startModule];
  for (const file of queue) {
    for (const importedFile of graph.get(file) ?? []) {
      if (importedFile === startModule) {
        const path = [file];
        for (let importer = file; importer !== startModule; ) {
          importer = importers.get(importer) as string;
          path.unshift(importer);
        }
        return path;
      }
      if (importers.has(importedFile)) continue;
      importers.set(importedFile, file);
      queue.push(importedFile);
    }
  }
  return undefined;
}
