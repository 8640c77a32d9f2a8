import type { ESTree, Plugin } from "vite";

/** The routes whose pages run only in the browser. The server renders the `HydrateFallback` of their layout. */
const browserOnlyRoutePattern = /\/app\/routes\/(?:workspace\/[\w-]+|site\/test)\.tsx$/;
/** The exports of a route that only the browser calls. */
const browserExportNames = new Set(["clientLoader", "clientAction", "default"]);

/**
 * Removes the pages that only the browser renders from the server build. The server keeps what it needs of their
 * routes: `handle`, `loader` and `HydrateFallback`. Without this, the server would load all pages of the workspace
 * into memory and never render one.
 */
export function createBrowserOnlyPagesPlugin(): Plugin {
  return {
    name: "browser-only-pages",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    transform(code, id) {
      if (!browserOnlyRoutePattern.test(id)) return null;
      return { code: removeBrowserExports(code, this.parse(code, { lang: "tsx" })), map: null };
    },
  };
}

/**
 * Replaces the exports that only the browser calls with empty functions, and removes every top-level statement that is
 * then unused. Files that have no such export, such as a component, stay as they are.
 */
export function removeBrowserExports(code: string, { body }: ESTree.Program): string {
  if (!body.some((statement) => exportedNames(statement).some((name) => browserExportNames.has(name))))
    return code;
  const keptStatements = new Set<ESTree.Node>();
  const usedNames = new Set<string>();
  const keep = (statement: ESTree.Node) => {
    keptStatements.add(statement);
    for (const name of identifierNames(statement)) usedNames.add(name);
  };
  for (const statement of body) {
    const names = exportedNames(statement);
    // Keep statements such as `clientLoader.hydrate = true`.
    if (statement.type === "ExpressionStatement") keep(statement);
    else if (names.length > 0 && !names.some((name) => browserExportNames.has(name))) keep(statement);
  }
  // Also keep the statements that the kept statements use, directly or indirectly.
  let previousCount: number;
  do {
    previousCount = keptStatements.size;
    for (const statement of body)
      if (
        !keptStatements.has(statement) &&
        exportedNames(statement).length === 0 &&
        declaredNames(statement).some((name) => usedNames.has(name))
      )
        keep(statement);
  } while (keptStatements.size > previousCount);

  return body
    .map((statement) => {
      if (keptStatements.has(statement)) return code.slice(statement.start, statement.end);
      return exportedNames(statement)
        .map((name) => `export ${name === "default" ? "default" : `const ${name} =`} () => null;`)
        .join("\n");
    })
    .filter(Boolean)
    .join("\n");
}

function exportedNames(statement: ESTree.Node): string[] {
  if (statement.type === "ExportDefaultDeclaration") return ["default"];
  if (statement.type !== "ExportNamedDeclaration") return [];
  if (statement.declaration) return declaredNames(statement.declaration);
  return statement.specifiers.flatMap(({ exported }) =>
    exported.type === "Identifier" ? exported.name : [],
  );
}

function declaredNames(statement: ESTree.Node): string[] {
  if (statement.type === "ImportDeclaration") return statement.specifiers.map(({ local }) => local.name);
  if (statement.type === "VariableDeclaration")
    return statement.declarations.flatMap(({ id }) => (id.type === "Identifier" ? id.name : []));
  if (statement.type === "FunctionDeclaration" || statement.type === "ClassDeclaration")
    return statement.id ? [statement.id.name] : [];
  return [];
}

/** Lists all names in a statement, and not only its variables. So it may list too many, but never too few. */
function identifierNames(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(identifierNames);
  if (typeof node !== "object" || node === null) return [];
  const { type, name } = node as { type?: unknown; name?: unknown };
  const isIdentifier = type === "Identifier" || type === "JSXIdentifier";
  return [
    ...(isIdentifier && typeof name === "string" ? [name] : []),
    ...Object.values(node).flatMap(identifierNames),
  ];
}
