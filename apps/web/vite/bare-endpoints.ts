import { readFile } from "node:fs/promises";
import type { ESTree, Plugin } from "vite";

/** The fields of an endpoint that a caller needs. The server checks the schemas. */
const called = new Set(["method", "path", "guard"]);
const mark = "?bare";
const contract = /^@kakehashi\/contract\/(?!schemas\/)/;
const constant = new Set(["Literal", "TemplateLiteral", "ArrowFunctionExpression", "FunctionExpression"]);

/**
 * Removes zod and the schemas from code that calls the API. In the browser build, `@kakehashi/contract/x` contains
 * endpoints without schemas. A form that validates imports `@kakehashi/contract/schemas/x`, the complete file, where it
 * is needed.
 */
export function bareEndpoints(): Plugin {
  return {
    name: "bare-endpoints",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    async resolveId(source, importer) {
      const within = importer?.endsWith(mark) && source.startsWith(".");
      if (!within && !contract.test(source)) return null;
      const from = within ? importer?.slice(0, -mark.length) : importer;
      const found = await this.resolve(source, from, { skipSelf: true });
      return found && { id: `${found.id}${mark}`, moduleSideEffects: false };
    },
    load: (id) => (id.endsWith(mark) ? readFile(id.slice(0, -mark.length), "utf8") : null),
    transform(code, id) {
      if (id.endsWith(mark)) return { code: bare(code, this.parse(code, { lang: "ts" })), map: null };
      const missed = id.includes("node_modules") ? undefined : shapeIn(code);
      if (missed)
        this.error(`${missed} is not in the browser: import it from @kakehashi/contract/schemas/… (${id})`);
      return null;
    },
  };
}

function bare(code: string, { body }: ESTree.Program): string {
  const parts: string[] = [];
  let done = 0;
  for (const statement of body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type !== "VariableDeclaration") continue;
    for (const { init } of declared.declarations) {
      if (!init || constant.has(init.type)) continue;
      parts.push(code.slice(done, init.start), withoutShapes(code, init));
      done = init.end;
    }
  }
  return parts.join("") + code.slice(done);
}

function withoutShapes(code: string, init: ESTree.Expression): string {
  const whole = code.slice(init.start, init.end);
  const described =
    init.type === "CallExpression" && init.callee.type === "Identifier" ? init.callee.name : "";
  const given = init.type === "CallExpression" ? init.arguments[0] : undefined;
  if (described !== "endpoint" || given?.type !== "ObjectExpression")
    // Wrapped in a pure call, so that the bundler can drop unused schemas.
    return `/* @__PURE__ */ (() => (${whole}))()`;
  const kept = given.properties.filter(
    (property) =>
      property.type === "Property" && property.key.type === "Identifier" && called.has(property.key.name),
  );
  return `{ ${kept.map(({ start, end }) => code.slice(start, end)).join(", ")} }`;
}

/** A schema that is used from a bare module: `signUp.body`. */
function shapeIn(code: string): string | undefined {
  for (const [, names = ""] of code.matchAll(
    /import\s*\{([^}]*)\}\s*from\s*["']@kakehashi\/contract\/(?!schemas\/)/g,
  )) {
    for (const part of names.split(",")) {
      const name = part
        .trim()
        .split(/\s+as\s+/)
        .at(-1);
      const use =
        name && new RegExp(`(?<!\\.|typeof )\\b${name}\\.(?:params|query|body|data|meta)\\b`).exec(code)?.[0];
      if (use) return use;
    }
  }
  return undefined;
}
