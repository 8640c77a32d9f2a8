import { parseSync } from "oxc-parser";

export type ModuleImport = {
  /** The imported path as it stands in the source, such as `./store.ts` or `zod`. */
  specifier: string;
  line: number;
  /** Whether only types are imported. A type import does not exist at run time. */
  typeOnly: boolean;
};

/**
 * Returns all imports of a source file: static imports, re-exports, and dynamic imports whose path is a literal. Throws
 * if the file cannot be parsed.
 */
export function readImports(path: string, source: string): ModuleImport[] {
  const { module, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new SyntaxError(error.message);
  const imports: ModuleImport[] = [];
  const addImport = (specifier: string, start: number, isTypeOnly: boolean) =>
    imports.push({ specifier, line: source.slice(0, start).split("\n").length, typeOnly: isTypeOnly });
  for (const { moduleRequest, start, entries } of module.staticImports) {
    addImport(moduleRequest.value, start, entries.length > 0 && entries.every((entry) => entry.isType));
  }
  for (const { start, entries } of module.staticExports) {
    const request = entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (request)
      addImport(
        request.value,
        start,
        entries.every((entry) => entry.isType),
      );
  }
  for (const { moduleRequest, start } of module.dynamicImports) {
    const literalSpecifier = /^(["'`])([^"'`$]+)\1$/.exec(
      source.slice(moduleRequest.start, moduleRequest.end),
    )?.[2];
    if (literalSpecifier) addImport(literalSpecifier, start, false);
  }
  return imports.sort((a, b) => a.line - b.line);
}
