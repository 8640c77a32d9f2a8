import { findCycles } from "./cycles.ts";
import { type ModuleImport, readImports } from "./imports.ts";
import { resolveImportPath } from "./places.ts";
import { checkImport, checkModuleLocation, type ZoneConfig } from "./rules.ts";

/**
 * Returns one line per violation. It names the file, the import and the rule.
 * @param files source text by path, relative to the checkout
 */
export function checkImports(files: ReadonlyMap<string, string>, zoneConfig: ZoneConfig): string[] {
  const violations: string[] = [];
  const importsByPath = new Map<string, string[]>();
  for (const [path, source] of files) {
    const locationViolation = checkModuleLocation(path, zoneConfig);
    if (locationViolation) violations.push(`${path}: ${locationViolation}`);
    const importTargets: string[] = [];
    const imports = readImportsOrReport(path, source, violations);
    for (const { specifier, line, typeOnly } of imports) {
      const importViolation = checkImport(path, specifier, zoneConfig);
      if (importViolation) violations.push(`${path}:${line}: imports "${specifier}", but ${importViolation}`);
      const target = resolveImportPath(path, specifier);
      if (target && !typeOnly && files.has(target)) importTargets.push(target);
    }
    importsByPath.set(path, importTargets);
  }
  const cycles = findCycles(importsByPath).map(
    (cycle) => `import cycle: ${[...cycle, cycle[0]].join(" → ")}`,
  );
  return [...violations, ...cycles];
}

function readImportsOrReport(path: string, source: string, violations: string[]): ModuleImport[] {
  try {
    return readImports(path, source);
  } catch (error) {
    violations.push(`${path}: ${(error as Error).message}`);
    return [];
  }
}
