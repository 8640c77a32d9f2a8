import { readFile } from "node:fs/promises";
import type { ESTree, Plugin } from "vite";

/** The fields of an API endpoint that the browser needs. It needs no schemas, because the server checks requests. */
const fieldsToKeep = new Set(["method", "path", "guard"]);
const bareSuffix = "?bare";
const contractImportPattern = /^@kakehashi\/contract\/(?!schemas\/)/;
const constantNodeTypes = new Set([
  "Literal",
  "TemplateLiteral",
  "ArrowFunctionExpression",
  "FunctionExpression",
]);

/**
 * Removes zod and the schemas from the browser build. There, `@kakehashi/contract/x` contains endpoints without
 * schemas. A form that validates imports the complete file as `@kakehashi/contract/schemas/x` on demand.
 */
export function createBareEndpointsPlugin(): Plugin {
  return {
    name: "bare-endpoints",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    async resolveId(source, importer) {
      const isFromBareModule = importer?.endsWith(bareSuffix) && source.startsWith(".");
      if (!isFromBareModule && !contractImportPattern.test(source)) return null;
      const importerPath = isFromBareModule ? importer?.slice(0, -bareSuffix.length) : importer;
      const resolvedModule = await this.resolve(source, importerPath, { skipSelf: true });
      return resolvedModule && { id: `${resolvedModule.id}${bareSuffix}`, moduleSideEffects: false };
    },
    load: (id) => (id.endsWith(bareSuffix) ? readFile(id.slice(0, -bareSuffix.length), "utf8") : null),
    transform(code, id) {
      if (id.endsWith(bareSuffix))
        return { code: removeSchemasFromModule(code, this.parse(code, { lang: "ts" })), map: null };
      const usedSchema = id.includes("node_modules") ? undefined : findUsedSchema(code);
      if (usedSchema)
        this.error(
          `${usedSchema} is not in the browser: import it from @kakehashi/contract/schemas/… (${id})`,
        );
      return null;
    },
  };
}

function removeSchemasFromModule(code: string, { body }: ESTree.Program): string {
  const outputParts: string[] = [];
  let copiedUntilOffset = 0;
  for (const statement of body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type !== "VariableDeclaration") continue;
    for (const { init } of declaration.declarations) {
      if (!init || constantNodeTypes.has(init.type)) continue;
      outputParts.push(code.slice(copiedUntilOffset, init.start), removeSchemas(code, init));
      copiedUntilOffset = init.end;
    }
  }
  return outputParts.join("") + code.slice(copiedUntilOffset);
}

function removeSchemas(code: string, initializer: ESTree.Expression): string {
  const initializerSource = code.slice(initializer.start, initializer.end);
  const calleeName =
    initializer.type === "CallExpression" && initializer.callee.type === "Identifier"
      ? initializer.callee.name
      : "";
  const argument = initializer.type === "CallExpression" ? initializer.arguments[0] : undefined;
  if (calleeName !== "endpoint" || argument?.type !== "ObjectExpression")
    // Mark the expression as pure, so that the bundler can drop unused schemas.
    return `/* @__PURE__ */ (() => (${initializerSource}))()`;
  const keptProperties = argument.properties.filter(
    (property) =>
      property.type === "Property" &&
      property.key.type === "Identifier" &&
      fieldsToKeep.has(property.key.name),
  );
  return `{ ${keptProperties.map(({ start, end }) => code.slice(start, end)).join(", ")} }`;
}

/** Finds uses of a schema, such as `signUp.body`, that was removed from its module. */
function findUsedSchema(code: string): string | undefined {
  for (const [, names = ""] of code.matchAll(
    /import\s*\{([^}]*)\}\s*from\s*["']@kakehashi\/contract\/(?!schemas\/)/g,
  )) {
    for (const namedImport of names.split(",")) {
      const name = namedImport
        .trim()
        .split(/\s+as\s+/)
        .at(-1);
      const schemaUse =
        name && new RegExp(`(?<!\\.|typeof )\\b${name}\\.(?:params|query|body|data|meta)\\b`).exec(code)?.[0];
      if (schemaUse) return schemaUse;
    }
  }
  return undefined;
}
